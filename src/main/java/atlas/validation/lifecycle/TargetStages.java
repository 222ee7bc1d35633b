package atlas.validation.lifecycle;

import static java.util.Objects.requireNonNull;

import atlas.validation.gate.RowVerdict;
import atlas.validation.record.StageRecord;
import atlas.validation.record.Status;
import atlas.validation.server.ServerException;
import atlas.validation.workload.DatasetException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CancellationException;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Runs the stages of one target, in the order of their rows or ahead of them, and keeps what came of each. Used by the
 * running thread.
 */
final class TargetStages {

    private static final String CANCELLED = "the run was cancelled";

    private final TargetRun target;
    private final List<StageRecord> records = new ArrayList<>();
    private final Map<String, Performed> ahead = new HashMap<>();
    private final Set<String> unfinished = new HashSet<>();
    private double aheadSeconds;
    private @Nullable String blockedBy;

    TargetStages(TargetRun target) {
        this.target = requireNonNull(target, "target is null");
    }

    /**
     * What came of a stage.
     *
     * @param seconds how long it took, without those that ran ahead of it meanwhile
     */
    private record Performed(RowVerdict verdict, double seconds) {}

    /** Returns why a stage is not run, or empty when it is. */
    Optional<String> skipReason(Stage stage) {
        if (ahead.containsKey(stage.name())) {
            return Optional.empty();
        }
        if (stage.runsAlways()) {
            return stage.skipReason(target);
        }
        if (target.cancellation().isCancelled()) {
            return Optional.of(CANCELLED);
        }
        return blockedBy != null ? Optional.of(blockedBy) : stage.skipReason(target);
    }

    /** Returns why nothing that needs the server is run, or empty when it is there. */
    Optional<String> unusable() {
        if (target.cancellation().isCancelled()) {
            return Optional.of(CANCELLED);
        }
        return Optional.ofNullable(blockedBy);
    }

    /** Notes that a stage was not run. */
    void skipped(Stage stage, String reason) {
        keep(new StageRecord(stage.name(), Status.SKIPPED, null, reason));
    }

    /** Runs a stage and keeps what came of it. Never throws for what goes wrong in it. */
    RowVerdict perform(Stage stage) {
        Performed before = ahead.remove(stage.name());
        boolean again = unfinished.remove(stage.name()) && unusable().isEmpty();
        Performed performed = before == null || again ? measured(stage) : before;
        RowVerdict verdict = performed.verdict;
        keep(new StageRecord(stage.name(), verdict.status(), performed.seconds, Verdicts.withoutWord(verdict)));
        return verdict;
    }

    /**
     * Runs a stage before the one that is running, whose result depends on it; its own row then tells what came of it.
     * Does nothing to one that has a reason not to run.
     */
    void performAhead(Stage stage) {
        if (skipReason(stage).isEmpty()) {
            Performed performed = measured(stage);
            performedAhead(stage, performed.verdict, performed.seconds);
        }
    }

    /**
     * Keeps what came of a stage that was run piece by piece during the one that is running, for the row of its own.
     *
     * @param seconds how long the pieces took
     */
    void performedAhead(Stage stage, RowVerdict verdict, double seconds) {
        aheadSeconds += seconds;
        ahead.put(stage.name(), new Performed(verdict, seconds));
    }

    /** Lets a stage that runs ahead of its row run once more when the row comes and the server is there. */
    void lookAgain(Stage stage) {
        unfinished.add(stage.name());
    }

    private Performed measured(Stage stage) {
        long started = System.nanoTime();
        double aheadBefore = aheadSeconds;
        RowVerdict verdict = caught(() -> stage.run(target));
        double seconds = (System.nanoTime() - started) / 1e9 - (aheadSeconds - aheadBefore);
        if (stage.blocksOthers() && verdict.status().worseThan(Status.INCONCLUSIVE)) {
            block(stage.name() + " failed: " + Verdicts.withoutWord(verdict));
        }
        return new Performed(verdict, seconds);
    }

    /** Runs a step; what goes wrong in it becomes its verdict. */
    RowVerdict caught(Supplier<RowVerdict> step) {
        try {
            return step.get();
        } catch (ServerException trouble) {
            trouble.finding().ifPresent(target.news()::found);
            return Verdicts.error(trouble.sentence(), trouble.lastLines());
        } catch (DatasetException prompts) {
            return Verdicts.error(prompts.sentence());
        } catch (CancellationException cancelled) {
            return Verdicts.of(Status.SKIPPED, CANCELLED);
        } catch (RuntimeException unexpected) {
            unexpected.printStackTrace();
            return Verdicts.error("unexpected " + unexpected);
        }
    }

    private void keep(StageRecord stage) {
        records.add(stage);
        target.listener().stageFinished(target.plan(), stage);
    }

    /** Makes every later stage but the teardown be skipped with this reason. */
    void block(String reason) {
        if (blockedBy == null) {
            blockedBy = reason;
        }
    }

    /** Returns what came of the stages so far, in the order of their rows. */
    List<StageRecord> records() {
        return records;
    }
}
