package atlas.validation.gate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.within;

import atlas.validation.config.CalibratedCell;
import atlas.validation.record.RunRecord;
import atlas.validation.record.Status;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class CalibratedLimitsTest {

    private static final double[] TEN = {100, 101, 99, 100.5, 99.5, 100, 101, 99, 100, 100};

    private static Map<String, CalibratedCell.Limit> limits(CalibratedLimits calibrated) {
        return calibrated.cells().getFirst().limits();
    }

    @Test
    void aLimitLiesWhereOneMoreRunSeldomWould() {
        CalibratedLimits calibrated = CalibratedLimits.of(PastRuns.daily("output_throughput", TEN), 0);
        CalibratedCell.Limit limit = limits(calibrated).get("output_throughput");
        // one limit has the whole per cent: t of 9 degrees = 2.8214; s = 0.70711; sqrt(1.1) = 1.04881
        assertThat(limit.value()).isCloseTo(100 - 2.8214 * 0.70711 * 1.04881, within(0.01));
        assertThat(limit.kind()).isEqualTo("min_tok_s");
        assertThat(limit.from()).isEqualTo("mean 100 tok/s, sd 0.7071 tok/s (0.7 %), n 10");
        assertThat(calibrated.cells().getFirst().id()).isEqualTo(PastRuns.CELL);
        assertThat(calibrated.notes()).isEmpty();
    }

    @Test
    void aMarginIsRoomBeyondTheNoise() {
        double plain = limits(CalibratedLimits.of(PastRuns.daily("output_throughput", TEN), 0))
                .get("output_throughput")
                .value();
        CalibratedCell.Limit more = limits(CalibratedLimits.of(PastRuns.daily("output_throughput", TEN), 5))
                .get("output_throughput");
        assertThat(more.value()).isCloseTo(plain - 5, within(0.011));
        assertThat(more.from()).endsWith("n 10, margin 5 %");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> CalibratedLimits.of(List.of(), -1))
                .withMessage("margin must not be negative, got [-1.0]");
    }

    @Test
    void aLatencyIsLimitedAboveAndRoundedAwayFromItsMean() {
        List<RunRecord> runs = new ArrayList<>();
        for (int i = 0; i < TEN.length; i++) {
            runs.add(PastRuns.run(
                    20 - i,
                    PastRuns.target().measuredOn(1000, PastRuns.CELL, Map.of("median_e2el_ms", TEN[i] * 1.234567))));
        }
        assertThat(CalibratedLimits.of(runs, 0).cells())
                .as("a percentile of unknown samples gets none")
                .isEmpty();
        List<RunRecord> rates = PastRuns.daily("success_rate", 1, 1, 1);
        CalibratedCell.Limit whole = limits(CalibratedLimits.of(rates, 0)).get("success_rate");
        assertThat(whole.kind()).isEqualTo("min");
        assertThat(whole.value()).isEqualTo(1);
    }

    @Test
    void fewRunsAreToldToMakeWideLimits() {
        CalibratedLimits calibrated = CalibratedLimits.of(PastRuns.daily("output_throughput", 100, 101, 99), 0);
        assertThat(calibrated.notes())
                .singleElement()
                .asString()
                .startsWith("limits of 3 runs are wide, as so few tell little of the noise: 10 runs would make them")
                .endsWith("times as tight");
        assertThat(CalibratedLimits.of(PastRuns.daily("output_throughput", 100, 101), 0))
                .satisfies(two -> {
                    assertThat(two.cells()).isEmpty();
                    assertThat(two.notes())
                            .containsExactly("no limit for lack of 3 runs: output_throughput in w1-conc8");
                });
    }

    @Test
    void noiseAsLargeAsTheFigureMakesNoLimit() {
        CalibratedLimits calibrated = CalibratedLimits.of(PastRuns.daily("output_throughput", 10, 100, 190), 0);
        assertThat(calibrated.cells()).isEmpty();
        assertThat(calibrated.notes())
                .contains("output_throughput in w1-conc8 gets no limit: its noise is as large as itself");
    }

    @Test
    void runsOfAnotherServerAndBrokenOnesAreLeftOut() {
        List<RunRecord> runs = new ArrayList<>();
        runs.add(PastRuns.run(
                9,
                TargetBuilder.target("server").gpu("H200").measured(PastRuns.CELL, Map.of("output_throughput", 5.0))));
        runs.add(PastRuns.run(
                PastRuns.NOW,
                null,
                Status.ERROR,
                Map.of(),
                List.of(PastRuns.target().build())));
        runs.addAll(PastRuns.daily("output_throughput", TEN));
        runs.add(PastRuns.run(
                0, PastRuns.target().measuredAs(Status.ERROR, PastRuns.CELL, Map.of("output_throughput", 1.0))));
        runs.add(PastRuns.run(0, PastRuns.target().cellOfClient(PastRuns.CELL, "unfit", "late")));
        CalibratedLimits calibrated = CalibratedLimits.of(runs, 0);
        assertThat(limits(calibrated).get("output_throughput").from()).contains("n 10");
        assertThat(calibrated.notes())
                .hasSize(4)
                .anySatisfy(note -> assertThat(note).contains("has not come to its end"))
                .anySatisfy(note -> assertThat(note).contains("it differs from").contains("gpu, image"))
                .contains(
                        "w1-conc8 is left out of a run: it was not measured",
                        "w1-conc8 is left out of a run: the client was unfit");
    }

    @Test
    void allLimitsTogetherShareOnePerCent() {
        List<RunRecord> runs = new ArrayList<>();
        for (int i = 0; i < TEN.length; i++) {
            runs.add(PastRuns.run(
                    20 - i,
                    PastRuns.target()
                            .measured(
                                    PastRuns.CELL,
                                    Map.of("output_throughput", TEN[i], "goodput_ratio", TEN[i] / 200))));
        }
        // two limits: t of 9 degrees at 0.5 % = 3.2498
        assertThat(limits(CalibratedLimits.of(runs, 0)).get("output_throughput").value())
                .isCloseTo(100 - 3.2498 * 0.70711 * 1.04881, within(0.01));
    }
}
