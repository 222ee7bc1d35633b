package atlas.validation.gate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import atlas.validation.config.ThresholdEntry;
import atlas.validation.config.ThresholdRule;
import atlas.validation.metric.CellMetrics;
import atlas.validation.metric.Direction;
import atlas.validation.metric.Doubt;
import atlas.validation.metric.MetricRegistry;
import atlas.validation.metric.Tier;
import atlas.validation.record.CellId;
import atlas.validation.record.CheckRecord;
import atlas.validation.record.RunRecord;
import atlas.validation.record.Status;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class RegressionTest {

    private static final double[] STEADY = {100, 101, 99, 100.5, 99.5, 100, 101, 99, 100, 100};

    private static CheckRecord judge(ThresholdEntry limit, Measured measured, @Nullable Baseline baseline) {
        return judge(limit, measured.metrics(), baseline);
    }

    private static CheckRecord judge(ThresholdEntry limit, CellMetrics metrics, @Nullable Baseline baseline) {
        return new CellJudge(MetricRegistry.standard())
                        .judge(
                                CellId.ofConcurrency("w1", 8),
                                metrics,
                                Stream.of(Tier.values()).toList(),
                                List.of(limit),
                                true,
                                null,
                                new Judging(ErrorBudget.of(1, 1, 1)).against(baseline))
                        .tiers()
                        .stream()
                        .flatMap(tier -> tier.checks().stream())
                        .findFirst()
                        .orElseThrow();
    }

    private static Baseline baseline(String metric, double... values) {
        return PastRuns.baseline(PastRuns.daily(metric, values));
    }

    @ParameterizedTest(name = "{0} {1}: {2}")
    @DisplayName("I8 worse is by the direction of the figure")
    @CsvSource({
        "output_throughput, 100, PASS, 10",
        "output_throughput, 150, PASS, 60",
        "output_throughput, 80, FAIL, -10",
        "median_ttft_ms, 100, PASS, 10",
        "median_ttft_ms, 50, PASS, 60",
        "median_ttft_ms, 200, FAIL, -90"
    })
    void worseIsByTheDirectionOfTheFigure(String metric, double actual, Status expected, double margin) {
        CheckRecord check =
                judge(Limits.maxRegression(metric, 10), Measured.of(metric, actual), baseline(metric, STEADY));
        assertThat(check.status()).isEqualTo(expected);
        assertThat(check.marginPct()).isCloseTo(margin, within(1e-9));
        assertThat(check.limit()).isEqualTo(10);
    }

    @Test
    void saysWhatItIsHeldAgainst() {
        CheckRecord check = judge(
                Limits.maxRegression("output_throughput", 10),
                Measured.of("output_throughput", 80),
                baseline("output_throughput", STEADY));
        assertThat(check.message())
                .isEqualTo("output_throughput 80 tok/s beside 100 tok/s of the baseline (-20.0 %, worse), at most 10 %"
                        + " worse allowed, ± 2.15 tok/s by 10 runs in w1-conc8 [throughput], thresholds/x.json:17");
        var reference = Objects.requireNonNull(check.baseline());
        assertThat(reference.value()).isEqualTo(100);
        assertThat(reference.runs()).isEqualTo(10);
        assertThat(reference.sd()).isCloseTo(0.7071, within(1e-3));
        assertThat(reference.differences()).isEmpty();
        assertThat(reference.newest()).isAfter(reference.oldest());
        var noise = Objects.requireNonNull(check.noise());
        // t of 9 degrees at 1 % = 2.821; sqrt(1 + pi / 20) = 1.0757
        assertThat(noise.high() - noise.low()).isCloseTo(2 * 2.821 * 0.7071 * 1.0757, within(0.01));
        assertThat(noise.needs()).isNull();
    }

    @Test
    @DisplayName("I9 noise of 13 % and a gate of 10 % are inconclusive, with the repeats that would do")
    void aGateTighterThanTheNoiseIsInconclusive() {
        Baseline noisy = baseline("output_throughput", 87, 113, 100, 90, 115, 85, 105, 95, 110, 100);
        CheckRecord check =
                judge(Limits.maxRegression("output_throughput", 10), Measured.of("output_throughput", 97), noisy);
        assertThat(check.status()).isEqualTo(Status.INCONCLUSIVE);
        Integer needs = Objects.requireNonNull(check.noise()).needs();
        assertThat(needs).isNotNull();
        assertThat(check.message())
                .contains("inconclusive: it needs " + needs + " repeats, of the runs of the baseline too");
    }

    @Test
    void aRegressionFarBeyondTheNoiseFailsAllTheSame() {
        Baseline noisy = baseline("output_throughput", 87, 113, 100, 90, 115, 85, 105, 95, 110, 100);
        assertThat(judge(Limits.maxRegression("output_throughput", 10), Measured.of("output_throughput", 30), noisy)
                        .status())
                .isEqualTo(Status.FAIL);
    }

    @Test
    @DisplayName("I10 two runs of one source that differ by 8.95 % with tiny intervals of their own are no regression")
    void theNoiseBetweenRunsCounts() {
        Baseline baseline = baseline("median_ttft_ms", 100, 108.9, 95, 104, 92, 107, 99, 101, 96, 105);
        Measured tight = Measured.nothing().repeated("median_ttft_ms", 108.9, 108.95, 109, 108.95, 108.95);
        CheckRecord check = judge(Limits.maxRegression("median_ttft_ms", 5), tight, baseline);
        assertThat(check.status()).isEqualTo(Status.INCONCLUSIVE);
        Measured alone = Measured.nothing().repeated("median_ttft_ms", 150, 150.1, 150.2, 150.1, 150.1);
        assertThat(judge(Limits.maxRegression("median_ttft_ms", 5), alone, baseline)
                        .status())
                .as("a half more is beyond what runs differ by")
                .isEqualTo(Status.FAIL);
    }

    @Test
    void theNoiseOfTheRunItselfCountsToo() {
        Baseline steady = baseline("median_ttft_ms", STEADY);
        Measured wild = Measured.nothing().repeated("median_ttft_ms", 60, 180, 100, 160, 120);
        CheckRecord check = judge(Limits.maxRegression("median_ttft_ms", 5), wild, steady);
        assertThat(check.status()).isEqualTo(Status.INCONCLUSIVE);
        assertThat(Objects.requireNonNull(check.noise()).sd()).isGreaterThan(40);
    }

    @Test
    void fewerThanThreeRunsTellNoNoise() {
        CheckRecord one = judge(
                Limits.maxRegression("output_throughput", 10),
                Measured.of("output_throughput", 50),
                baseline("output_throughput", 100));
        assertThat(one.status()).isEqualTo(Status.INCONCLUSIVE);
        assertThat(one.message())
                .contains("undecided: 1 comparable run of the 3 that tell how much two runs of one server differ");
        assertThat(Objects.requireNonNull(one.baseline()).sd()).isNull();
        assertThat(judge(
                                Limits.maxRegression("output_throughput", 10),
                                Measured.of("output_throughput", 50),
                                baseline("output_throughput", 100, 101))
                        .message())
                .contains("2 comparable runs of the 3");
        assertThat(judge(
                                Limits.maxRegression("output_throughput", 10),
                                Measured.of("output_throughput", 50),
                                baseline("output_throughput", 100, 101, 99))
                        .status())
                .isEqualTo(Status.FAIL);
    }

    @Test
    @DisplayName("I12 runs of another machine are shown and not enforced")
    void runsThatAreNotAlikeAreShown() {
        List<RunRecord> runs = PastRuns.daily("output_throughput", STEADY);
        TargetBuilder h200 = TargetBuilder.target("server").gpu("H200").image("atlas:1", "sha256:aa");
        CheckRecord check = judge(
                Limits.maxRegression("output_throughput", 10),
                Measured.of("output_throughput", 50),
                PastRuns.baseline(runs, h200, List.of()));
        assertThat(check.status()).isEqualTo(Status.RECORD);
        assertThat(check.message())
                .contains("(-50.0 %, worse)")
                .contains("shown and not enforced: gpu: 1 x H200 here, 1 x L40S of the baseline");
        assertThat(judge(
                                Limits.maxRegression("output_throughput", 10),
                                Measured.of("output_throughput", 50),
                                PastRuns.baseline(runs.subList(0, 2), h200, List.of()))
                        .status())
                .as("too few of them are no more than that")
                .isEqualTo(Status.RECORD);
    }

    @Test
    void withoutABaselineItIsInconclusive() {
        CheckRecord none =
                judge(Limits.maxRegression("output_throughput", 10), Measured.of("output_throughput", 50), null);
        assertThat(none.status()).isEqualTo(Status.INCONCLUSIVE);
        assertThat(none.message())
                .contains("cannot be held against a regression of 10 %, as there is no baseline: name one with"
                        + " -Dbaseline");
        CheckRecord other = judge(
                Limits.maxRegression("output_throughput", 10),
                Measured.of("output_throughput", 50),
                baseline("request_throughput", STEADY));
        assertThat(other.status()).isEqualTo(Status.INCONCLUSIVE);
        assertThat(other.message()).contains("as no run of the baseline has it where it could be held against");
    }

    @Test
    void aDoubtKeepsItUndecided() {
        Measured doubted = Measured.nothing().and("mean_tpot_ms", 100, 1000, Doubt.CHUNK_COUNTED);
        CheckRecord check = judge(Limits.maxRegression("mean_tpot_ms", 10), doubted, baseline("mean_tpot_ms", STEADY));
        assertThat(check.status()).isEqualTo(Status.INCONCLUSIVE);
        assertThat(check.message()).contains("undecided: it rests on counting chunks");
    }

    @Test
    void aBaselineOfZeroHasNoPercentage() {
        Baseline none = baseline("failed", 0, 0, 0);
        CheckRecord check = judge(Limits.maxRegression("failed", 10), Measured.of("failed", 0), none);
        assertThat(check.status()).isEqualTo(Status.PASS);
        assertThat(check.marginPct()).isNull();
        assertThat(judge(Limits.maxRegression("failed", 10), Measured.of("failed", 3), none)
                        .status())
                .isEqualTo(Status.FAIL);
    }

    @Test
    void aRunWithFewerRepeatsThanTheBaselineIsKnownLessWell() {
        PastFigure five = new PastFigure(PastRuns.baseline(PastRuns.daily("median_ttft_ms", STEADY))
                .figure(PastRuns.CELL, "median_ttft_ms")
                .orElseThrow()
                .runs()
                .stream()
                .map(run -> new PastFigure.Run(run.value(), 5, run.at()))
                .toList());
        ThresholdRule.MaxRegression rule = new ThresholdRule.MaxRegression(5);
        double single = RegressionJudge.of(rule, Repeats.of(List.of(100.0), "ms"), five, Direction.LOWER, 0.01, "ms")
                .interval()
                .halfWidth();
        double same = RegressionJudge.of(
                        rule,
                        Repeats.of(List.of(100.0, 100.0, 100.0, 100.0, 100.0), "ms"),
                        five,
                        Direction.LOWER,
                        0.01,
                        "ms")
                .interval()
                .halfWidth();
        assertThat(single).isCloseTo(same * Math.sqrt(5), within(1e-9));
    }
}
