package atlas.validation.plan;

import atlas.validation.config.ThresholdEntry;
import atlas.validation.config.ThresholdRule;
import atlas.validation.config.ValidationConfig;
import atlas.validation.record.Problem;
import java.util.Set;
import java.util.function.Consumer;

/** Tells which limits on the server itself a config never measures: enforced, they would seem to be met. */
final class TargetMeasurement {

    /** Figures that count from the launch. */
    private static final Set<String> OF_THE_LAUNCH = Set.of("cold_start_ms", "launch_to_ready_ms");

    private TargetMeasurement() {}

    static boolean countsFromTheLaunch(ThresholdEntry limit) {
        return OF_THE_LAUNCH.contains(limit.metric());
    }

    /** Returns the note that a limit is left out, as its user has named a server that runs already. */
    static Problem notJudged(ThresholdEntry limit) {
        return new Problem(
                limit.file(),
                limit.line(),
                limit.pointer(),
                limit.metric() + " is not judged: the server that was named runs already, and is not launched",
                null);
    }

    /** Reports a limit that the config gives no figure to: a problem where it is enforced, else a note. */
    static void check(
            ThresholdEntry limit, ValidationConfig config, Consumer<Problem> problems, Consumer<Problem> notes) {
        String leftOut = "\"enforce\": false in the limit";
        if (!config.launches() && countsFromTheLaunch(limit)) {
            report(
                    limit,
                    config,
                    limit.metric() + " is not measured: the server is not launched by this run",
                    "remove the limit, or write " + leftOut,
                    problems,
                    notes);
        } else if (!config.functional().coldStart()) {
            report(
                    limit,
                    config,
                    limit.metric() + " is not measured: functional.cold_start of " + config.name() + " is not set",
                    "write \"cold_start\": true there, or " + leftOut,
                    problems,
                    notes);
        }
    }

    private static void report(
            ThresholdEntry limit,
            ValidationConfig config,
            String message,
            String fix,
            Consumer<Problem> problems,
            Consumer<Problem> notes) {
        Boolean asked = limit.enforce();
        boolean enforced = asked != null ? asked : config.enforceThresholds();
        if (enforced && !(limit.rule() instanceof ThresholdRule.Info)) {
            problems.accept(new Problem(limit.file(), limit.line(), limit.pointer(), message, fix));
        } else {
            notes.accept(new Problem(limit.file(), limit.line(), limit.pointer(), message, null));
        }
    }
}
