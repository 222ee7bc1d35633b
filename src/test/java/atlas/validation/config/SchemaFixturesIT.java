package atlas.validation.config;

import static org.assertj.core.api.Assertions.assertThat;

import atlas.validation.record.Problem;
import com.networknt.schema.Error;
import com.networknt.schema.InputFormat;
import com.networknt.schema.Schema;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.FieldSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * The shipped JSON Schemas and the loader agree: both take the good fixtures and both refuse the bad ones. What only
 * the loader can see, such as a name that another place has to define, is in the fixtures called {@code loader-alone}.
 */
class SchemaFixturesIT {

    private static final Path FIXTURES = Path.of("src/test/resources/config/fixtures");
    private static final List<String> KINDS = List.of("config", "threshold", "cluster");

    private static final Map<String, Schema> SCHEMAS =
            KINDS.stream().collect(Collectors.toMap(Function.identity(), SchemaFile::schema));

    static final List<Fixture> GOOD = fixtures("good");
    static final List<Fixture> BAD = fixtures("bad");
    static final List<Fixture> LOADER_ALONE = fixtures("loader-alone");

    private ConfigFolder folder;

    @BeforeEach
    void create(@TempDir Path root) {
        folder = new ConfigFolder(root)
                .whole()
                .write("configs/prompts.jsonl", "{ \"prompt\": \"Hi\" }")
                .variable("DRIVER", "atlas")
                .variable("PORT", "8001")
                .variable("CACHE", "/cache");
    }

    @ParameterizedTest
    @FieldSource("GOOD")
    void goodIsTakenByBoth(Fixture fixture) throws IOException {
        assertThat(refusedBySchema(fixture)).isEmpty();
        assertThat(refusedByLoader(fixture)).isEmpty();
    }

    @ParameterizedTest
    @FieldSource("BAD")
    void badIsRefusedByBoth(Fixture fixture) throws IOException {
        assertThat(refusedBySchema(fixture)).isNotEmpty();
        assertThat(refusedByLoader(fixture)).isNotEmpty();
    }

    @ParameterizedTest
    @FieldSource("LOADER_ALONE")
    void whatOnlyTheLoaderSeesIsNoFaultOfShape(Fixture fixture) throws IOException {
        assertThat(refusedBySchema(fixture)).isEmpty();
        assertThat(refusedByLoader(fixture)).isNotEmpty();
    }

    @Test
    void everyKindHasEverySortOfFixture() {
        for (List<Fixture> fixtures : List.of(GOOD, BAD, LOADER_ALONE)) {
            assertThat(fixtures).extracting(Fixture::kind).containsAll(KINDS);
        }
    }

    private static List<Error> refusedBySchema(Fixture fixture) throws IOException {
        return SCHEMAS.get(fixture.kind()).validate(fixture.text(), InputFormat.JSON);
    }

    /** Returns the problems of the fixture, loaded once for each profile that it has. */
    private List<Problem> refusedByLoader(Fixture fixture) throws IOException {
        switch (fixture.kind()) {
            case "threshold" -> folder.write("thresholds/a_threshold.json", fixture.text());
            case "cluster" -> folder.write("cluster/c.json", fixture.text()).knob("cluster", "cluster/c.json");
            default -> folder.write(ConfigFolder.CONFIG, fixture.text());
        }
        List<String> profiles = profiles(fixture.text());
        List<Problem> problems = new ArrayList<>();
        for (String profile : profiles) {
            if (fixture.kind().equals("config") && !fixture.path().endsWith("profile-to-be-chosen.json")) {
                folder.knob("config.profile", profile);
            } else if (fixture.kind().equals("threshold")) {
                folder.changed("\"framework\": \"atlas\"", "\"threshold_profile\": \"" + profile + "\"");
            }
            problems.addAll(folder.load().problems());
        }
        return profiles.isEmpty() ? folder.load().problems() : problems;
    }

    private static List<String> profiles(String text) {
        JsonNode profiles = new JsonMapper().readTree(text).path("profiles");
        return profiles.propertyNames().stream()
                .filter(name -> !name.startsWith("_"))
                .toList();
    }

    private static List<Fixture> fixtures(String sort) {
        List<Fixture> fixtures = new ArrayList<>();
        for (String kind : KINDS) {
            try (Stream<Path> files = Files.list(FIXTURES.resolve(kind).resolve(sort))) {
                files.sorted().forEach(file -> fixtures.add(new Fixture(kind, file)));
            } catch (IOException broken) {
                throw new UncheckedIOException(broken);
            }
        }
        return fixtures;
    }

    /**
     * One file to load.
     *
     * @param kind which of the schemas is for it
     */
    record Fixture(String kind, Path path) {

        String text() throws IOException {
            return Files.readString(path);
        }

        @Override
        public String toString() {
            return kind + ": " + path.getFileName();
        }
    }
}
