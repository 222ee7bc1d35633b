package atlas.validation.engine;

import static org.assertj.core.api.Assertions.assertThat;

import atlas.validation.record.CheckRecord;
import atlas.validation.record.Comparison;
import atlas.validation.record.RunRecord;
import atlas.validation.record.Status;
import atlas.validation.testing.EngineRun;
import atlas.validation.testing.FixtureConfig;
import java.nio.file.Path;
import java.util.Objects;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** A run that is held against runs of the past, through the whole engine. */
@Timeout(180)
class BaselineIT {

    private static final String REGRESSION =
            "{ \"median_tpot_ms\": { \"kind\": \"max_regression\", \"pct\": 300 }, \"failed\": { \"kind\": \"max\", \"value\": 0 } }";

    @TempDir
    private Path folder;

    private EngineRun run(FixtureConfig config, String... knobs) {
        return EngineRun.of(config.writeTo(folder), folder.resolve("runs"), knobs);
    }

    private static FixtureConfig config() {
        return FixtureConfig.named("server").cell("w1", 1).limits("w1-conc1", REGRESSION);
    }

    private static CheckRecord regression(RunRecord run) {
        return run.targets().getFirst().cells().getFirst().tiers().stream()
                .flatMap(tier -> tier.checks().stream())
                .filter(check -> check.kind().equals("max_regression"))
                .findFirst()
                .orElseThrow();
    }

    @Test
    @DisplayName("I8 I12 I13 a run passes beside runs like it, is shown beside others, and fails where they may differ")
    void aRunIsHeldAgainstTheRunsOfThePast() {
        String runs = folder.resolve("runs").toString();
        for (int past = 0; past < 3; past++) {
            assertThat(run(config().recordOnly()).record().status()).isEqualTo(Status.RECORD);
        }

        EngineRun alike = run(config(), "baseline", runs);
        assertThat(alike.row("compare[server vs baseline]")).startsWith("skipped: record: 1 cell compared");
        RunRecord passed = alike.record();
        assertThat(regression(passed).message()).contains("of the baseline");
        assertThat(Objects.requireNonNull(regression(passed).baseline()).runs()).isEqualTo(3);
        assertThat(regression(passed).noise()).isNotNull();
        Comparison.Other other =
                Objects.requireNonNull(passed.comparison()).others().getFirst();
        assertThat(other.name()).isEqualTo("baseline");
        assertThat(other.cells().getFirst().metrics().get("median_tpot_ms").noisePct())
                .isPositive();

        FixtureConfig slow = config().simulator("--sim-decode-step-ms", "40");
        EngineRun shown = run(slow, "baseline", runs);
        assertThat(regression(shown.record()).status()).isEqualTo(Status.RECORD);
        assertThat(regression(shown.record()).message())
                .contains("shown and not enforced: roles.server.args:")
                .contains("worse");

        EngineRun failed = run(slow, "baseline", runs, "baseline.allow", "roles.server.args");
        assertThat(regression(failed.record()).message()).contains("worse").doesNotContain("not enforced");
    }

    @Test
    void aFolderWithoutRunsLeavesTheLimitInconclusive() {
        EngineRun first = run(config(), "baseline", folder.toString());
        assertThat(regression(first.record()).status()).isEqualTo(Status.INCONCLUSIVE);
        assertThat(regression(first.record()).message()).contains("no run of the baseline has it");
    }

    @Test
    void aFieldThatDoesNotExistIsAProblem() {
        EngineRun run = run(config(), "baseline", folder.toString(), "baseline.allow", "imagge");
        assertThat(run.record().problems().getFirst().sentence())
                .startsWith("-Dbaseline.allow=imagge names no field; fields are server, gpu");
        assertThat(run.record().exitCode()).isEqualTo(2);
    }
}
