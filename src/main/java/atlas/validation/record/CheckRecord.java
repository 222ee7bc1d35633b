package atlas.validation.record;

import org.jspecify.annotations.Nullable;

/**
 * One limit held against one measured value.
 *
 * @param metric bare metric name
 * @param kind kind of the limit, such as {@code max_ms}
 * @param limit the limit, in the metric's unit, or null for a kind without one
 * @param actual the measured value, or null where it was not measured
 * @param unit the metric's unit
 * @param n number of samples behind the value, or null where none applies
 * @param marginPct how far the value lies on the good side of the limit, in percent of the limit; negative on the bad
 *     side; null where it cannot be told
 * @param status what was decided
 * @param message one sentence with value, limit, cell and the limit's file and line
 * @param thresholdFile the file that the limit stands in, or null for a limit of the suite's own
 * @param thresholdLine 1-based line in that file, or null
 */
public record CheckRecord(
        String metric,
        String kind,
        @Nullable Double limit,
        @Nullable Double actual,
        String unit,
        @Nullable Long n,
        @Nullable Double marginPct,
        Status status,
        String message,
        @Nullable String thresholdFile,
        @Nullable Integer thresholdLine) {}
