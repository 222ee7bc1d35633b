package atlas.validation.lifecycle;

import static java.util.Objects.requireNonNull;

import atlas.validation.client.Cancellation;
import atlas.validation.config.Inconclusive;
import atlas.validation.config.Repeats;
import atlas.validation.gate.Baseline;
import atlas.validation.gate.BaselineComparison;
import atlas.validation.gate.ClientFitness;
import atlas.validation.gate.ErrorBudget;
import atlas.validation.gate.History;
import atlas.validation.gate.Judging;
import atlas.validation.gate.RunEvaluation;
import atlas.validation.gate.RunVerdict;
import atlas.validation.gate.TargetComparison;
import atlas.validation.metric.MetricRegistry;
import atlas.validation.metric.Tier;
import atlas.validation.plan.PlannedCell;
import atlas.validation.plan.RunPlan;
import atlas.validation.plan.TargetPlan;
import atlas.validation.record.CellId;
import atlas.validation.record.ClientInfo;
import atlas.validation.record.Comparison;
import atlas.validation.record.Evaluation;
import atlas.validation.record.Problem;
import atlas.validation.record.RunRecord;
import atlas.validation.record.Selection;
import atlas.validation.record.SuiteInfo;
import atlas.validation.record.TargetRecord;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * A run on its way: its targets, what was chosen of them, and the record of it all so far. Used by the running thread;
 * only {@link #cancel()} and {@link #kill()} may come from another.
 */
public final class ValidationRun implements AutoCloseable {

    private final String runId;
    private final Instant startedAt;
    private final RunPlan plan;
    private final Map<String, Map<CellId, List<Tier>>> chosen;
    private final Cancellation cancellation = new Cancellation();
    private final Map<String, TargetRun> targets = new LinkedHashMap<>();
    private final Calibrations calibrations = new Calibrations();

    /**
     * Prepares a run.
     *
     * @param runId its name
     * @param plan what was planned
     * @param chosen cells and their tiers that a tag filter left, by target; a target that is absent does not run
     * @param listener hears what happens
     * @param paths where logs go
     * @param history the runs of the past that it is held against, or null where none were named
     * @param salt fresh for each run
     */
    public ValidationRun(
            String runId,
            Instant startedAt,
            RunPlan plan,
            Map<String, Map<CellId, List<Tier>>> chosen,
            RunListener listener,
            RunPaths paths,
            @Nullable History history,
            String salt) {
        this.runId = requireNonNull(runId, "runId is null");
        this.startedAt = requireNonNull(startedAt, "startedAt is null");
        this.plan = requireNonNull(plan, "plan is null");
        this.chosen = Map.copyOf(chosen);
        for (TargetPlan target : plan.targets()) {
            if (chosen.containsKey(target.name())) {
                SweepTask task = new SweepTask(
                        chosen.get(target.name()),
                        judging(target),
                        history,
                        plan.settings().calibrate().isPresent());
                targets.put(
                        target.name(),
                        new TargetRun(target, task, cancellation, listener, paths, runId, salt, calibrations));
            }
        }
    }

    /** Returns how the checks of a target are judged: their false alarms are those of all the run's checks together. */
    private Judging judging(TargetPlan target) {
        Repeats repeats = target.config().params().repeats();
        return new Judging(ErrorBudget.of(checks(), repeats.least(), repeats.most()));
    }

    private int checks() {
        int checks = 0;
        for (TargetPlan target : plan.targets()) {
            Set<CellId> cells = chosen.getOrDefault(target.name(), Map.of()).keySet();
            checks += ErrorBudget.checks(target.limits(), target.enforced());
            for (PlannedCell cell : target.cells()) {
                checks += cells.contains(cell.id()) ? ErrorBudget.checks(cell.limits(), target.enforced()) : 0;
            }
        }
        return checks;
    }

    /** Returns a target that was chosen. */
    public TargetRun target(String name) {
        return requireNonNull(targets.get(name), "no such target");
    }

    /** Returns a target, or empty when it was not chosen. */
    public Optional<TargetRun> find(String name) {
        return Optional.ofNullable(targets.get(name));
    }

    public boolean isCancelled() {
        return cancellation.isCancelled();
    }

    /**
     * Stops the run at the next opportunity: requests in flight are given up, later rows skipped, teardown still runs.
     */
    public void cancel() {
        cancellation.cancel();
    }

    /** Ends every server that was started, at once. */
    public void kill() {
        targets.values().forEach(TargetRun::kill);
        calibrations.kill();
    }

    /** Lets go of what the targets share; does nothing a second time. */
    @Override
    public void close() {
        calibrations.close();
    }

    /** Returns the record of one target so far. */
    public TargetRecord record(String target) {
        return TargetRecords.of(target(target), chosen.getOrDefault(target, Map.of()));
    }

    /** Returns the targets side by side, or null when there are fewer than two. */
    public @Nullable Comparison comparison() {
        List<TargetRecord> records = targetRecords();
        return withBaseline(TargetComparison.compare(records, MetricRegistry.standard()), records);
    }

    /** Adds the first target's baseline, where there is one, to what it is compared with. */
    private @Nullable Comparison withBaseline(@Nullable Comparison comparison, List<TargetRecord> records) {
        if (records.isEmpty()) {
            return comparison;
        }
        TargetRecord subject = records.getFirst();
        Baseline baseline = target(subject.name()).chosenBaseline();
        return baseline == null
                ? comparison
                : BaselineComparison.addedTo(
                        comparison,
                        subject.name(),
                        BaselineComparison.of(subject, baseline, MetricRegistry.standard()));
    }

    /** Returns the record of a run that goes on, which nobody can take for the record of its end. */
    public RunRecord unfinishedRecord(SuiteInfo suite, ClientInfo client) {
        List<TargetRecord> records = targetRecords();
        Comparison comparison = TargetComparison.compare(records, MetricRegistry.standard());
        return record(
                RunVerdict.unfinished(),
                null,
                suite,
                client,
                List.of(),
                records,
                withBaseline(comparison, records),
                null);
    }

    /**
     * Closes the record.
     *
     * @param problems what is wrong with the input, beyond the plan's own problems
     * @param inconclusive what an inconclusive target means for the run
     * @param lost one sentence per file of the run that could not be written
     */
    public RunRecord record(
            List<Problem> problems, Inconclusive inconclusive, SuiteInfo suite, ClientInfo client, List<String> lost) {
        List<TargetRecord> records = targetRecords();
        Comparison comparison = TargetComparison.compare(records, MetricRegistry.standard());
        RunVerdict verdict =
                RunVerdict.of(records, problems, isCancelled(), inconclusive).withLostFiles(lost);
        Evaluation evaluation = RunEvaluation.of(verdict, records, comparison);
        return record(
                verdict,
                Instant.now(),
                suite,
                client,
                problems,
                records,
                withBaseline(comparison, records),
                evaluation);
    }

    private RunRecord record(
            RunVerdict verdict,
            @Nullable Instant finishedAt,
            SuiteInfo suite,
            ClientInfo client,
            List<Problem> problems,
            List<TargetRecord> records,
            @Nullable Comparison comparison,
            @Nullable Evaluation evaluation) {
        return new RunRecord(
                RunRecord.SCHEMA_VERSION,
                runId,
                verdict.status(),
                verdict.reason(),
                verdict.exitCode(),
                startedAt,
                finishedAt,
                suite,
                plan.effective(),
                selection(),
                client.withFitness(ClientFitness.ofRun(records)),
                problems,
                records,
                comparison,
                evaluation);
    }

    private List<TargetRecord> targetRecords() {
        List<TargetRecord> records = new ArrayList<>();
        targets.keySet().forEach(name -> records.add(record(name)));
        return records;
    }

    private Selection selection() {
        List<String> cells = new ArrayList<>();
        int all = 0;
        boolean several = plan.targets().size() > 1;
        for (TargetPlan target : plan.targets()) {
            all += target.cells().size();
            Set<CellId> ofTarget = chosen.getOrDefault(target.name(), Map.of()).keySet();
            target.cells().stream()
                    .filter(cell -> ofTarget.contains(cell.id()))
                    .forEach(cell -> cells.add((several ? target.name() + "/" : "") + cell.id()));
        }
        return new Selection(
                plan.settings().groups().orElse(null),
                plan.settings().excludedGroups().orElse(null),
                cells,
                all);
    }
}
