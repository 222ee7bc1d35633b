package atlas.validation.plan;

import static java.util.Objects.requireNonNull;

import atlas.validation.config.Combo;
import atlas.validation.config.ThresholdEntry;
import atlas.validation.metric.Tier;
import atlas.validation.record.CellId;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * One sweep cell that will run.
 *
 * @param id the cell's id
 * @param key its key in the form of CVS, or null for a shape without an input length
 * @param combo its shape
 * @param requests measured requests, at least 1; null for as many as a concurrency gets done in {@code duration}
 * @param duration how long measured requests are sent; null where their number alone ends the cell
 * @param warmupRequests uncounted requests before them
 * @param tiers its tiers in their fixed order
 * @param limits what its figures are held against, by canonical metric name; empty when nothing is
 * @param leftOut whether the threshold file leaves the cell out on purpose
 */
public record PlannedCell(
        CellId id,
        @Nullable String key,
        Combo combo,
        @Nullable Integer requests,
        @Nullable Duration duration,
        int warmupRequests,
        List<Tier> tiers,
        List<ThresholdEntry> limits,
        boolean leftOut) {

    public PlannedCell {
        requireNonNull(id, "id is null");
        requireNonNull(combo, "combo is null");
        if (requests != null && requests < 1) {
            throw new IllegalArgumentException("requests must be positive, got [" + requests + "]");
        }
        if (requests == null && duration == null) {
            throw new IllegalArgumentException("a cell needs a number of requests or a duration");
        }
        tiers = List.copyOf(tiers);
        limits = List.copyOf(limits);
    }
}
