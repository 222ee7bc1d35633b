package atlas.validation.lifecycle;

import atlas.validation.config.Combo;
import atlas.validation.config.ValidationConfig;
import atlas.validation.gate.Baseline;
import atlas.validation.gate.CellVerdict;
import atlas.validation.gate.ClientFitness;
import atlas.validation.gate.TargetVerdict;
import atlas.validation.metric.CellMetrics;
import atlas.validation.metric.Tier;
import atlas.validation.plan.PlannedCell;
import atlas.validation.plan.TargetPlan;
import atlas.validation.record.CellFitness;
import atlas.validation.record.CellId;
import atlas.validation.record.CellRecord;
import atlas.validation.record.Counts;
import atlas.validation.record.FailureRecord;
import atlas.validation.record.RepeatRecord;
import atlas.validation.record.Status;
import atlas.validation.record.TargetRecord;
import atlas.validation.record.Warning;
import java.net.URI;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** Turns a target's run, ended or not, into its part of the run record. */
final class TargetRecords {

    private TargetRecords() {}

    /**
     * Returns the record of a target.
     *
     * @param chosen the cells that a tag filter left, and their tiers; others are absent
     */
    static TargetRecord of(TargetRun run, Map<CellId, List<Tier>> chosen) {
        TargetPlan plan = run.plan();
        TargetNotes notes = run.notes();
        ValidationConfig config = plan.config();
        List<CellRecord> cells = new ArrayList<>();
        for (PlannedCell cell : plan.cells()) {
            List<Tier> tiers = chosen.get(cell.id());
            if (tiers != null) {
                cells.add(run.result(cell.id()).map(TargetRecords::cell).orElseGet(() -> notRun(cell, tiers, run)));
            }
        }
        TargetVerdict verdict = TargetVerdict.of(
                plan.enforced(),
                config.enforcesProbes(),
                run.stages().records(),
                notes.targetTiers(),
                notes.probes(),
                cells);
        ServerFacts facts = run.facts();
        URI baseUrl = facts == null ? config.params().baseUrl() : facts.baseUrl();
        return new TargetRecord(
                plan.name(),
                verdict.status(),
                verdict.message(),
                config.file(),
                config.sha256(),
                config.profile(),
                config.params().driver().word(),
                Objects.requireNonNullElse(run.model(), ""),
                baseUrl == null ? null : baseUrl.toString(),
                run.simulated(),
                plan.enforced(),
                plan.thresholds() == null ? null : plan.thresholds().file(),
                config.container().image(),
                notes.imageDigest(),
                null,
                run.capabilities(),
                warnings(run, cells),
                run.news().findings(),
                notes.gpus(),
                notes.nodes(),
                notes.roundTripMs(),
                run.stages().records(),
                notes.coldStart(),
                notes.targetTiers(),
                notes.probes(),
                cells,
                run.sweepRepeats(),
                config.model().precision(),
                config.params().sampling());
    }

    private static List<Warning> warnings(TargetRun run, List<CellRecord> cells) {
        TargetNotes notes = run.notes();
        List<Warning> warnings = new ArrayList<>(notes.warnings());
        Baseline baseline = run.chosenBaseline();
        if (baseline != null) {
            warnings.addAll(baseline.warnings());
        }
        RoundTripShare.warning(notes.roundTripMs(), cells).ifPresent(warnings::add);
        return warnings;
    }

    /** Returns the record of a cell that was run. */
    static CellRecord cell(CellResult result) {
        return cell(
                result.cell(),
                result.verdict(),
                result.metrics(),
                warnings(result.metrics(), result.fitness()),
                result.failures(),
                result.fitness(),
                result.repeats().getFirst().startedAt(),
                result.repeated()
                        ? result.repeats().stream().map(TargetRecords::repeat).toList()
                        : List.of());
    }

    /** Returns what a reader of the figures should know, of the client last. */
    private static List<Warning> warnings(CellMetrics metrics, CellFitness fitness) {
        List<Warning> warnings = new ArrayList<>(metrics.warnings());
        if (!fitness.verdict().equals(ClientFitness.FIT)) {
            warnings.add(new Warning(
                    "client_" + fitness.verdict(),
                    "the client is %s: %s".formatted(fitness.verdict(), String.join("; ", fitness.reasons()))));
        }
        return warnings;
    }

    private static CellRecord notRun(PlannedCell cell, List<Tier> tiers, TargetRun run) {
        CellVerdict skipped = CellVerdict.skipped(run.unusable().orElse("it was not run"), tiers);
        return cell(
                cell,
                skipped,
                new CellMetrics(Counts.none(), Map.of(), List.of(), null),
                List.of(),
                List.of(),
                null,
                null,
                List.of());
    }

    /** Returns one repeat as if it were the cell, for whoever is told of each as it ends. */
    static CellRecord ofRepeat(CellResult result, CellRepeat repeat) {
        CellMetrics metrics = repeat.metrics();
        CellVerdict verdict = switch (repeat.end()) {
            case CellRepeat.End.Whole() -> new CellVerdict(Status.RECORD, "record: measured", List.of());
            case CellRepeat.End.Cancelled(String sentence) -> CellVerdict.skipped(sentence, List.of());
            case CellRepeat.End.Trouble(String sentence) ->
                new CellVerdict(Status.ERROR, "error: " + sentence, List.of());
        };
        int number = repeat.place().repeat();
        return cell(
                result.cell(),
                verdict,
                metrics,
                warnings(metrics, repeat.fitness()),
                result.failures().stream()
                        .filter(failure -> failure.exampleRepeat() == number)
                        .toList(),
                repeat.fitness(),
                repeat.startedAt(),
                List.of());
    }

    private static RepeatRecord repeat(CellRepeat repeat) {
        String trouble = switch (repeat.end()) {
            case CellRepeat.End.Whole() -> null;
            case CellRepeat.End.Cancelled(String sentence) -> sentence;
            case CellRepeat.End.Trouble(String sentence) -> sentence;
        };
        CellMetrics metrics = repeat.metrics();
        return new RepeatRecord(
                repeat.place().repeat(),
                repeat.startedAt(),
                trouble,
                metrics.counts(),
                metrics.numbers(),
                warnings(metrics, repeat.fitness()),
                repeat.fitness());
    }

    private static CellRecord cell(
            PlannedCell cell,
            CellVerdict verdict,
            CellMetrics metrics,
            List<Warning> warnings,
            List<FailureRecord> failures,
            @Nullable CellFitness fitness,
            @Nullable Instant startedAt,
            List<RepeatRecord> repeats) {
        Combo combo = cell.combo();
        CellId.Load load = cell.id().load();
        return new CellRecord(
                cell.id().value(),
                cell.key(),
                combo.name(),
                combo.workload().word(),
                combo.isl(),
                combo.osl(),
                load instanceof CellId.Concurrency(int users) ? (Integer) users : null,
                load instanceof CellId.Rate(double perSecond) ? (Double) perSecond : null,
                verdict.status(),
                verdict.message(),
                metrics.counts(),
                metrics.numbers(),
                verdict.tiers(),
                warnings,
                failures,
                metrics.series(),
                fitness,
                startedAt,
                repeats,
                metrics.basis());
    }
}
