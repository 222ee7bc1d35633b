package atlas.validation.gate;

import static java.util.Objects.requireNonNull;

import atlas.validation.config.ThresholdEntry;
import atlas.validation.metric.CellMetrics;
import atlas.validation.metric.Tier;
import atlas.validation.record.CellId;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A cell with all that has been measured in it so far, and what it is held against.
 *
 * @param id the cell
 * @param metrics its figures over all repeats so far
 * @param tiers the tiers that are judged
 * @param limits its limits
 * @param enforced whether limits are enforced that do not say themselves
 * @param unfit why the client cannot be trusted there, as a clause, or null when it can
 */
public record RepeatedCell(
        CellId id,
        CellMetrics metrics,
        List<Tier> tiers,
        List<ThresholdEntry> limits,
        boolean enforced,
        @Nullable String unfit) {

    public RepeatedCell {
        requireNonNull(id, "id is null");
        requireNonNull(metrics, "metrics is null");
        tiers = List.copyOf(tiers);
        limits = List.copyOf(limits);
    }
}
