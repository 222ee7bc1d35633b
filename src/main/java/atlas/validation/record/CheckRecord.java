package atlas.validation.record;

import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * One limit held against one measured value, or against the mean of repeats.
 *
 * @param metric bare metric name
 * @param kind kind of the limit, such as {@code max_ms}
 * @param limit the limit, in the metric's unit, or null for a kind without one
 * @param actual the measured value, of repeats their mean; or null where it was not measured
 * @param unit the metric's unit
 * @param n number of samples behind the value, or null where none applies
 * @param marginPct how far the value lies on the good side of the limit, in percent of the limit; negative on the bad
 *     side; null where it cannot be told
 * @param status what was decided
 * @param message one sentence with value, limit, cell and the limit's file and line
 * @param thresholdFile the file that the limit stands in, or null for a limit of the suite's own
 * @param thresholdLine 1-based line in that file, or null
 * @param noise how well the value is known; null where neither repeats nor a baseline tell it
 * @param baseline what it is held against, or null for a limit that is none of a regression
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
        @Nullable Integer thresholdLine,
        @Nullable Noise noise,
        @Nullable Reference baseline) {

    /**
     * How well a value is known.
     *
     * @param mean mean over the repeats, or the value itself
     * @param sd standard deviation of one repeat
     * @param low lower end of the interval that the check is decided by
     * @param high upper end of it
     * @param level probability that the truth lies beyond one of its ends: this check's share of the run's 1 %
     * @param repeats number of repeats
     * @param needs number of repeats that would decide the check; null where it is decided, or no number would
     */
    public record Noise(
            double mean,
            double sd,
            double low,
            double high,
            double level,
            int repeats,
            @Nullable Integer needs) {}

    /**
     * What the runs of a baseline say of a value.
     *
     * @param value median of the last of them
     * @param sd standard deviation of one run, or null for fewer than three
     * @param runs number of runs that have the value
     * @param oldest when the oldest of them began
     * @param newest when the newest of them began
     * @param differences what makes them differ from this run, one clause each; where there is any, the limit is not
     *     enforced
     */
    public record Reference(
            double value, @Nullable Double sd, int runs, Instant oldest, Instant newest, List<String> differences) {

        public Reference {
            differences = List.copyOf(differences);
        }
    }
}
