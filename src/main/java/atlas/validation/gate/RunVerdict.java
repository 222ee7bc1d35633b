package atlas.validation.gate;

import static java.util.Objects.requireNonNull;

import atlas.validation.config.Inconclusive;
import atlas.validation.record.CheckRecord;
import atlas.validation.record.ProbeRecord;
import atlas.validation.record.Problem;
import atlas.validation.record.StageRecord;
import atlas.validation.record.Status;
import atlas.validation.record.TargetRecord;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * What is said of a run, and the exit code that says it to a script.
 *
 * @param status the worst of its targets; one that enforces limits and has cells, none of which ran, is inconclusive
 * @param reason one sentence without the word of the status
 * @param exitCode 130 cancelled, else 2 configuration problem, else 3 the server could not be launched or reached, else
 *     1 a gate, probe or cell failed, else 4 inconclusive, else 0
 */
public record RunVerdict(Status status, String reason, int exitCode) {

    public static final int OK = 0;
    public static final int FAILED = 1;
    public static final int CONFIGURATION = 2;
    public static final int SERVER = 3;
    public static final int INCONCLUSIVE = 4;
    public static final int CANCELLED = 130;

    /** The stages without which there is no server to talk to. */
    private static final Set<String> SERVER_STAGES =
            Set.of("launch_container", "setup_sshd", "discover_topology", "model_fetch", "server_health");

    public RunVerdict {
        requireNonNull(status, "status is null");
        requireNonNull(reason, "reason is null");
    }

    /**
     * Sums up a run.
     *
     * @param targets what was found of each target, its own status among it
     * @param problems what was wrong with the input
     * @param cancelled whether its user stopped it
     * @param inconclusive what undecided checks mean; never excuses a target that had nothing to decide
     */
    public static RunVerdict of(
            List<TargetRecord> targets, List<Problem> problems, boolean cancelled, Inconclusive inconclusive) {
        if (cancelled) {
            return new RunVerdict(Status.CANCELLED, "stopped by its user before the end", CANCELLED);
        }
        if (!problems.isEmpty()) {
            String first = problems.get(0).sentence();
            return new RunVerdict(
                    Status.ERROR,
                    problems.size() == 1 ? first : "%s (and %d more)".formatted(first, problems.size() - 1),
                    CONFIGURATION);
        }
        if (targets.isEmpty()) {
            return new RunVerdict(Status.ERROR, "nothing was run", CONFIGURATION);
        }
        for (TargetRecord target : targets) {
            StageRecord failed = failedServerStage(target);
            if (failed != null) {
                String message = failed.message() == null ? failed.status().word() : failed.message();
                return new RunVerdict(
                        Status.ERROR, "%s: %s: %s".formatted(target.name(), failed.name(), message), SERVER);
            }
        }
        Status worst =
                StatusAlgebra.worst(targets.stream().map(RunVerdict::statusOf).toList());
        boolean excusable = targets.stream()
                .filter(target -> statusOf(target) == Status.INCONCLUSIVE)
                .allMatch(RunVerdict::isUndecided);
        Inconclusive policy = excusable ? inconclusive : Inconclusive.FAIL;
        String reason = reason(worst, targets);
        if (worst == Status.INCONCLUSIVE && inconclusive != Inconclusive.FAIL) {
            reason += excusable
                    ? "; inconclusive, but -Dinconclusive=" + inconclusive.word()
                    : "; -Dinconclusive=" + inconclusive.word() + " is for checks that were measured and undecided";
        }
        return new RunVerdict(statusOf(worst, policy), reason, code(worst, policy));
    }

    private static Status statusOf(TargetRecord target) {
        boolean nothingRan = target.status() == Status.SKIPPED
                && target.enforced()
                && !target.cells().isEmpty();
        return nothingRan ? Status.INCONCLUSIVE : target.status();
    }

    /** Tells whether some check was measured and left undecided, and none was not measured at all. */
    private static boolean isUndecided(TargetRecord target) {
        List<Status> parts = Stream.of(
                        target.cells().stream()
                                .filter(cell -> ClientFitness.whyUnfit(cell.fitness()) != null)
                                .map(cell -> Status.INCONCLUSIVE),
                        checks(target).map(CheckRecord::status),
                        target.probes().stream().map(ProbeRecord::status),
                        target.stages().stream().map(StageRecord::status))
                .flatMap(part -> part)
                .toList();
        return parts.contains(Status.INCONCLUSIVE) && !parts.contains(Status.ERROR);
    }

    private static Stream<CheckRecord> checks(TargetRecord target) {
        return Stream.concat(
                        target.targetTiers().stream(), target.cells().stream().flatMap(cell -> cell.tiers().stream()))
                .flatMap(tier -> tier.checks().stream());
    }

    /** Returns what a record says that is written while its run goes on: nobody may take it for the end. */
    public static RunVerdict unfinished() {
        return new RunVerdict(
                Status.ERROR, "the run has not ended: this record was written while it was going on", FAILED);
    }

    /**
     * Returns this verdict of a run whose files could not all be written: an error, unless it was stopped anyway.
     *
     * @param sentences one per file that could not be written; when there are none, the verdict stays
     */
    public RunVerdict withLostFiles(List<String> sentences) {
        if (sentences.isEmpty() || status == Status.CANCELLED) {
            return this;
        }
        int more = sentences.size() - 1;
        String others = more == 0 ? "" : " (and %d more %s)".formatted(more, more == 1 ? "file" : "files");
        boolean harmless = exitCode == OK || exitCode == INCONCLUSIVE;
        return new RunVerdict(Status.ERROR, sentences.getFirst() + others, harmless ? FAILED : exitCode);
    }

    private static @Nullable StageRecord failedServerStage(TargetRecord target) {
        return target.stages().stream()
                .filter(stage -> SERVER_STAGES.contains(stage.name()))
                .filter(stage -> stage.status() == Status.ERROR || stage.status() == Status.FAIL)
                .findFirst()
                .orElse(null);
    }

    private static Status statusOf(Status worst, Inconclusive inconclusive) {
        return worst == Status.INCONCLUSIVE && inconclusive == Inconclusive.PASS ? Status.PASS : worst;
    }

    private static int code(Status worst, Inconclusive inconclusive) {
        return switch (worst) {
            case CANCELLED -> CANCELLED;
            case ERROR, FAIL -> FAILED;
            case INCONCLUSIVE -> inconclusive == Inconclusive.FAIL ? INCONCLUSIVE : OK;
            case PASS, RECORD, SKIPPED -> OK;
        };
    }

    private static String reason(Status worst, List<TargetRecord> targets) {
        List<TargetRecord> worstTargets =
                targets.stream().filter(target -> statusOf(target) == worst).toList();
        if (worst == Status.PASS && targets.size() > 1) {
            return passing(worstTargets, targets.size());
        }
        TargetRecord first = worstTargets.getFirst();
        String reason = withoutWord(first.message(), first.status());
        if (targets.size() > 1) {
            reason = first.name() + ": " + reason;
        }
        if (worstTargets.size() > 1) {
            reason += " (and %d more of %d targets)".formatted(worstTargets.size() - 1, targets.size());
        }
        return reason;
    }

    /** Sums up the limits of several targets that pass; where others neither pass nor fail, says of how many. */
    private static String passing(List<TargetRecord> passing, int all) {
        long limits = passing.stream()
                .flatMap(RunVerdict::checks)
                .filter(check -> check.status() == Status.PASS)
                .count();
        String who = passing.size() == all
                ? "%d targets pass".formatted(all)
                : "%d of %d targets %s".formatted(passing.size(), all, passing.size() == 1 ? "passes" : "pass");
        return who + ": " + (limits == 0 ? "every enforced probe does" : TargetVerdict.enforcedLimitsHold(limits));
    }

    private static String withoutWord(@Nullable String message, Status status) {
        if (message == null) {
            return status.word();
        }
        String word = status.word() + ": ";
        return message.startsWith(word) ? message.substring(word.length()) : message;
    }
}
