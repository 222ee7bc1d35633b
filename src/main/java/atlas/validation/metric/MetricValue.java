package atlas.validation.metric;

import java.util.Collections;
import java.util.EnumSet;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * One figure of one cell.
 *
 * @param value the figure, or null where it was not measured; never NaN or infinite
 * @param n number of samples behind it, or null where none applies
 * @param doubts why it cannot carry a decision; empty for a sound figure
 * @param whyUnmeasured why there is no figure, as a clause; null where there is one, or nothing is known
 */
public record MetricValue(
        @Nullable Double value,
        @Nullable Long n,
        Set<Doubt> doubts,
        @Nullable String whyUnmeasured) {

    private static final MetricValue UNMEASURED = new MetricValue(null, null, Set.of(), null);

    public MetricValue {
        if (value != null && !Double.isFinite(value)) {
            throw new IllegalArgumentException("value must be finite, got [" + value + "]");
        }
        if (value != null && whyUnmeasured != null) {
            throw new IllegalArgumentException("a figure [" + value + "] is not unmeasured [" + whyUnmeasured + "]");
        }
        doubts = doubts.isEmpty() ? Set.of() : Collections.unmodifiableSet(EnumSet.copyOf(doubts));
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
        return new MetricValue(value, n, more, whyUnmeasured);
    }
}
