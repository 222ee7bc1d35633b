package atlas.validation.config;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;

import atlas.validation.record.CellId;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** The files that the project ships load without a word. */
class ShippedFilesTest {

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

    @Test
    void allConfigsTogether() {
        LoadedFiles files = load(Map.of("config", "configs/*.json", "cluster", "cluster/local.json"));

        assertThat(files.problems()).isEmpty();
        assertThat(files.configs()).hasSizeGreaterThanOrEqualTo(2);
    }

    private static LoadedFiles load(Map<String, String> knobs) {
        return new ConfigLoader(PROJECT).load(Settings.read(knobs::get, name -> null));
    }
}
