package atlas.validation.engine;

import static org.assertj.core.api.Assertions.assertThat;

import atlas.validation.config.Inconclusive;
import atlas.validation.gate.Rejudging;
import atlas.validation.gate.RunDiff;
import atlas.validation.plan.RunLimits;
import atlas.validation.record.CheckRecord;
import atlas.validation.record.Problem;
import atlas.validation.record.RunRecord;
import atlas.validation.record.Status;
import atlas.validation.record.TargetRecord;
import atlas.validation.report.RecordJson;
import atlas.validation.testing.EngineRun;
import atlas.validation.testing.FixtureConfig;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** A run that is judged again from its record alone. */
@Timeout(120)
class RejudgingIT {

    private static final String LIMITS = """
            { "output_throughput": { "kind": "min_tok_s", "value": 1 },
              "mean_ttft_ms": { "kind": "max_ms", "value": 60000 },
              "p90_ttft_ms": { "kind": "max_ms", "value": 60000 },
              "max_output_tokens_per_s": { "kind": "min", "value": 1, "enforce": false },
              "median_tpot_ms": { "kind": "info" },
              "mean_osl": { "kind": "within", "value": 4, "tolerance_pct": 1 },
              "failed": { "kind": "max", "value": 0 } }""";

    @TempDir
    private Path folder;

    private RunRecord measured(String params) {
        FixtureConfig config = FixtureConfig.named("server")
                .functional("{ \"cold_start\": true }")
                .cell("w1", 1)
                .cell("w1", 2)
                .limits("w1-*", LIMITS)
                .limits("TARGET", "{ \"cold_start_ms\": { \"kind\": \"max_ms\", \"value\": 60000 } }");
        Path file = (params.isEmpty() ? config : config.params(params)).writeTo(folder);
        return EngineRun.of(file, folder.resolve("runs"), "inconclusive", "warn")
                .record();
    }

    private RunLimits limits(String file, RunRecord run) {
        return RunLimits.read(folder, file, Optional.empty(), run, true);
    }

    private static RunRecord again(RunRecord run, RunLimits limits, String file) {
        return Rejudging.of(run, limits.limits(), new Rejudging.Terms(file, true, Inconclusive.WARN));
    }

    private static List<CheckRecord> checks(RunRecord run) {
        return run.targets().getFirst().cells().stream()
                .flatMap(cell -> cell.tiers().stream())
                .flatMap(tier -> tier.checks().stream())
                .toList();
    }

    private void bySameLimits(String params) {
        RunRecord run = measured(params);
        String file = run.targets().getFirst().thresholdFile();
        RunLimits limits = limits(file, run);
        assertThat(limits.problems()).isEmpty();
        RunRecord again = again(run, limits, file);
        assertThat(again.status()).isEqualTo(run.status());
        assertThat(again.statusReason()).isEqualTo(run.statusReason());
        assertThat(again.exitCode()).isEqualTo(run.exitCode());
        TargetRecord target = run.targets().getFirst();
        assertSame(again.targets().getFirst().cells(), target.cells());
        assertSame(again.targets().getFirst().targetTiers(), target.targetTiers());
        assertThat(checks(again)).hasSize(14);
    }

    /** Compares but for what is lost where times are written in whole microseconds. */
    private static void assertSame(Object again, Object before) {
        assertThat(again)
                .usingRecursiveComparison()
                .withComparatorForType(
                        (one, other) -> Math.abs(one - other) <= 0.005 * Math.abs(one) + 1e-3 ? 0 : 1, Double.class)
                .ignoringFieldsMatchingRegexes(".*message", ".*noise.needs")
                .isEqualTo(before);
    }

    @Test
    void bySameLimitsItSaysTheSameOfCellsThatWereMeasuredOnce() {
        bySameLimits("");
    }

    @Test
    void bySameLimitsItSaysTheSameOfRepeats() {
        bySameLimits("\"repeats\": 3");
    }

    @Test
    @DisplayName("I5 I6 other limits, other words; keys and names that do not exist are told")
    void byOtherLimitsItSaysOtherThings() throws IOException {
        RunRecord run = measured("");
        Files.writeString(folder.resolve("strict.json"), """
                { "w1-conc1": { "output_throughput": { "kind": "min_tok_s", "value": 1e9 },
                                "mean_ttft_ms": { "kind": "max_ms", "value": 0.001 } },
                  "w1-conc2": {} }""");
        RunRecord strict = again(run, limits("strict.json", run), "strict.json");
        assertThat(strict.status()).isEqualTo(Status.FAIL);
        assertThat(strict.exitCode()).isEqualTo(1);
        assertThat(checks(strict)).as("every violation").hasSize(2).allMatch(check -> check.status() == Status.FAIL);
        assertThat(strict.targets().getFirst().thresholdFile()).isEqualTo("strict.json");
        assertThat(strict.targets().getFirst().stages())
                .as("what was measured stays")
                .isEqualTo(run.targets().getFirst().stages());
        assertThat(RecordJson.read(RecordJson.write(strict)))
                .as("it can be written")
                .isNotNull();

        Files.writeString(folder.resolve("wrong.json"), """
                { "w1-conc16": { "output_throughput": { "kind": "min_tok_s", "value": 1 } },
                  "w1-conc1": { "output_throughputt": { "kind": "min", "value": 1 } } }""");
        assertThat(limits("wrong.json", run).problems())
                .extracting(Problem::message)
                .containsExactlyInAnyOrder(
                        "no metric is called 'output_throughputt'",
                        "thresholds are enforced, and cell 'w1-conc2' has none",
                        "'w1-conc16' fits no cell of the run");
        assertThat(limits("nowhere.json", run).problems()).hasSize(1);
    }

    @Test
    void twoRunsOfOneServerDifferByNothingButTheirFigures() {
        RunRecord before = measured("\"repeats\": 3");
        RunRecord after = measured("\"repeats\": 3");
        RunDiff.DiffTarget diff = RunDiff.of(before, after).targets().getFirst();
        assertThat(diff.notAlike()).isEmpty();
        assertThat(diff.cells()).extracting(RunDiff.DiffCell::id).containsExactly("w1-conc1", "w1-conc2");
        assertThat(diff.cells().getFirst().metrics())
                .filteredOn(metric -> metric.name().equals("median_tpot_ms"))
                .singleElement()
                .satisfies(metric -> assertThat(metric.noisePct()).isPositive());
    }
}
