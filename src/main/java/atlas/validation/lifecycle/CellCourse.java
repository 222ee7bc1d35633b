package atlas.validation.lifecycle;

import atlas.validation.gate.CellJudge;
import atlas.validation.gate.CellVerdict;
import atlas.validation.gate.ClientFitness;
import atlas.validation.gate.RepeatedCell;
import atlas.validation.gate.RowVerdict;
import atlas.validation.metric.CellMetrics;
import atlas.validation.metric.FailureTally;
import atlas.validation.metric.MetricRegistry;
import atlas.validation.plan.PlannedCell;
import atlas.validation.plan.TargetPlan;
import atlas.validation.record.CellFitness;
import atlas.validation.record.Counts;
import atlas.validation.server.ServerException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * One cell on its way through its repeats: measures it once more whenever asked, makes sure that the server is still
 * there for the next, and has all of it judged. A cell that is measured once has one repeat. Used by one thread.
 */
final class CellCourse {

    private final TargetRun target;
    private final AtlasInference stage;
    private final PlannedCell cell;
    private final FailureTally failures;
    private final List<CellRepeat> repeats = new ArrayList<>();
    private @Nullable String trouble;
    private @Nullable String cancelled;
    private double seconds;

    CellCourse(TargetRun target, AtlasInference stage) {
        this.target = target;
        this.stage = stage;
        this.cell = stage.cell();
        this.failures = new FailureTally("POST "
                + target.connection()
                        .endpoint()
                        .url(target.connection().template().api()));
    }

    AtlasInference stage() {
        return stage;
    }

    /** Returns how long the repeats took so far. */
    double seconds() {
        return seconds;
    }

    /** Returns the number of repeats that are whole. */
    int whole() {
        return (int) repeats.stream().filter(CellRepeat::isWhole).count();
    }

    /** Tells whether the cell needs no further repeat, as none can make up for what has happened in one. */
    boolean isInTrouble() {
        return trouble != null;
    }

    private CellPlace place() {
        return new CellPlace(
                stage.number(),
                stage.of(),
                repeats.size(),
                target.plan().config().params().repeats());
    }

    /** Measures the cell once more, and keeps what is known of it then. */
    void measure() {
        long started = System.nanoTime();
        try {
            measured(place());
        } finally {
            seconds += (System.nanoTime() - started) / 1e9;
        }
    }

    private void measured(CellPlace place) {
        TargetPlan plan = target.plan();
        // Found out before the first cell, and told before it.
        target.api();
        launchAnewIfAsked(plan, place);
        target.listener().cellStarted(plan, cell, place);
        CellPass.Outcome outcome = new CellPass(target, cell, stage.tiers(), place, failures).run();
        if (outcome.repeat().end() instanceof CellRepeat.End.Cancelled(String sentence)) {
            cancelled = sentence;
            add(outcome.repeat());
            return;
        }
        Optional<String> found = Optional.empty();
        try {
            found = afterwards(outcome).map(place::told);
        } finally {
            // What was measured stays, even if the run is cancelled while the server is looked at.
            trouble = found.orElse(null);
            add(found.<CellRepeat.End>map(CellRepeat.End.Trouble::new)
                    .map(outcome.repeat()::endedBy)
                    .orElse(outcome.repeat()));
        }
    }

    /**
     * Gives each shape a server of its own where the config asks for it.
     *
     * @throws ServerException if it does not start again; then no further cell is measured either
     */
    private void launchAnewIfAsked(TargetPlan plan, CellPlace place) {
        boolean another = target.turnsTo(cell.combo().name());
        if (!another || plan.config().params().reuseServer() || !plan.config().launches()) {
            return;
        }
        target.listener()
                .told(plan, "launching the server anew for " + cell.combo().name());
        try {
            ServerRelaunch.of(target, "anew-for-" + cell.id() + "-" + place.repeat());
        } catch (ServerException again) {
            target.block("the server does not start again for %s: %s".formatted(cell.id(), again.sentence()));
            throw again;
        }
    }

    /** Looks after the server, and returns why what was measured cannot stand for the cell. */
    private Optional<String> afterwards(CellPass.Outcome outcome) {
        Liveness liveness = new Liveness(target);
        Counts counts = outcome.repeat().metrics().counts();
        return outcome.broken()
                .map(reason -> liveness.afterFault(cell.id(), reason))
                .or(outcome::aborted)
                .or(() -> liveness.check(cell.id().toString()))
                .or(() -> counts.succeeded() > 0 || !repeated()
                        ? Optional.empty()
                        : Optional.of(Verdicts.withoutWord(RowVerdict.ofInference(counts))));
    }

    private boolean repeated() {
        return target.plan().config().params().repeats().several();
    }

    private void add(CellRepeat repeat) {
        repeats.add(repeat);
        boolean more = repeated() && trouble == null && cancelled == null;
        CellResult result = keep(more ? soFar() : verdict());
        target.listener()
                .cellFinished(
                        target.plan(),
                        repeated() ? TargetRecords.ofRepeat(result, repeat) : TargetRecords.cell(result));
    }

    /** Says of a cell that is measured again later that nothing is judged yet. */
    private CellVerdict soFar() {
        return CellVerdict.skipped(
                "%d %s measured so far".formatted(repeats.size(), repeats.size() == 1 ? "repeat" : "repeats"),
                stage.tiers());
    }

    /** Notes that the cell could not be measured, or not once more. */
    void failed(String reason) {
        trouble = repeated() ? place().told(reason) : reason;
    }

    /**
     * Ends the course of a repeated cell.
     *
     * @param shortOf why the sweep ended before every cell had the least number of repeats, or null when it did not
     * @return what its row says
     */
    RowVerdict end(int least, @Nullable String shortOf) {
        if (trouble == null && cancelled == null && whole() < least && shortOf != null) {
            String sentence = "%d of %d repeats measured: %s".formatted(whole(), least, shortOf);
            if (target.cancellation().isCancelled()) {
                cancelled = sentence;
            } else {
                trouble = sentence;
            }
        }
        if (!repeats.isEmpty()) {
            keep(verdict());
        }
        return row();
    }

    /** Returns what the row of the cell's load says. */
    RowVerdict row() {
        if (cancelled != null) {
            return Verdicts.of(CellVerdict.skipped(cancelled, List.of()).status(), cancelled);
        }
        if (trouble != null) {
            return Verdicts.error(trouble);
        }
        RowVerdict row = RowVerdict.ofInference(metrics().counts());
        return repeated()
                ? new RowVerdict(row.status(), "%s in %d repeats".formatted(row.message(), whole()), row.details())
                : row;
    }

    private CellResult keep(CellVerdict verdict) {
        CellResult result =
                new CellResult(cell, metrics(), failures.records(), verdict, fitness(), repeats, repeated());
        target.result(result);
        return result;
    }

    private CellVerdict verdict() {
        if (cancelled != null) {
            return CellVerdict.skipped(cancelled, stage.tiers());
        }
        RepeatedCell all = soFarMeasured();
        CellVerdict judged = new CellJudge(MetricRegistry.standard())
                .judge(
                        all.id(),
                        all.metrics(),
                        all.tiers(),
                        all.limits(),
                        all.enforced(),
                        all.unfit(),
                        target.judging());
        return trouble == null ? judged : judged.inTrouble(trouble);
    }

    /** Returns the cell as the gate sees it. */
    RepeatedCell soFarMeasured() {
        return new RepeatedCell(
                cell.id(),
                metrics(),
                stage.tiers(),
                cell.limits(),
                target.plan().enforced(),
                ClientFitness.whyUnfit(fitness()));
    }

    /** Returns the figures over all whole repeats, or those of what there is; requests are counted over all of it. */
    private CellMetrics metrics() {
        List<CellMetrics> whole = repeats.stream()
                .filter(CellRepeat::isWhole)
                .map(CellRepeat::metrics)
                .toList();
        List<CellMetrics> all = repeats.stream().map(CellRepeat::metrics).toList();
        CellMetrics figures = whole.isEmpty() ? all.getLast() : CellMetrics.ofRepeats(whole);
        return new CellMetrics(
                CellMetrics.ofRepeats(all).counts(), figures.values(), figures.warnings(), figures.series());
    }

    private CellFitness fitness() {
        return ClientFitness.ofRepeats(repeats.stream().map(CellRepeat::fitness).toList());
    }
}
