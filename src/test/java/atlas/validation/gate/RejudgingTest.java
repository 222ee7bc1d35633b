package atlas.validation.gate;

import static org.assertj.core.api.Assertions.assertThat;

import atlas.validation.config.CellLimits;
import atlas.validation.config.Inconclusive;
import atlas.validation.config.ThresholdEntry;
import atlas.validation.record.CellRecord;
import atlas.validation.record.CheckRecord;
import atlas.validation.record.RunRecord;
import atlas.validation.record.Status;
import atlas.validation.record.TargetRecord;
import atlas.validation.record.TierRecord;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** What a record says of itself under other limits; runs that were really measured are judged again elsewhere. */
class RejudgingTest {

    private static final String METRIC = "output_throughput";
    private static final List<String> TIERS = List.of("throughput", "ttft", "tpot", "latency", "health", "record");

    private static CellRecord cell(double value) {
        return with(
                PastRuns.target()
                        .measured(PastRuns.CELL, Map.of(METRIC, value))
                        .build()
                        .cells()
                        .getFirst(),
                Status.PASS,
                null,
                TIERS.stream()
                        .map(tier -> new TierRecord(tier, Status.PASS, null, List.of()))
                        .toList());
    }

    private static CellRecord with(CellRecord cell, Status status, @Nullable String message, List<TierRecord> tiers) {
        return cell.judged(status, message, tiers);
    }

    private static RunRecord run(CellRecord cell) {
        return run(PastRuns.target().cellRecord(cell), PastRuns.NOW.plusSeconds(60));
    }

    private static RunRecord run(TargetBuilder target, @Nullable Instant finished) {
        return PastRuns.run(
                PastRuns.NOW, finished, Status.PASS, Map.of("params.num_prompts", 100), List.of(target.build()));
    }

    private static RunRecord again(RunRecord run, Map<String, List<ThresholdEntry>> limits) {
        return Rejudging.of(run, Map.of("server", limits), new Rejudging.Terms("other.json", true, Inconclusive.FAIL));
    }

    private static RunRecord again(RunRecord run, ThresholdEntry... limits) {
        return again(run, Map.of(PastRuns.CELL, List.of(limits)));
    }

    private static CellRecord onlyCell(RunRecord run) {
        return run.targets().getFirst().cells().getFirst();
    }

    private static List<CheckRecord> checks(RunRecord run) {
        return onlyCell(run).tiers().stream()
                .flatMap(tier -> tier.checks().stream())
                .toList();
    }

    @Test
    void aLimitThatHoldsPassesAndOneThatDoesNotFails() {
        RunRecord passed = again(run(cell(100)), Limits.minTokS(METRIC, 50));
        assertThat(passed.status()).isEqualTo(Status.PASS);
        assertThat(passed.exitCode()).isZero();
        assertThat(onlyCell(passed).status()).isEqualTo(Status.PASS);
        assertThat(passed.targets().getFirst().thresholdFile()).isEqualTo("other.json");
        assertThat(passed.targets().getFirst().enforced()).isTrue();

        RunRecord failed = again(run(cell(100)), Limits.minTokS(METRIC, 150));
        assertThat(failed.status()).isEqualTo(Status.FAIL);
        assertThat(failed.exitCode()).isEqualTo(1);
        assertThat(failed.targets().getFirst().status()).isEqualTo(Status.FAIL);
        assertThat(checks(failed)).singleElement().satisfies(check -> {
            assertThat(check.actual()).isEqualTo(100.0);
            assertThat(check.limit()).isEqualTo(150.0);
            assertThat(check.status()).isEqualTo(Status.FAIL);
        });
        assertThat(onlyCell(failed).tiers()).extracting(TierRecord::name).isEqualTo(TIERS);
    }

    @Test
    void limitsOfOtherCellsAndTargetsAreNoneOfItsOwn() {
        RunRecord elsewhere = again(run(cell(100)), Map.of("w1-conc16", List.of(Limits.minTokS(METRIC, 150))));
        assertThat(checks(elsewhere)).isEmpty();
        RunRecord other = Rejudging.of(
                run(cell(100)),
                Map.of("vllm", Map.of(PastRuns.CELL, List.of(Limits.minTokS(METRIC, 150)))),
                new Rejudging.Terms("other.json", true, Inconclusive.FAIL));
        assertThat(checks(other)).isEmpty();
    }

    @Test
    void whatIsNotEnforcedIsOnRecord() {
        RunRecord recorded = Rejudging.of(
                run(cell(100)),
                Map.of("server", Map.of(PastRuns.CELL, List.of(Limits.minTokS(METRIC, 150)))),
                new Rejudging.Terms("other.json", false, Inconclusive.FAIL));
        assertThat(recorded.status()).isEqualTo(Status.RECORD);
        assertThat(recorded.exitCode()).isZero();
        assertThat(recorded.targets().getFirst().enforced()).isFalse();
    }

    @Test
    void aSkippedCellStaysSkipped() {
        RunRecord run = run(
                PastRuns.target().skippedCell(PastRuns.CELL, "skipped: launch failed"), PastRuns.NOW.plusSeconds(1));
        CellRecord still = onlyCell(again(run, Limits.minTokS(METRIC, 50)));
        assertThat(still).isEqualTo(onlyCell(run));
    }

    @Test
    void aCellThatBrokeOffIsNoMatterOfLimits() {
        CellRecord broken = with(
                cell(100), Status.ERROR, "error: the server is gone", cell(100).tiers());
        RunRecord judged = again(run(broken), Limits.minTokS(METRIC, 50));
        assertThat(onlyCell(judged).status()).isEqualTo(Status.ERROR);
        assertThat(onlyCell(judged).message()).isEqualTo("error: the server is gone");
        assertThat(judged.status()).isEqualTo(Status.ERROR);
    }

    /** The error was that of a limit on a figure that was not measured: another limit has its own answer. */
    @Test
    void anErrorOfACheckGoesWithItsLimit() {
        CheckRecord unmeasured = new CheckRecord(
                "p99_ttft_ms",
                "max_ms",
                5.0,
                null,
                "ms",
                null,
                null,
                Status.ERROR,
                "p99 was not measured",
                "x",
                1,
                null,
                null);
        List<TierRecord> tiers = List.of(
                new TierRecord("throughput", Status.PASS, null, List.of()),
                new TierRecord("ttft", Status.ERROR, "error: p99 was not measured", List.of(unmeasured)),
                new TierRecord("record", Status.RECORD, null, List.of()));
        CellRecord cell = with(cell(100), Status.ERROR, "error: 1 of 1, first p99 was not measured", tiers);
        RunRecord judged = again(run(cell), Limits.minTokS(METRIC, 50));
        assertThat(onlyCell(judged).status()).isEqualTo(Status.PASS);
        CellRecord both = with(cell(100), Status.ERROR, "error: the server is gone", tiers);
        assertThat(onlyCell(again(run(both), Limits.minTokS(METRIC, 50))).message())
                .isEqualTo("error: the server is gone");
    }

    @Test
    void aRunThatDidNotEndStaysOne() {
        RunRecord cut = again(run(PastRuns.target().cellRecord(cell(100)), null), Limits.minTokS(METRIC, 50));
        assertThat(cut.status()).isEqualTo(RunVerdict.unfinished().status());
        assertThat(cut.statusReason()).isEqualTo(RunVerdict.unfinished().reason());
        assertThat(cut.exitCode()).isEqualTo(RunVerdict.unfinished().exitCode());
    }

    @Test
    void aLimitOnWhatIsMeasuredOncePerServerIsHeldAgainstTheColdStart() {
        RunRecord unmeasured =
                again(run(cell(100)), Map.of(CellLimits.TARGET, List.of(Limits.maxMs("cold_start_ms", 60_000))));
        TargetRecord target = unmeasured.targets().getFirst();
        assertThat(target.targetTiers())
                .flatExtracting(TierRecord::checks)
                .singleElement()
                .satisfies(check -> assertThat(check.status()).isEqualTo(Status.ERROR));
        assertThat(again(run(cell(100)), Map.of()).targets().getFirst().targetTiers())
                .isEmpty();
    }

    @Test
    void aRegressionIsHeldAgainstTheRunsOfThePast() {
        List<RunRecord> past = PastRuns.daily(METRIC, 100, 101, 99, 100, 101, 99, 100, 101, 99, 100);
        Map<String, Map<String, List<ThresholdEntry>>> limits =
                Map.of("server", Map.of(PastRuns.CELL, List.of(Limits.maxRegression(METRIC, 10))));
        Rejudging.Terms terms = new Rejudging.Terms("other.json", true, Inconclusive.FAIL, past, List.of());
        CheckRecord check = checks(Rejudging.of(run(cell(60)), limits, terms)).getFirst();
        assertThat(check.baseline()).isNotNull();
        assertThat(check.baseline().value()).isEqualTo(100);
        assertThat(check.baseline().runs()).isEqualTo(10);
        assertThat(check.status()).isEqualTo(Status.FAIL);
        assertThat(checks(again(run(cell(60)), Limits.maxRegression(METRIC, 10)))
                        .getFirst()
                        .status())
                .as("without a past there is nothing to be worse than")
                .isEqualTo(Status.INCONCLUSIVE);
    }
}
