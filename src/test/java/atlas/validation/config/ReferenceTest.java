package atlas.validation.config;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;

/** The references under {@code docs/reference} are what loader, schemas and registry say today. */
class ReferenceTest {

    private static final Path FOLDER = Path.of("docs", "reference");

    @Test
    void config() throws IOException {
        check("config.md", new ConfigReference().write());
    }

    @Test
    void thresholds() throws IOException {
        check("thresholds.md", new ThresholdReference().write());
    }

    @Test
    void metrics() throws IOException {
        check("metrics.md", new MetricReference().write());
    }

    private static void check(String name, String text) throws IOException {
        Path file = FOLDER.resolve(name);
        if (Boolean.getBoolean("update.docs")) {
            Files.createDirectories(FOLDER);
            Files.writeString(file, text);
        }
        assertThat(file)
                .as("stale; write it anew with -Dtest=ReferenceTest -Dupdate.docs=true")
                .hasContent(text);
    }
}
