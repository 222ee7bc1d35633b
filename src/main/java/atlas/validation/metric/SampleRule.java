package atlas.validation.metric;

import org.jspecify.annotations.Nullable;

/**
 * Says how many samples a percentile can be told from: p needs five beyond it, n · (1 − p) ≥ 5, which is 10 for p50, 50
 * for p90 and 500 for p99.
 */
public final class SampleRule {

    private static final double LEAST_BEYOND_PERCENT = 500;
    private static final double ROUNDING = 1e-9;

    private SampleRule() {}

    /** Returns the fewest samples that {@code percentile} can be told from, 0 for a figure that is no percentile. */
    public static long neededBy(@Nullable Double percentile) {
        // 100 - 99.9 is a little below a tenth in binary; the exact quotient is meant.
        return percentile == null ? 0 : (long) Math.ceil(LEAST_BEYOND_PERCENT / (100 - percentile) * (1 - ROUNDING));
    }
}
