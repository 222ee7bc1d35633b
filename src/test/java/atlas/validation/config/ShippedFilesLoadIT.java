package atlas.validation.config;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;

import atlas.validation.record.CellId;
import com.networknt.schema.InputFormat;
import com.networknt.schema.Schema;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The files that the project ships load without a word. */
class ShippedFilesLoadIT {

    private static final Path PROJECT = Path.of("");

    @Test
    void quickstart() {
        LoadedFiles files = load(Map.of());

        assertThat(files.problems()).isEmpty();
        assertThat(files.warnings()).isEmpty();
        LoadedConfig loaded = files.configs().getFirst();
        assertThat(loaded.config().name()).isEqualTo("simulated_quickstart");
        assertThat(loaded.config().enforceThresholds()).isTrue();
        assertThat(loaded.files()).hasSize(3);
        assertThat(requireNonNull(loaded.thresholds()).cells().keySet())
                .contains(CellLimits.TARGET)
                .containsAll(loaded.config().sweep().runs().stream()
                        .map(SweepRun::id)
                        .map(CellId::value)
                        .toList());
    }

    @Test
    void anyServer() {
        LoadedFiles files = load(Map.of("base.url", "http://127.0.0.1:9/v1"));

        assertThat(files.problems()).isEmpty();
        assertThat(files.warnings()).isEmpty();
        ValidationConfig config = files.configs().getFirst().config();
        assertThat(config.launches()).isFalse();
        assertThat(config.enforceThresholds()).isFalse();
        assertThat(config.model().id()).isNull();
    }

    @ParameterizedTest
    @CsvSource({"configs, config", "thresholds, threshold", "cluster, cluster"})
    void keepToTheirSchema(String folder, String kind) throws IOException {
        Schema schema = SchemaFile.schema(kind);
        try (Stream<Path> files = Files.list(PROJECT.resolve(folder))) {
            for (Path file : files.filter(Files::isRegularFile).toList()) {
                assertThat(schema.validate(Files.readString(file), InputFormat.JSON))
                        .as(file.toString())
                        .isEmpty();
            }
        }
    }

    private static LoadedFiles load(Map<String, String> knobs) {
        return new ConfigLoader(PROJECT).load(Settings.read(knobs::get, name -> null));
    }
}
