package atlas.validation.gate;

import atlas.validation.config.ThresholdEntry;
import atlas.validation.metric.MetricDefinition;
import org.jspecify.annotations.Nullable;

/**
 * Says how many samples a limit needs: a percentile p needs five beyond it, n · (1 − p) ≥ 5 (p90: 50, p99: 500), unless
 * the limit names its own number.
 */
final class SampleRule {

    private static final double LEAST_BEYOND_PERCENT = 500;
    private static final double ROUNDING = 1e-9;

    private SampleRule() {}

    /** Returns the fewest samples that {@code limit} can be judged on, 0 when any number will do. */
    static long needed(MetricDefinition metric, ThresholdEntry limit) {
        Integer own = limit.minN();
        return own != null ? own : neededBy(metric.percentile());
    }

    /** Returns the fewest samples that {@code percentile} can be told from, 0 for a figure that is no percentile. */
    static long neededBy(@Nullable Double percentile) {
        // 100 - 99.9 is a little below a tenth in binary; the exact quotient is meant.
        return percentile == null ? 0 : (long) Math.ceil(LEAST_BEYOND_PERCENT / (100 - percentile) * (1 - ROUNDING));
    }
}
