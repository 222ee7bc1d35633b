package atlas.validation.lifecycle;

import static java.util.Objects.requireNonNull;

import atlas.validation.gate.CellVerdict;
import atlas.validation.metric.CellMetrics;
import atlas.validation.metric.Tier;
import atlas.validation.plan.PlannedCell;
import atlas.validation.record.CellFitness;
import atlas.validation.record.FailureRecord;
import atlas.validation.record.TierRecord;
import java.util.List;
import java.util.Optional;

/**
 * What was measured in a cell, and what the gate says of it.
 *
 * @param cell the cell
 * @param metrics its figures
 * @param failures its failed requests by cause
 * @param verdict the gate's word; without tiers for a cell that was cancelled
 * @param fitness whether the client could be the bottleneck
 * @param repeats each time that it was measured, at least one
 * @param repeated whether it was to be measured several times
 */
public record CellResult(
        PlannedCell cell,
        CellMetrics metrics,
        List<FailureRecord> failures,
        CellVerdict verdict,
        CellFitness fitness,
        List<CellRepeat> repeats,
        boolean repeated) {

    public CellResult {
        requireNonNull(cell, "cell is null");
        requireNonNull(metrics, "metrics is null");
        failures = List.copyOf(failures);
        requireNonNull(verdict, "verdict is null");
        requireNonNull(fitness, "fitness is null");
        repeats = List.copyOf(repeats);
    }

    /** Returns what is said of a tier, or empty when nothing is. */
    public Optional<TierRecord> tier(Tier tier) {
        return verdict.tiers().stream()
                .filter(judged -> judged.name().equals(tier.word()))
                .findFirst();
    }
}
