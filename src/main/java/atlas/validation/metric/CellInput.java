package atlas.validation.metric;

import static java.util.Objects.requireNonNull;

import atlas.validation.record.CellId;
import atlas.validation.record.CellId.Concurrency;
import atlas.validation.record.CellId.Rate;
import atlas.validation.record.RequestRecord;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What the figures of one cell are made from.
 *
 * @param id the cell
 * @param rows its requests in any order; warm-up requests are passed over
 * @param cap most requests that may be in flight at a rate; null for no limit, and at a concurrency
 * @param servingGpus GPUs that serve (tensor × pipeline parallelism × replicas), or null where nothing is known of them
 * @param isl asked input length in tokens, or null
 * @param osl asked output length in tokens, sent as the limit, or null
 * @param rangeRatio lengths are uniform in [⌈rangeRatio · L⌉, L]; 1 for exact lengths
 * @param goodput the shape's service level objective, or null
 * @param percentiles which percentiles to compute, each above 0 and below 100; include those that limits name
 * @param clientTtftOverheadMs what the client adds to TTFT at this load, or null where it was not calibrated
 * @param kind what its requests have to do with one another
 * @param turns how many requests follow one another in one place; 1 where each stands alone
 */
public record CellInput(
        CellId id,
        List<RequestRecord> rows,
        @Nullable Integer cap,
        @Nullable Integer servingGpus,
        @Nullable Integer isl,
        @Nullable Integer osl,
        double rangeRatio,
        @Nullable GoodputLimits goodput,
        List<Double> percentiles,
        @Nullable Double clientTtftOverheadMs,
        WorkloadKind kind,
        int turns) {

    public CellInput {
        requireNonNull(id, "id is null");
        requireNonNull(kind, "kind is null");
        if (turns < 1) {
            throw new IllegalArgumentException("turns must be positive, got [" + turns + "]");
        }
        rows = List.copyOf(rows);
        percentiles = List.copyOf(percentiles);
        if (servingGpus != null && servingGpus < 1) {
            throw new IllegalArgumentException("servingGpus must be positive, got [" + servingGpus + "]");
        }
        if (!(rangeRatio > 0 && rangeRatio <= 1)) {
            throw new IllegalArgumentException("rangeRatio must be above 0 and at most 1, got [" + rangeRatio + "]");
        }
        for (double percentile : percentiles) {
            if (!(percentile > 0 && percentile < 100)) {
                throw new IllegalArgumentException(
                        "percentile must be above 0 and below 100, got [" + percentile + "]");
            }
        }
    }

    /** Tells whether requests arrive at a rate. */
    boolean atRate() {
        return id.load() instanceof Rate;
    }

    /** Returns the number of requests that are to be in flight at any time, or null for a rate cell. */
    @Nullable
    Integer users() {
        return switch (id.load()) {
            case Concurrency(int users) -> users;
            case Rate rate -> null;
        };
    }
}
