package atlas.validation.report;

import static org.assertj.core.api.Assertions.assertThat;

import atlas.validation.metric.MetricRegistry;
import atlas.validation.testing.RecordFixtures;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RunReportsIT {

    @TempDir
    Path runs;

    @Test
    void d12_aRunInWhichAllFailedLeavesEveryReport() {
        RunFolder folder = RunFolder.create(runs, "c", Instant.EPOCH);

        assertThat(new RunReports(folder, MetricRegistry.standard(), Optional.empty())
                        .write(RecordFixtures.allFailed()))
                .isEmpty();

        assertThat(RecordJson.read(folder.file("run.json"))).isEqualTo(RecordFixtures.allFailed());
        assertThat(folder.path())
                .isDirectoryContaining("glob:**run_deck.html")
                .isDirectoryContaining("glob:**summary.md")
                .isDirectoryContaining("glob:**results.csv");
    }

    @Test
    void oneReportThatCannotBeWrittenKeepsNoOtherFromBeingWritten() throws IOException {
        RunFolder folder = RunFolder.create(runs, "c", Instant.EPOCH);
        Files.createDirectories(folder.file("summary.md").resolve("in/the/way"));

        assertThat(new RunReports(folder, MetricRegistry.standard(), Optional.empty())
                        .write(RecordFixtures.simulatedPass()))
                .singleElement()
                .asString()
                .startsWith("cannot write " + folder.file("summary.md"));

        assertThat(folder.file("run_deck.html")).isRegularFile();
    }
}
