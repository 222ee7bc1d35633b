package atlas.validation.gate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import atlas.validation.config.ThresholdEntry;
import atlas.validation.metric.CellMetrics;
import atlas.validation.metric.Doubt;
import atlas.validation.metric.MetricRegistry;
import atlas.validation.metric.MetricValue;
import atlas.validation.metric.Tier;
import atlas.validation.record.CellId;
import atlas.validation.record.CheckRecord;
import atlas.validation.record.CheckRecord.Noise;
import atlas.validation.record.Counts;
import atlas.validation.record.Status;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

class RepeatedChecksTest {

    private static final CellId CELL = CellId.ofConcurrency("w1_1k_1k", 128);
    private static final Judging ONE_CHECK_OF_FIVE = new Judging(ErrorBudget.of(1, 5, 5));

    private static CheckRecord judge(ThresholdEntry limit, Measured measured) {
        return judge(limit, measured.metrics(), ONE_CHECK_OF_FIVE, null);
    }

    private static CheckRecord judge(
            ThresholdEntry limit, CellMetrics metrics, Judging judging, @Nullable String unfit) {
        List<Tier> tiers = Stream.of(Tier.values()).toList();
        CellVerdict verdict = new CellJudge(MetricRegistry.standard())
                .judge(CELL, metrics, tiers, List.of(limit), true, unfit, judging);
        return verdict.tiers().stream()
                .flatMap(tier -> tier.checks().stream())
                .findFirst()
                .orElseThrow();
    }

    private static Noise noise(CheckRecord check) {
        return Objects.requireNonNull(check.noise());
    }

    @Test
    void anIntervalAboveALeastValuePasses() {
        CheckRecord check = judge(
                Limits.minTokS("output_throughput", 900),
                Measured.nothing().repeated("output_throughput", 1000, 1010, 990, 1005, 995));
        assertThat(check.status()).isEqualTo(Status.PASS);
        assertThat(check.actual()).isEqualTo(1000);
        assertThat(check.n()).isEqualTo(5000);
        assertThat(check.marginPct()).isCloseTo(11.1, within(0.02));
        // s = 7.906, t of 4 degrees at 1 % = 3.747: 3.747 * 7.906 / sqrt(5) = 13.25
        assertThat(noise(check).sd()).isCloseTo(7.906, within(0.001));
        assertThat(noise(check).low()).isCloseTo(986.75, within(0.01));
        assertThat(noise(check).high()).isCloseTo(1013.25, within(0.01));
        assertThat(noise(check).level()).isEqualTo(0.01);
        assertThat(noise(check).repeats()).isEqualTo(5);
        assertThat(noise(check).needs()).isNull();
        assertThat(check.message())
                .isEqualTo("output_throughput 1000 tok/s is at least 900 tok/s (+11.1 %), ± 13.2 tok/s over 5 repeats"
                        + " in w1_1k_1k-conc128 [throughput], thresholds/x.json:17");
    }

    @Test
    void anIntervalBelowALeastValueFails() {
        CheckRecord check = judge(
                Limits.minTokS("output_throughput", 1100),
                Measured.nothing().repeated("output_throughput", 1000, 1010, 990, 1005, 995));
        assertThat(check.status()).isEqualTo(Status.FAIL);
        assertThat(check.marginPct()).isNegative();
    }

    @Test
    @DisplayName("an interval across a limit is inconclusive and tells how many repeats decide")
    void anIntervalAcrossALimitIsInconclusive() {
        CheckRecord below = judge(
                Limits.minTokS("output_throughput", 1010),
                Measured.nothing().repeated("output_throughput", 1000, 1010, 990, 1005, 995));
        assertThat(below.status()).isEqualTo(Status.INCONCLUSIVE);
        assertThat(noise(below).needs()).isGreaterThan(5);
        assertThat(below.message())
                .contains("is below 1010 tok/s")
                .contains("inconclusive: it needs " + noise(below).needs() + " repeats");
        CheckRecord above = judge(
                Limits.minTokS("output_throughput", 990),
                Measured.nothing().repeated("output_throughput", 1000, 1010, 990, 1005, 995));
        assertThat(above.status()).isEqualTo(Status.INCONCLUSIVE);
    }

    @Test
    void aMeanOnItsLimitNeedsMoreRepeatsThanAnybodyRuns() {
        CheckRecord check = judge(
                Limits.minTokS("output_throughput", 1000),
                Measured.nothing().repeated("output_throughput", 1000, 1010, 990, 1005, 995));
        assertThat(check.status()).isEqualTo(Status.INCONCLUSIVE);
        assertThat(noise(check).needs()).isNull();
        assertThat(check.message()).contains("inconclusive: it needs more than 1000 repeats");
    }

    @Test
    void aGreatestValueIsTheOtherWayRound() {
        Measured ttft = Measured.nothing().repeated("mean_ttft_ms", 100, 102, 98, 101, 99);
        assertThat(judge(Limits.maxMs("mean_ttft_ms", 110), ttft).status()).isEqualTo(Status.PASS);
        assertThat(judge(Limits.maxMs("mean_ttft_ms", 101), ttft).status()).isEqualTo(Status.INCONCLUSIVE);
        assertThat(judge(Limits.maxMs("mean_ttft_ms", 90), ttft).status()).isEqualTo(Status.FAIL);
    }

    @Test
    void aRangeIsMissedOnEitherSide() {
        Measured isl = Measured.nothing().repeated("mean_isl", 100, 102, 98, 101, 99);
        assertThat(judge(Limits.within("mean_isl", 100, 10), isl).status()).isEqualTo(Status.PASS);
        assertThat(judge(Limits.within("mean_isl", 109, 10), isl).status()).isEqualTo(Status.INCONCLUSIVE);
        assertThat(judge(Limits.within("mean_isl", 92, 10), isl).status()).isEqualTo(Status.INCONCLUSIVE);
        assertThat(judge(Limits.within("mean_isl", 150, 10), isl).status()).isEqualTo(Status.FAIL);
        assertThat(judge(Limits.within("mean_isl", 50, 10), isl).status()).isEqualTo(Status.FAIL);
    }

    @Test
    @DisplayName("I9 a ratio of two figures that swing together is tight although each is wide")
    void aRatioIsTakenInEachRepeat() {
        Measured measured = Measured.nothing()
                .repeated("output_throughput", 800, 1000, 1200, 900, 1100)
                .repeated("total_token_throughput", 1600, 2000, 2400, 1800, 2200);
        CheckRecord ratio = judge(Limits.minRatio("output_throughput", 0.49, "total_token_throughput"), measured);
        assertThat(ratio.status()).isEqualTo(Status.PASS);
        assertThat(noise(ratio).sd()).isZero();
        assertThat(ratio.actual()).isEqualTo(0.5);
        assertThat(judge(Limits.minTokS("output_throughput", 850), measured).status())
                .isEqualTo(Status.INCONCLUSIVE);
    }

    @Test
    void aRatioOfRepeatsThatAreNotPairsIsNoRepeatedFigure() {
        Measured measured = Measured.nothing()
                .repeated("output_throughput", 800, 1000, 1200)
                .repeated("total_token_throughput", 1600, 2000);
        CheckRecord ratio = judge(Limits.minRatio("output_throughput", 0.4, "total_token_throughput"), measured);
        assertThat(ratio.noise()).isNull();
    }

    @Test
    void oneRepeatThatIsNotPerfectMissesALimitThatAsksForPerfection() {
        Measured failed =
                Measured.nothing().repeated("failed", 0, 0, 1, 0, 0).repeated("success_rate", 1, 1, 0.9, 1, 1);
        assertThat(judge(Limits.max("failed", 0), failed).status()).isEqualTo(Status.FAIL);
        assertThat(judge(Limits.min("success_rate", 1), failed).status()).isEqualTo(Status.FAIL);
        Measured perfect = Measured.nothing().repeated("failed", 0, 0, 0, 0, 0).repeated("success_rate", 1, 1, 1, 1, 1);
        assertThat(judge(Limits.max("failed", 0), perfect).status()).isEqualTo(Status.PASS);
        assertThat(judge(Limits.min("success_rate", 1), perfect).status()).isEqualTo(Status.PASS);
    }

    @Test
    void aLimitThatLeavesRoomIsDecidedByTheInterval() {
        Measured some = Measured.nothing()
                .repeated("failed", 0, 0, 1, 0, 0)
                .repeated("request_throughput", 0.9, 1.2, 0.8, 1, 1.1);
        assertThat(judge(Limits.max("failed", 0.5), some).status()).isEqualTo(Status.INCONCLUSIVE);
        assertThat(judge(Limits.min("request_throughput", 1), some).status())
                .as("1 is no perfection for a rate")
                .isEqualTo(Status.INCONCLUSIVE);
    }

    @Test
    @DisplayName("a single repeat far out neither fails a good figure nor saves a bad one")
    void p99OutliersDoNotFlipAVerdict() {
        Measured good = Measured.nothing().repeated("p99_ttft_ms", 100, 101, 99, 100, 5000);
        assertThat(judge(Limits.maxMs("p99_ttft_ms", 130), good).status()).isEqualTo(Status.INCONCLUSIVE);
        Measured bad = Measured.nothing().repeated("output_throughput", 50, 51, 49, 50, 5000);
        assertThat(judge(Limits.minTokS("output_throughput", 60), bad).status()).isEqualTo(Status.INCONCLUSIVE);
    }

    @Test
    void aPercentileNeedsItsSamplesInEachRepeat() {
        CellMetrics metrics = new CellMetrics(
                new Counts(500, 500, 0, 0, Map.of("success", 500)),
                Map.of("p99_ttft_ms", Repeated.value(100, new double[] {100, 101, 99, 100, 100})),
                List.of(),
                null);
        CheckRecord check = judge(Limits.maxMs("p99_ttft_ms", 900), metrics, ONE_CHECK_OF_FIVE, null);
        assertThat(check.status()).isEqualTo(Status.INCONCLUSIVE);
        assertThat(check.message()).contains("100 of the 500 samples that it needs in each repeat");
        assertThat(check.noise()).as("the noise is told all the same").isNotNull();
        assertThat(judge(Limits.onSamples(Limits.maxMs("p99_ttft_ms", 900), 100), metrics, ONE_CHECK_OF_FIVE, null)
                        .status())
                .isEqualTo(Status.PASS);
    }

    @Test
    void aDoubtOrAnUnfitClientIsNoNoise() {
        MetricValue doubted = Repeated.value(1000, new double[] {100, 101, 99}, Doubt.CHUNK_COUNTED);
        CellMetrics metrics = new CellMetrics(
                new Counts(500, 500, 0, 0, Map.of("success", 500)), Map.of("mean_tpot_ms", doubted), List.of(), null);
        assertThat(judge(Limits.maxMs("mean_tpot_ms", 900), metrics, ONE_CHECK_OF_FIVE, null)
                        .status())
                .isEqualTo(Status.INCONCLUSIVE);
        CheckRecord unfit = judge(
                Limits.maxMs("mean_ttft_ms", 900),
                Measured.nothing().repeated("mean_ttft_ms", 100, 101, 99).metrics(),
                ONE_CHECK_OF_FIVE,
                "it is slow");
        assertThat(unfit.status()).isEqualTo(Status.INCONCLUSIVE);
        assertThat(unfit.message()).contains("the client is unfit: it is slow");
    }

    @Test
    void twoRepeatsAreHeldAgainstALimitByTheirMeanAlone() {
        CheckRecord check =
                judge(Limits.maxMs("mean_ttft_ms", 101), Measured.nothing().repeated("mean_ttft_ms", 90, 110));
        assertThat(check.status()).isEqualTo(Status.PASS);
        assertThat(check.noise()).isNull();
    }

    @Test
    void manyChecksMakeEachAskForMore() {
        CellMetrics metrics = Measured.nothing()
                .repeated("output_throughput", 1000, 1010, 990, 1005, 995)
                .metrics();
        ThresholdEntry limit = Limits.minTokS("output_throughput", 980);
        assertThat(judge(limit, metrics, new Judging(ErrorBudget.of(1, 5, 5)), null)
                        .status())
                .isEqualTo(Status.PASS);
        assertThat(judge(limit, metrics, new Judging(ErrorBudget.of(50, 5, 5)), null)
                        .status())
                .isEqualTo(Status.INCONCLUSIVE);
        assertThat(judge(limit, metrics, new Judging(ErrorBudget.of(1, 3, 10)), null)
                        .status())
                .isEqualTo(Status.INCONCLUSIVE);
    }
}
