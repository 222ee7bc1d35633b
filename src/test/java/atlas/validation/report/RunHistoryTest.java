package atlas.validation.report;

import static org.assertj.core.api.Assertions.assertThat;

import atlas.validation.record.Problem;
import atlas.validation.record.RunRecord;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RunHistoryTest {

    private static final RunRecord RUN = ConsoleReportTest.everyKindOfRun().getFirst();

    @TempDir
    private Path folder;

    private Path put(String name, String startedAt, String runId) throws IOException {
        Path file = folder.resolve(name);
        Files.createDirectories(file.getParent());
        String json = RecordJson.write(RUN)
                .replaceFirst("\"run_id\" : \"[^\"]*\"", "\"run_id\" : \"" + runId + "\"")
                .replaceFirst("\"started_at\" : \"[^\"]*\"", "\"started_at\" : \"" + startedAt + "\"");
        return Files.writeString(file, json);
    }

    @Test
    void readsAFileAFolderOfARunAndAFolderOfRuns() throws IOException {
        Path newer = put("runs/b/run.json", "2026-02-01T00:00:00Z", "newer");
        put("runs/a/run.json", "2026-03-01T00:00:00Z", "newest");
        put("runs/kept.json", "2026-01-01T00:00:00Z", "oldest");
        Files.writeString(folder.resolve("runs/notes.txt"), "x");
        Files.createSymbolicLink(folder.resolve("runs/latest"), folder.resolve("runs/a"));

        assertThat(RunHistory.read(newer).records())
                .extracting(RunRecord::runId)
                .containsExactly("newer");
        assertThat(RunHistory.read(newer.getParent()).records())
                .extracting(RunRecord::runId)
                .containsExactly("newer");
        RunHistory all = RunHistory.read(folder.resolve("runs"));
        assertThat(all.records()).extracting(RunRecord::runId).containsExactly("oldest", "newer", "newest");
        assertThat(all.problems()).isEmpty();
        assertThat(all.runs().getFirst().file()).isEqualTo(folder.resolve("runs/kept.json"));
    }

    @Test
    void aRunThatLiesThereTwiceCountsOnce() throws IOException {
        put("runs/a/run.json", "2026-03-01T00:00:00Z", "one");
        put("runs/copy.json", "2026-03-01T00:00:00Z", "one");
        assertThat(RunHistory.read(folder.resolve("runs")).records()).hasSize(1);
    }

    @Test
    void tellsWhatItCannotRead() throws IOException {
        put("runs/a/run.json", "2026-03-01T00:00:00Z", "one");
        Files.writeString(folder.resolve("runs/broken.json"), "{");
        Files.writeString(folder.resolve("runs/other.json"), "{}");
        RunHistory history = RunHistory.read(folder.resolve("runs"));
        assertThat(history.records()).hasSize(1);
        assertThat(history.problems())
                .hasSize(2)
                .allSatisfy(problem -> assertThat(problem.message()).startsWith("is no run record: "));
        assertThat(RunHistory.read(folder.resolve("nowhere")).problems())
                .extracting(Problem::message)
                .singleElement()
                .asString()
                .startsWith("cannot be read: ");
        Files.createDirectories(folder.resolve("empty"));
        assertThat(RunHistory.read(folder.resolve("empty")).problems())
                .extracting(Problem::message)
                .containsExactly("holds no run.json");
    }
}
