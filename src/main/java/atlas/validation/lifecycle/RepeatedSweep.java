package atlas.validation.lifecycle;

import atlas.validation.config.Repeats;
import atlas.validation.gate.CellJudge;
import atlas.validation.gate.EarlyStop;
import atlas.validation.gate.RowVerdict;
import atlas.validation.metric.MetricRegistry;
import atlas.validation.record.Status;
import atlas.validation.record.SweepRepeats;
import atlas.validation.record.Warning;
import atlas.validation.server.ServerException;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Measures all cells of a target several times, sweep after sweep and not one cell's repeats back to back: what drifts
 * over the minutes of a run, such as clocks that a GPU lowers as it gets warm, then reaches every cell alike and shows
 * as noise between its repeats. The row of the first cell runs it all; those of the others tell what it gave.
 */
final class RepeatedSweep {

    private final TargetRun target;
    private final Repeats repeats;
    private final List<CellCourse> courses;
    private final boolean relaunches;
    private int done;

    RepeatedSweep(TargetRun target) {
        this.target = target;
        this.repeats = target.plan().config().params().repeats();
        this.courses = target.task().stages(target.plan()).stream()
                .map(stage -> new CellCourse(target, stage))
                .toList();
        this.relaunches = target.task().calibrates() && target.plan().config().launches();
    }

    /**
     * Runs the repeats of every cell and returns what the row of this stage says; those of the others say their own.
     */
    RowVerdict run(AtlasInference first) {
        target.listener().stageStarted(target.plan(), "sweep", plan());
        if (target.task().calibrates() && !relaunches) {
            target.warn(new Warning(
                    "calibrated_on_one_launch",
                    "the server is not launched here: the limits have no noise from one launch to the next in them"));
        }
        String ended = runAll();
        keep(ended);
        target.listener().told(target.plan(), "the sweep ends after %s: %s".formatted(counted(done), ended));
        RowVerdict own = Verdicts.error("the sweep has no cell " + first.cell().id());
        for (CellCourse course : courses) {
            RowVerdict row = course.end(repeats.least(), target.unusable().orElse(null));
            if (course.stage().name().equals(first.name())) {
                own = row;
            } else if (course.seconds() > 0) {
                target.stages().performedAhead(course.stage(), row, course.seconds());
            }
        }
        boolean ranOthers = courses.size() > 1 && own.status() == Status.PASS;
        return ranOthers
                ? new RowVerdict(
                        own.status(),
                        own.message() + "; this row ran the repeats of all " + courses.size() + " cells",
                        own.details())
                : own;
    }

    private String plan() {
        return "%d %s, %s repeats of each, sweep after sweep%s%s"
                .formatted(
                        courses.size(),
                        courses.size() == 1 ? "cell" : "cells",
                        repeats.words(),
                        repeats.endsEarly() ? ", until every limit is decided" : "",
                        relaunches ? ", each on a server that is launched anew" : "");
    }

    /** Runs the sweeps and returns why there is no further one. */
    private String runAll() {
        while (true) {
            if (done > 0 && relaunches) {
                relaunch();
            }
            long started = System.nanoTime();
            Optional<String> gone = runOnce();
            if (gone.isPresent()) {
                return gone.get();
            }
            done++;
            if (courses.stream().allMatch(CellCourse::isInTrouble)) {
                return "no cell could be measured";
            }
            if (done >= repeats.least() && repeats.endsEarly()) {
                EarlyStop.Answer answer = answer();
                if (answer.stop() || done == repeats.most()) {
                    return answer.sentence();
                }
                target.listener().told(target.plan(), "after %s: %s".formatted(counted(done), answer.sentence()));
            }
            if (done == repeats.most()) {
                return "all were measured";
            }
            keep(null);
            tellTime((System.nanoTime() - started) / 1e9);
        }
    }

    /** Measures every cell once more; returns why the sweep could not go on to its end. */
    private Optional<String> runOnce() {
        for (CellCourse course : courses) {
            Optional<String> unusable = target.unusable();
            if (unusable.isPresent()) {
                return unusable;
            }
            // A repeat in trouble cannot be made up for, and the next one may take the server with it.
            if (!course.isInTrouble()) {
                measure(course);
            }
        }
        return target.unusable();
    }

    private void measure(CellCourse course) {
        RowVerdict verdict = target.stages().caught(() -> {
            course.measure();
            return Verdicts.pass("measured");
        });
        if (verdict.status() == Status.ERROR) {
            course.failed(Verdicts.withoutWord(verdict));
        }
    }

    private EarlyStop.Answer answer() {
        return new EarlyStop(new CellJudge(MetricRegistry.standard()), target.judging())
                .after(courses.stream()
                        .filter(course -> !course.isInTrouble())
                        .map(CellCourse::soFarMeasured)
                        .toList());
    }

    private void relaunch() {
        try {
            ServerRelaunch.of(target, "repeat" + (done + 1));
        } catch (ServerException again) {
            target.block("the server does not start again for repeat %d: %s".formatted(done + 1, again.sentence()));
        }
    }

    private void tellTime(double seconds) {
        int left = repeats.most() - done;
        if (done == 1) {
            target.listener()
                    .told(
                            target.plan(),
                            String.format(
                                    Locale.ROOT,
                                    "the first sweep took %.0f s; %s%d more take about %.0f s",
                                    seconds,
                                    repeats.endsEarly() ? "at most " : "",
                                    left,
                                    seconds * left));
        }
    }

    private void keep(@Nullable String ended) {
        target.sweepRepeats(new SweepRepeats(repeats.least(), repeats.most(), done, ended, relaunches));
    }

    private static String counted(int repeats) {
        return repeats == 1 ? "1 repeat" : repeats + " repeats";
    }
}
