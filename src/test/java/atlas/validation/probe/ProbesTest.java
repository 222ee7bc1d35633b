package atlas.validation.probe;

import static org.assertj.core.api.Assertions.assertThat;

import atlas.validation.config.Driver;
import atlas.validation.config.Functional;
import atlas.validation.server.ServerDriver;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class ProbesTest {

    private static final List<String> NAMES = names(new Functional(true, true, true, true, true, null));

    @Test
    void everyNameIsATagOfItsOwn() {
        assertThat(NAMES).doesNotHaveDuplicates().allMatch(name -> name.matches("[a-z_]+"));
    }

    @Test
    void eachFlagHasItsProbesAndNoneMeansNone() {
        assertThat(names(new Functional(false, false, false, false, false, null)))
                .isEmpty();
        assertThat(names(new Functional(false, false, false, true, false, null)))
                .isEmpty();
        assertThat(names(new Functional(false, true, false, false, false, null)))
                .containsExactly("health");
        assertThat(names(new Functional(false, false, true, false, false, null)))
                .isNotEmpty()
                .allMatch(name -> name.startsWith("tool_"));
        assertThat(names(new Functional(false, false, false, false, true, null)))
                .containsExactly("known_answers", "alone_and_together", "overload", "cancelled_request");
    }

    @Test
    void thePageOnProbesTellsOfEach() throws IOException {
        String page = Files.readString(Path.of("docs/probes.md"));

        assertThat(NAMES)
                .map(name -> name.startsWith("tool_") ? name.replace("_stream", "") : name)
                .allSatisfy(name -> assertThat(page).contains("`" + name + "`"));
    }

    @ParameterizedTest
    @EnumSource(Driver.class)
    void aKnownGapNamesAProbe(Driver driver) {
        assertThat(NAMES).containsAll(ServerDriver.of(driver).knownGaps().keySet());
    }

    private static List<String> names(Functional functional) {
        return Probes.of(functional).stream().map(Probe::name).toList();
    }
}
