package atlas.validation.lifecycle;

import atlas.validation.config.Combo;
import atlas.validation.config.ValidationConfig;
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
import atlas.validation.record.Series;
import atlas.validation.record.Status;
import atlas.validation.record.TargetRecord;
import atlas.validation.record.TierRecord;
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
        ValidationConfig config = plan.config();
        List<CellRecord> cells = new ArrayList<>();
        for (PlannedCell cell : plan.cells()) {
            List<Tier> tiers = chosen.get(cell.id());
            if (tiers != null) {
                cells.add(run.result(cell.id()).map(TargetRecords::cell).orElseGet(() -> notRun(cell, tiers, run)));
            }
        }
        TargetVerdict verdict = TargetVerdict.of(
                plan.enforced(), config.enforcesProbes(), run.stages(), run.targetTiers(), run.probes(), cells);
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
                run.imageDigest(),
                null,
                run.capabilities(),
                warnings(run, cells),
                run.news().findings(),
                run.gpus(),
                run.nodes(),
                run.roundTripMs(),
                run.stages(),
                run.coldStart(),
                run.targetTiers(),
                run.probes(),
                cells);
    }

    private static List<Warning> warnings(TargetRun run, List<CellRecord> cells) {
        List<Warning> warnings = new ArrayList<>(run.warnings());
        RoundTripShare.warning(run.roundTripMs(), cells).ifPresent(warnings::add);
        return warnings;
    }

    /** Returns the record of a cell that was run. */
    static CellRecord cell(CellResult result) {
        CellMetrics metrics = result.metrics();
        return cell(
                result.cell(),
                result.verdict().status(),
                result.verdict().message(),
                metrics.counts(),
                metrics.numbers(),
                result.verdict().tiers(),
                warnings(metrics, result.fitness()),
                result.failures(),
                metrics.series(),
                result.fitness(),
                result.startedAt());
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
                skipped.status(),
                skipped.message(),
                Counts.none(),
                Map.of(),
                skipped.tiers(),
                List.of(),
                List.of(),
                null,
                null,
                null);
    }

    private static CellRecord cell(
            PlannedCell cell,
            Status status,
            String message,
            Counts counts,
            Map<String, @Nullable Double> metrics,
            List<TierRecord> tiers,
            List<Warning> warnings,
            List<FailureRecord> failures,
            @Nullable Series series,
            @Nullable CellFitness fitness,
            @Nullable Instant startedAt) {
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
                status,
                message,
                counts,
                metrics,
                tiers,
                warnings,
                failures,
                series,
                fitness,
                startedAt);
    }
}
