package atlas.validation.gate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import atlas.validation.gate.RunDiff.Change;
import atlas.validation.gate.RunDiff.DiffMetric;
import atlas.validation.record.RunRecord;
import atlas.validation.record.Status;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class RunDiffTest {

    private static RunRecord once(String metric, double value) {
        return PastRuns.run(1, PastRuns.target().measured(PastRuns.CELL, Map.of(metric, value)));
    }

    private static RunRecord repeated(String metric, double... repeats) {
        return PastRuns.run(1, PastRuns.target().measuredInRepeats(PastRuns.CELL, metric, repeats));
    }

    private static DiffMetric metric(RunRecord before, RunRecord after) {
        return RunDiff.of(before, after)
                .targets()
                .getFirst()
                .cells()
                .getFirst()
                .metrics()
                .getFirst();
    }

    @ParameterizedTest(name = "{0} {1} to {2}: {3}")
    @DisplayName("I8 better and worse are by the direction of the figure")
    @CsvSource({
        "output_throughput, 100, 110, BETTER, 10",
        "output_throughput, 100, 90, WORSE, -10",
        "output_throughput, 100, 101, SAME, 1",
        "median_ttft_ms, 100, 200, WORSE, 100",
        "median_ttft_ms, 200, 100, BETTER, -50",
        "mean_isl, 100, 200, UNTOLD, 100"
    })
    void byTheDirectionOfTheFigure(String metric, double before, double after, Change expected, double percent) {
        DiffMetric found = metric(once(metric, before), once(metric, after));
        assertThat(found.change()).isEqualTo(expected);
        assertThat(found.changePct()).isCloseTo(percent, within(1e-9));
        assertThat(found.noisePct()).isNull();
        assertThat(found.before()).isEqualTo(before);
        assertThat(found.after()).isEqualTo(after);
    }

    @Test
    void repeatsTellTheNoise() {
        DiffMetric noisy =
                metric(repeated("output_throughput", 80, 100, 120), repeated("output_throughput", 100, 120, 140));
        assertThat(noisy.change()).isEqualTo(Change.SAME);
        // each s = 20 and n = 3: t of 4 degrees at 0.5 % = 4.604, times 20 * sqrt(2 / 3) = 75.2
        assertThat(Objects.requireNonNull(noisy.noisePct())).isCloseTo(75.2, within(0.1));
        DiffMetric steady = metric(
                repeated("output_throughput", 99.9, 100, 100.1), repeated("output_throughput", 100.9, 101, 101.1));
        assertThat(steady.change()).as("1 % is beyond a noise of a thousandth").isEqualTo(Change.BETTER);
        DiffMetric counts = metric(repeated("failed", 1, 1, 1), repeated("failed", 1, 1, 1));
        assertThat(counts.change()).isEqualTo(Change.SAME);
        assertThat(counts.noisePct()).isZero();
    }

    @Test
    void twoRepeatsTellNone() {
        assertThat(metric(repeated("output_throughput", 99, 101), repeated("output_throughput", 99, 100, 101))
                        .noisePct())
                .isNull();
    }

    @Test
    void aFigureOfZeroHasNoPercentage() {
        DiffMetric found = metric(once("failed", 0), once("failed", 3));
        assertThat(found.change()).isEqualTo(Change.WORSE);
        assertThat(found.changePct()).isNull();
    }

    @Test
    void aFigureThatOneRunLacksIsUntold() {
        DiffMetric found = metric(once("output_throughput", 1), once("request_throughput", 1));
        assertThat(found.change()).isEqualTo(Change.UNTOLD);
        assertThat(found.before()).isNull();
        assertThat(found.after()).isEqualTo(1);
    }

    @Test
    void namesWhatIsNotAlike() {
        RunRecord before = PastRuns.run(
                2,
                TargetBuilder.target("server")
                        .gpu("H100")
                        .image("atlas:1", "sha256:aa")
                        .measured("a-conc1", Map.of("failed", 0.0))
                        .measured("b-conc1", Map.of("failed", 0.0)));
        RunRecord after = PastRuns.run(
                1,
                PastRuns.target()
                        .measuredIn("prompt", "a-conc1", Map.of("failed", 0.0))
                        .measured("c-conc1", Map.of("failed", 0.0)));
        RunDiff.DiffTarget diff = RunDiff.of(before, after).targets().getFirst();
        assertThat(diff.notAlike())
                .containsExactly(
                        "gpu: 1 x L40S here, 1 x H100 of " + before.runId(),
                        "cell a-conc1: another shape here than of " + before.runId(),
                        "cells only of " + before.runId() + ": b-conc1",
                        "cells only of " + after.runId() + ": c-conc1");
        assertThat(diff.cells()).extracting(RunDiff.DiffCell::id).containsExactly("a-conc1");
    }

    @Test
    void targetsAreFoundByNameOrAsTheOnlyOnes() {
        var start = PastRuns.NOW;
        var one = TargetBuilder.target("one").build();
        var two = TargetBuilder.target("two").build();
        RunRecord first = PastRuns.run(start, start, Status.PASS, Map.of(), List.of(one));
        RunRecord second = PastRuns.run(start, start, Status.PASS, Map.of(), List.of(two));
        RunRecord both = PastRuns.run(start, start, Status.PASS, Map.of(), List.of(one, two));
        assertThat(RunDiff.of(first, second).targets()).singleElement().satisfies(diff -> {
            assertThat(diff.before()).isEqualTo("one");
            assertThat(diff.after()).isEqualTo("two");
        });
        RunDiff more = RunDiff.of(first, both);
        assertThat(more.targets()).hasSize(1);
        assertThat(more.notes()).containsExactly("two is in " + both.runId() + " alone");
    }
}
