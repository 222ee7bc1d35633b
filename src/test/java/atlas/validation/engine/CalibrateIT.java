package atlas.validation.engine;

import static org.assertj.core.api.Assertions.assertThat;

import atlas.validation.record.CellRecord;
import atlas.validation.record.RunRecord;
import atlas.validation.record.SweepRepeats;
import atlas.validation.record.TargetRecord;
import atlas.validation.testing.EngineRun;
import atlas.validation.testing.FixtureConfig;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** {@code -Dcalibrate} on the embedded simulator: repeats with the server launched anew, and the limits they give. */
@Timeout(180)
class CalibrateIT {

    private static final String BY_HAND = "{ \"mean_ttft_ms\": { \"kind\": \"max_ms\", \"value\": 0.001 } }";

    @TempDir
    private Path folder;

    @Test
    @DisplayName("The server is launched anew for each repeat, and limits are left in the run's folder alone")
    void limitsAreMadeFromRelaunchedRepeats() throws IOException {
        Path config = FixtureConfig.named("calibrated")
                .cell("w1", 1)
                .requests(12)
                .params("\"repeats\": { \"min\": 3, \"max\": 10 }")
                .limits("w1-conc1", BY_HAND)
                .writeTo(folder);
        Path thresholds = folder.resolve("calibrated_threshold.json");
        String before = Files.readString(thresholds);

        EngineRun run = EngineRun.of(config, folder.resolve("runs"), "calibrate", "3");

        assertThat(run.red()).as("a calibration misses no limit").isEmpty();
        RunRecord record = run.record();
        assertThat(record.exitCode()).isZero();
        TargetRecord target = record.targets().getFirst();
        assertThat(target.repeats()).isEqualTo(new SweepRepeats(3, 3, 3, "all were measured", true));
        assertThat(target.cells())
                .singleElement()
                .satisfies(cell -> assertThat(cell.repeats()).hasSize(3));
        assertThat(folder.resolve("runs/latest/logs/calibrated/server.log"))
                .content()
                .as("three servers, each with a start of its own")
                .satisfies(log -> assertThat(log.split("Listening on", -1)).hasSize(4));

        assertThat(thresholds).as("never overwritten").hasContent(before);
        Path made = folder.resolve("runs/latest/calibrated_threshold.json");
        assertThat(made)
                .content()
                .contains("\"value\": 0.001")
                .contains("\"median_ttft_ms\"")
                .contains("_from")
                .contains("n 3");
        assertThat(folder.resolve("runs/latest/calibrated_threshold.diff"))
                .content()
                .contains("+")
                .contains("median_ttft_ms");

        EngineRun next = EngineRun.of(
                config, folder.resolve("runs"), "thresholds", made.toRealPath().toString(), "enforce", "false");
        CellRecord judged = next.record().targets().getFirst().cells().getFirst();
        assertThat(next.record().problems()).as("the file can be used as it is").isEmpty();
        assertThat(judged.tiers())
                .filteredOn(tier -> tier.name().equals("ttft"))
                .flatExtracting(tier -> tier.checks())
                .anySatisfy(check -> assertThat(check.metric()).isEqualTo("median_ttft_ms"));
    }

    @Test
    void severalServersAreAProblem() {
        Path one = FixtureConfig.named("one").cell("w1", 1).recordOnly().writeTo(folder);
        Path two = FixtureConfig.named("two").cell("w1", 1).recordOnly().writeTo(folder);

        EngineRun run = EngineRun.of(Path.of(one + "," + two), folder.resolve("runs"), "calibrate", "3");

        assertThat(run.record().exitCode()).isEqualTo(2);
        assertThat(run.record().problems())
                .singleElement()
                .satisfies(problem -> assertThat(problem.sentence())
                        .isEqualTo("-Dcalibrate makes the limits of one server, and there are 2; name one config"));
    }
}
