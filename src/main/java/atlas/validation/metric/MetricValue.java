package atlas.validation.metric;

import java.util.Collections;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * One figure of one cell, measured once or in several repeats.
 *
 * @param value the figure, of repeats their mean; or null where it was not measured; never NaN or infinite
 * @param n number of samples behind it, of all repeats together; or null where none applies
 * @param doubts why it cannot carry a decision; empty for a sound figure
 * @param whyUnmeasured why there is no figure, as a clause; null where there is one, or nothing is known
 * @param leastN number of samples of the repeat with the fewest, {@code n} where there is one; or null where none
 *     applies. A percentile is told from the samples of its own repeat, and no repeat lends it any
 * @param repeats the figure of every repeat that has one, in their order; empty for a cell that was measured once
 */
public record MetricValue(
        @Nullable Double value,
        @Nullable Long n,
        Set<Doubt> doubts,
        @Nullable String whyUnmeasured,
        @Nullable Long leastN,
        List<Double> repeats) {

    private static final MetricValue UNMEASURED = new MetricValue(null, null, Set.of(), null);

    public MetricValue {
        if (value != null && !Double.isFinite(value)) {
            throw new IllegalArgumentException("value must be finite, got [" + value + "]");
        }
        if (value != null && whyUnmeasured != null) {
            throw new IllegalArgumentException("a figure [" + value + "] is not unmeasured [" + whyUnmeasured + "]");
        }
        if (leastN != null && (n == null || leastN > n)) {
            throw new IllegalArgumentException(
                    "no repeat of [" + n + "] samples has [" + leastN + "] of them at least");
        }
        for (double repeat : repeats) {
            if (!Double.isFinite(repeat)) {
                throw new IllegalArgumentException("every repeat must be finite, got [" + repeat + "]");
            }
        }
        repeats = List.copyOf(repeats);
        doubts = doubts.isEmpty() ? Set.of() : Collections.unmodifiableSet(EnumSet.copyOf(doubts));
    }

    /** Makes a figure that was measured once. */
    public MetricValue(@Nullable Double value, @Nullable Long n, Set<Doubt> doubts, @Nullable String whyUnmeasured) {
        this(value, n, doubts, whyUnmeasured, n, List.of());
    }

    /** Returns what stands for a figure that was not measured. */
    public static MetricValue unmeasured() {
        return UNMEASURED;
    }

    /** Returns what stands for a figure that was not measured for the reason given. */
    public static MetricValue unmeasured(@Nullable String why) {
        return why == null ? UNMEASURED : new MetricValue(null, null, Set.of(), why);
    }

    /** Returns a sound figure over {@code n} samples. */
    public static MetricValue of(double value, long n) {
        return new MetricValue(value, n, Set.of(), null);
    }

    /** Returns a figure over {@code n} samples, unmeasured when {@code value} is null, NaN or infinite. */
    static MetricValue ofMeasured(@Nullable Double value, long n) {
        return value == null || !Double.isFinite(value) ? unmeasured() : of(value, n);
    }

    /** Returns the same figure with one more doubt. */
    MetricValue with(Doubt doubt) {
        EnumSet<Doubt> more = EnumSet.of(doubt);
        more.addAll(doubts);
        return new MetricValue(value, n, more, whyUnmeasured, leastN, repeats);
    }
}
