package atlas.validation.gate;

import static org.assertj.core.api.Assertions.assertThat;

import atlas.validation.record.RunRecord;
import atlas.validation.record.Status;
import atlas.validation.record.Warning;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.stream.DoubleStream;
import java.util.stream.IntStream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

class BaselineTest {

    private static final String METRIC = "output_throughput";

    private static PastFigure figure(Baseline baseline) {
        return baseline.figure(PastRuns.CELL, METRIC).orElseThrow();
    }

    private static List<String> codes(Baseline baseline) {
        return baseline.warnings().stream().map(Warning::code).toList();
    }

    @Test
    void isTheMedianOfTheRunsWhateverTheirOrder() {
        List<RunRecord> runs = new ArrayList<>(PastRuns.daily(METRIC, 100, 500, 102));
        Collections.reverse(runs);
        Baseline baseline = PastRuns.baseline(runs);
        assertThat(figure(baseline).median()).isEqualTo(102);
        assertThat(figure(baseline).values()).containsExactly(100.0, 500.0, 102.0);
        assertThat(figure(baseline).oldest()).isBefore(figure(baseline).newest());
        assertThat(baseline.runs()).isEqualTo(3);
        assertThat(figure(baseline).newest()).isEqualTo(runs.getFirst().startedAt());
        assertThat(figure(PastRuns.baseline(PastRuns.daily(METRIC, 1, 4, 2, 3))).median())
                .isEqualTo(2.5);
    }

    @Test
    @DisplayName("I13 the median is of the last ten runs, the noise of the last thirty")
    void looksAtTheLastRuns() {
        double[] values = DoubleStream.concat(
                        DoubleStream.generate(() -> 7).limit(30),
                        DoubleStream.generate(() -> 100).limit(10))
                .toArray();
        PastFigure figure = figure(PastRuns.baseline(PastRuns.daily(METRIC, values)));
        assertThat(figure.count()).isEqualTo(30);
        assertThat(figure.last()).isEqualTo(10);
        assertThat(figure.median()).isEqualTo(100);
    }

    @Test
    void passesOverRunsThatHaveNotEndedOrWereStopped() {
        var target =
                PastRuns.target().measured(PastRuns.CELL, Map.of(METRIC, 1.0)).build();
        var settings = Map.of("params.num_prompts", 100);
        var before = PastRuns.NOW.minusSeconds(60);
        List<RunRecord> runs = List.of(
                PastRuns.run(before, null, Status.ERROR, settings, List.of(target)),
                PastRuns.run(before, before, Status.CANCELLED, settings, List.of(target)),
                PastRuns.run(PastRuns.NOW, PastRuns.NOW, Status.PASS, settings, List.of(target)));
        Baseline baseline = PastRuns.baseline(runs);
        assertThat(baseline.runs()).isZero();
        assertThat(baseline.figure(PastRuns.CELL, METRIC)).isEmpty();
        assertThat(baseline.warnings()).isEmpty();
        assertThat(baseline.differences()).isEmpty();
    }

    @Test
    void aCellThatMissedALimitOrWasNotMeasuredIsNoBaseline() {
        List<RunRecord> runs = new ArrayList<>();
        int day = 9;
        for (Status status : List.of(Status.FAIL, Status.ERROR, Status.SKIPPED, Status.CANCELLED)) {
            runs.add(PastRuns.run(day--, PastRuns.target().measuredAs(status, PastRuns.CELL, Map.of(METRIC, 1.0))));
        }
        for (Status status : List.of(Status.PASS, Status.RECORD, Status.INCONCLUSIVE)) {
            runs.add(PastRuns.run(day--, PastRuns.target().measuredAs(status, PastRuns.CELL, Map.of(METRIC, 2.0))));
        }
        assertThat(figure(PastRuns.baseline(runs)).values()).containsExactly(2.0, 2.0, 2.0);
    }

    @Test
    void aCellOfOneNameAndAnotherShapeIsNoBaseline() {
        TargetBuilder now = PastRuns.target().measured(PastRuns.CELL, Map.of(METRIC, 1.0));
        List<RunRecord> runs = PastRuns.daily(METRIC, 1, 2, 3);
        assertThat(PastRuns.baseline(runs, now, List.of()).figure(PastRuns.CELL, METRIC))
                .isPresent();
        TargetBuilder other = PastRuns.target().measuredIn("prompt", PastRuns.CELL, Map.of(METRIC, 1.0));
        assertThat(PastRuns.baseline(runs, other, List.of()).figure(PastRuns.CELL, METRIC))
                .isEmpty();
    }

    @Test
    @DisplayName("I12 runs of another machine are told by what differs, and decide nothing")
    void runsOfAnotherMachineAreShown() {
        List<RunRecord> runs = PastRuns.daily(METRIC, 100, 101, 102);
        Baseline baseline = PastRuns.baseline(
                runs, TargetBuilder.target("server").gpu("H200").image("atlas:1", "sha256:aa"), List.of());
        assertThat(baseline.differences()).containsExactly("gpu: 1 x H200 here, 1 x L40S of the baseline");
        assertThat(figure(baseline).count()).isEqualTo(3);
    }

    @Test
    void alikeRunsAreTakenFromAMixedFolder() {
        List<RunRecord> runs = new ArrayList<>(PastRuns.daily(METRIC, 100, 101, 102));
        runs.add(PastRuns.run(
                1, TargetBuilder.target("server").gpu("H200").measured(PastRuns.CELL, Map.of(METRIC, 900.0))));
        Baseline baseline = PastRuns.baseline(runs);
        assertThat(baseline.differences()).isEmpty();
        assertThat(figure(baseline).values()).containsExactly(100.0, 101.0, 102.0);
    }

    @Test
    void anImageThatMayDifferIsHeldAgainstTheNewestOtherImage() {
        List<RunRecord> runs = new ArrayList<>();
        runs.add(PastRuns.run(9, image("sha256:old", 90)));
        runs.add(PastRuns.run(8, image("sha256:last", 100)));
        runs.add(PastRuns.run(7, image("sha256:last", 101)));
        runs.add(PastRuns.run(6, image("sha256:new", 70)));
        TargetBuilder now = TargetBuilder.target("server").gpu("L40S").image("atlas:1", "sha256:new");
        assertThat(figure(PastRuns.baseline(runs, now, List.of("image"))).values())
                .as("another image is what it is held against")
                .containsExactly(100.0, 101.0);
        assertThat(figure(PastRuns.baseline(runs, now, List.of())).values())
                .as("unless asked, only the same image counts")
                .containsExactly(70.0);
        TargetBuilder first = TargetBuilder.target("server").gpu("L40S").image("atlas:1", "sha256:newest");
        assertThat(PastRuns.baseline(runs, first, List.of()).differences())
                .containsExactly("image: atlas:1 (sha256:newest) here, atlas:1 (sha256:new) of the baseline");
    }

    private static TargetBuilder image(String digest, double value) {
        return TargetBuilder.target("server")
                .gpu("L40S")
                .image("atlas:1", digest)
                .measured(PastRuns.CELL, Map.of(METRIC, value));
    }

    @Test
    void theTargetIsFoundByItsNameOrAsTheOnlyOne() {
        var settings = Map.of("params.num_prompts", 100);
        var before = PastRuns.NOW.minusSeconds(60);
        var other = TargetBuilder.target("other")
                .gpu("L40S")
                .image("atlas:1", "sha256:aa")
                .measured(PastRuns.CELL, Map.of(METRIC, 1.0))
                .build();
        var own = PastRuns.target().measured(PastRuns.CELL, Map.of(METRIC, 2.0)).build();
        RunRecord both = PastRuns.run(before, before, Status.PASS, settings, List.of(other, own));
        RunRecord renamed = PastRuns.run(before, before, Status.PASS, settings, List.of(other));
        RunRecord strangers = PastRuns.run(before, before, Status.PASS, settings, List.of(other, other));
        assertThat(figure(PastRuns.baseline(List.of(both))).values()).containsExactly(2.0);
        assertThat(figure(PastRuns.baseline(List.of(renamed))).values()).containsExactly(1.0);
        assertThat(PastRuns.baseline(List.of(strangers)).runs()).isZero();
    }

    @Test
    @DisplayName("I13 a baseline of ninety days ago is told to be old")
    void tellsAnOldBaseline() {
        TargetBuilder target = PastRuns.target().measured(PastRuns.CELL, Map.of(METRIC, 1.0));
        Baseline old = PastRuns.baseline(List.of(PastRuns.run(90, target), PastRuns.run(91, target)));
        assertThat(old.warnings())
                .containsExactly(new Warning(
                        "baseline_old", "the newest run of the baseline is 90 days old, more than 30: run it again"));
        assertThat(PastRuns.baseline(List.of(PastRuns.run(30, target))).warnings())
                .isEmpty();
    }

    @Test
    @DisplayName("I13 a baseline that jumped or crept is told to drift")
    void tellsADriftingBaseline() {
        double[] jumped = {60, 61, 59, 60, 61, 100, 101, 99, 100, 101};
        double[] crept =
                IntStream.range(0, 20).mapToDouble(i -> 100 - i + (i % 2) * 0.5).toArray();
        double[] steady = {60, 61, 59, 60, 61, 60, 61, 59, 60, 61};
        double[] few = {60, 61, 100, 101, 100};
        assertThat(codes(now(jumped))).containsExactly("baseline_drift");
        assertThat(codes(now(crept))).containsExactly("baseline_drift");
        assertThat(codes(now(steady))).isEmpty();
        assertThat(codes(now(few))).as("too few to tell").isEmpty();
        assertThat(now(jumped).warnings().getFirst().message())
                .startsWith("the runs of the baseline drift, from the oldest to the newest: output_throughput in"
                        + " w1-conc8 by +66.4 %, which is better");
        assertThat(now(crept).warnings().getFirst().message()).contains("which is worse");
    }

    /** Returns what runs say of a target that has the cell now. */
    private static Baseline now(double[] values) {
        return PastRuns.baseline(
                PastRuns.daily(METRIC, values),
                PastRuns.target().measured(PastRuns.CELL, Map.of(METRIC, 1.0)),
                List.of());
    }
}
