package atlas.validation.gate;

import static org.assertj.core.api.Assertions.assertThat;

import atlas.validation.metric.MetricRegistry;
import atlas.validation.record.Comparison;
import atlas.validation.record.Comparison.ComparedMetric;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.assertj.core.data.Offset;
import org.junit.jupiter.api.Test;

class BaselineComparisonTest {

    private static final String METRIC = "output_throughput";
    private static final double[] STEADY = {99, 100, 101, 99, 100, 101, 99, 100, 101, 100};

    private static Optional<Comparison.Other> compared(TargetBuilder subject, Baseline baseline) {
        return BaselineComparison.of(subject.build(), baseline, MetricRegistry.standard());
    }

    private static ComparedMetric figure(double value, double... past) {
        Comparison.Other other = compared(
                        PastRuns.target().measured(PastRuns.CELL, Map.of(METRIC, value)),
                        PastRuns.baseline(PastRuns.daily(METRIC, past)))
                .orElseThrow();
        assertThat(other.name()).isEqualTo("baseline");
        assertThat(other.cells())
                .singleElement()
                .satisfies(cell -> assertThat(cell.id()).isEqualTo(PastRuns.CELL));
        return other.cells().getFirst().metrics().get(METRIC);
    }

    @Test
    void aFigureBeyondTheNoiseIsBetterOrWorseByItsDirection() {
        ComparedMetric worse = figure(80, STEADY);
        assertThat(worse.subject()).isEqualTo(80.0);
        assertThat(worse.other()).isEqualTo(100.0);
        assertThat(worse.ratio()).isEqualTo(0.8);
        assertThat(worse.better()).isEqualTo("other");
        assertThat(figure(120, STEADY).better()).isEqualTo("subject");
    }

    /** With a scatter of 0.82 between ten runs, one more lies above 97.6 in 99 of 100 cases. */
    @Test
    void aFigureWithinTheNoiseIsTheSameHoweverSmallTheNoiseIs() {
        ComparedMetric same = figure(98, STEADY);
        assertThat(same.better()).isEqualTo("same");
        assertThat(same.noisePct()).isCloseTo(2.4, Offset.offset(0.1));
        assertThat(figure(97.2, STEADY).better()).isEqualTo("other");
    }

    @Test
    void twoRunsTellNoNoise() {
        ComparedMetric plain = figure(80, 100, 101);
        assertThat(plain.noisePct()).isNull();
        assertThat(plain.better()).isEqualTo("other");
        assertThat(figure(80, 100, 101, 99).noisePct()).isNotNull();
    }

    @Test
    void aMedianOfZeroHasNoNoiseInPercent() {
        assertThat(figure(5, 0, 0, 0).noisePct()).isNull();
    }

    @Test
    void tooFewRequestsSayNothingOfWhatIsBetter() {
        Comparison.Other other = compared(
                        PastRuns.target().measuredOn(5, PastRuns.CELL, Map.of(METRIC, 80.0)),
                        PastRuns.baseline(PastRuns.daily(METRIC, STEADY)))
                .orElseThrow();
        assertThat(other.cells().getFirst().metrics().get(METRIC).better()).isNull();
    }

    @Test
    void aFigureThatWasNotMeasuredIsShownBesideTheOther() {
        Map<String, Double> nothing = new HashMap<>();
        nothing.put(METRIC, null);
        Comparison.Other other = compared(
                        PastRuns.target().measured(PastRuns.CELL, nothing),
                        PastRuns.baseline(PastRuns.daily(METRIC, STEADY)))
                .orElseThrow();
        assertThat(other.cells().getFirst().metrics().get(METRIC))
                .isEqualTo(new ComparedMetric(null, 100.0, null, null));
    }

    @Test
    void cellsAndFiguresThatTheBaselineDoesNotHaveAreLeftOut() {
        Comparison.Other other = compared(
                        PastRuns.target()
                                .measured("w1-conc16", Map.of(METRIC, 1.0))
                                .measured(PastRuns.CELL, Map.of(METRIC, 100.0, "median_ttft_ms", 5.0)),
                        PastRuns.baseline(PastRuns.daily(METRIC, STEADY)))
                .orElseThrow();
        assertThat(other.cells())
                .singleElement()
                .satisfies(cell -> assertThat(cell.metrics()).containsOnlyKeys(METRIC));
    }

    @Test
    void whatDiffersIsTold() {
        TargetBuilder moved = TargetBuilder.target("server")
                .gpu("H200")
                .image("atlas:1", "sha256:aa")
                .measured(PastRuns.CELL, Map.of(METRIC, 100.0));
        Comparison.Other other = compared(moved, PastRuns.baseline(PastRuns.daily(METRIC, STEADY), moved, List.of()))
                .orElseThrow();
        assertThat(other.notAlike()).contains("gpu: 1 x H200 here, 1 x L40S of the baseline");
    }

    @Test
    void aBaselineWithoutRunsIsNoOther() {
        Baseline none = PastRuns.baseline(List.of());
        assertThat(compared(PastRuns.target().measured(PastRuns.CELL, Map.of(METRIC, 1.0)), none))
                .isEmpty();
        Comparison targets = new Comparison("server", List.of());
        assertThat(BaselineComparison.addedTo(targets, "server", Optional.empty()))
                .isSameAs(targets);
        assertThat(BaselineComparison.addedTo(null, "server", Optional.empty())).isNull();
    }

    @Test
    void theBaselineIsTheLastOfTheOthers() {
        Comparison.Other vllm = new Comparison.Other("vllm", List.of(), List.of());
        Comparison.Other past = new Comparison.Other("baseline", List.of(), List.of());
        assertThat(BaselineComparison.addedTo(new Comparison("server", List.of(vllm)), "server", Optional.of(past)))
                .isEqualTo(new Comparison("server", List.of(vllm, past)));
        assertThat(BaselineComparison.addedTo(null, "server", Optional.of(past)))
                .isEqualTo(new Comparison("server", List.of(past)));
    }
}
