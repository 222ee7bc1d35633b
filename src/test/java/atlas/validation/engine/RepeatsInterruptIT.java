package atlas.validation.engine;

import static org.assertj.core.api.Assertions.assertThat;

import atlas.validation.record.CellRecord;
import atlas.validation.record.RunRecord;
import atlas.validation.record.Status;
import atlas.validation.record.TargetRecord;
import atlas.validation.report.RecordJson;
import atlas.validation.testing.FixtureConfig;
import atlas.validation.testing.SuiteProcess;
import java.nio.file.Path;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Ctrl-C and a kill amid the repeats of a run on the embedded simulator. */
@Timeout(180)
class RepeatsInterruptIT {

    private static final String EASY = "{ \"mean_ttft_ms\": { \"kind\": \"max_ms\", \"value\": 60000 } }";

    @TempDir
    private Path folder;

    @Test
    @DisplayName("Cancelled in repeat 2: what was measured is in the record, and nothing passes for it")
    void cancelledInTheSecondRepeat() {
        try (SuiteProcess suite = start()) {
            suite.awaitLine("cell 2 of 2 w1-conc2, repeat 2 of 3");
            suite.interrupt();
            assertThat(suite.awaitEnd())
                    .contains("the sweep ends after 1 repeat: the run was cancelled")
                    .contains("VERDICT: CANCELLED");
        }
        RunRecord record = record();
        assertThat(record.status()).isEqualTo(Status.CANCELLED);
        assertThat(record.exitCode()).isEqualTo(130);
        TargetRecord target = record.targets().getFirst();
        assertThat(target.repeats().done()).isEqualTo(1);
        assertThat(target.repeats().ended()).isEqualTo("the run was cancelled");
        CellRecord first = target.cells().get(0);
        assertThat(first.status()).isEqualTo(Status.SKIPPED);
        assertThat(first.message()).isEqualTo("skipped: 2 of 3 repeats measured: the run was cancelled");
        assertThat(first.repeats())
                .hasSize(2)
                .allSatisfy(repeat -> assertThat(repeat.trouble()).isNull());
        assertThat(first.metrics().get("mean_ttft_ms")).isPositive();
        CellRecord second = target.cells().get(1);
        assertThat(second.status()).isEqualTo(Status.SKIPPED);
        assertThat(second.message()).startsWith("skipped: in repeat 2 of 3: cancelled after ");
        assertThat(second.repeats()).hasSize(2);
        assertThat(second.repeats().get(1).trouble()).contains("cancelled after");
        assertThat(second.metrics().get("mean_ttft_ms"))
                .as("the repeat that was cut short counts in no figure")
                .isEqualTo(second.repeats().getFirst().metrics().get("mean_ttft_ms"));
        assertThat(target.stages())
                .filteredOn(stage -> stage.name().startsWith("atlas_inference"))
                .allSatisfy(stage -> assertThat(stage.status()).isEqualTo(Status.SKIPPED));
    }

    @Test
    @DisplayName("Killed in repeat 2: run.json has the repeats so far, and says that nothing is judged")
    void killedInTheSecondRepeat() {
        try (SuiteProcess suite = start()) {
            suite.awaitLine("cell 2 of 2 w1-conc2, repeat 2 of 3");
            suite.kill();
        }
        TargetRecord target = record().targets().getFirst();
        assertThat(target.repeats().done()).isEqualTo(1);
        assertThat(target.repeats().ended()).isNull();
        assertThat(target.cells().get(0).message()).isEqualTo("skipped: 2 repeats measured so far");
        assertThat(target.cells().get(0).repeats()).hasSize(2);
        assertThat(target.cells().get(1).message()).isEqualTo("skipped: 1 repeat measured so far");
    }

    private SuiteProcess start() {
        Path config = FixtureConfig.named("cut")
                .cell("w1", 1)
                .cell("w1", 2)
                .requests(60)
                .simulator("--sim-decode-step-ms", "10")
                .params("\"repeats\": 3")
                .limits("w1-conc1", EASY)
                .limits("w1-conc2", EASY)
                .writeTo(folder);
        return SuiteProcess.start(
                SuiteMain.class, folder, "-Dconfig=" + config, "-Druns.dir=" + folder.resolve("runs"));
    }

    private RunRecord record() {
        return RecordJson.read(folder.resolve("runs/latest/run.json"));
    }
}
