package atlas.validation.record;

import java.time.Instant;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * One sweep cell and what was measured in it.
 *
 * @param id the cell's id
 * @param key the cell's key in the form of CVS, or null for a shape without an input length
 * @param combo name of the sequence combination
 * @param workload kind of the workload, such as {@code random}
 * @param isl asked input length in tokens, or null
 * @param osl asked output length in tokens, or null
 * @param concurrency requests in flight, or null for a rate cell
 * @param requestRate requests per second, or null for a concurrency cell
 * @param status the worst of its tiers, or error when nothing could be measured
 * @param message one sentence, or null when there is nothing to say
 * @param counts how the measured requests ended, of all repeats together
 * @param metrics value by bare metric name, null where not measured; never NaN or infinite. Of several repeats, the
 *     mean
 * @param tiers the tiers in their fixed order
 * @param warnings what a reader of the figures should know
 * @param failures the failed requests by their cause, the most frequent first
 * @param series what the cell looked like over time, in its first repeat; or null where that was not kept
 * @param fitness whether the client could be the bottleneck here, or null where that was not examined
 * @param startedAt the wall clock's time where the cell's own clock is 0, to join its requests with a server's log;
 *     null for a cell that was not run
 * @param repeats each time that the cell was measured; empty where that was to be once
 * @param basis what each figure rests on, by bare metric name
 */
public record CellRecord(
        String id,
        @Nullable String key,
        String combo,
        String workload,
        @Nullable Integer isl,
        @Nullable Integer osl,
        @Nullable Integer concurrency,
        @Nullable Double requestRate,
        Status status,
        @Nullable String message,
        Counts counts,
        Map<String, @Nullable Double> metrics,
        List<TierRecord> tiers,
        List<Warning> warnings,
        List<FailureRecord> failures,
        @Nullable Series series,
        @Nullable CellFitness fitness,
        @Nullable Instant startedAt,
        List<RepeatRecord> repeats,
        Map<String, FigureBasis> basis) {

    public CellRecord {
        metrics = Collections.unmodifiableMap(new LinkedHashMap<>(metrics));
        tiers = List.copyOf(tiers);
        warnings = List.copyOf(warnings);
        // A record of before this field was there has none.
        failures = failures == null ? List.of() : List.copyOf(failures);
        repeats = repeats == null ? List.of() : List.copyOf(repeats);
        basis = basis == null ? Map.of() : Collections.unmodifiableMap(new LinkedHashMap<>(basis));
    }

    /** Returns the same measurement with another word on it. */
    public CellRecord judged(Status newStatus, @Nullable String newMessage, List<TierRecord> newTiers) {
        return new CellRecord(
                id,
                key,
                combo,
                workload,
                isl,
                osl,
                concurrency,
                requestRate,
                newStatus,
                newMessage,
                counts,
                metrics,
                newTiers,
                warnings,
                failures,
                series,
                fitness,
                startedAt,
                repeats,
                basis);
    }
}
