package atlas.validation.gate;

import atlas.validation.config.ThresholdRule;
import org.jspecify.annotations.Nullable;

/**
 * A number held against a bound: whether it is within, by how much, and how that is said.
 *
 * @param within whether the bound holds; equality does
 * @param marginPct how far on the good side, in percent of the limit, negative on the bad side; null for a limit of 0
 * @param words the comparison, such as {@code is below 900 tok/s (-9.7 %)}
 */
record Holding(boolean within, @Nullable Double marginPct, String words) {

    private static final double MOST_PERCENT = 999;

    static Holding of(ThresholdRule.Min rule, double actual, String unit) {
        return atLeast(actual, rule.value(), unit);
    }

    static Holding of(ThresholdRule.Max rule, double actual, String unit) {
        boolean within = actual <= rule.value();
        Double deviation = deviationPct(actual, rule.value());
        String words = within ? "is at most " : "is above ";
        return new Holding(
                within,
                deviation == null ? null : 0 - deviation,
                words + Quantity.exact(rule.value(), unit) + inBrackets(deviation, rule.value()));
    }

    static Holding of(ThresholdRule.Within rule, double actual, String unit) {
        // Written as a distance, since 100 * (1 + 0.1) is above 110 in binary.
        boolean within = Math.abs(actual - rule.value()) <= Math.abs(rule.value()) * rule.tolerancePct() / 100;
        Double deviation = deviationPct(actual, rule.value());
        String words = within ? "is within " : "is outside ";
        return new Holding(
                within,
                deviation == null ? null : rule.tolerancePct() - Math.abs(deviation),
                words + Quantity.exact(rule.value(), unit) + " ± " + Numbers.exact(rule.tolerancePct()) + " %"
                        + inBrackets(deviation, rule.value()));
    }

    /** Holds a ratio of two figures against its least value. */
    static Holding of(ThresholdRule.MinRatio rule, double ratio) {
        return atLeast(ratio, rule.value(), "ratio");
    }

    private static Holding atLeast(double actual, double limit, String unit) {
        boolean within = actual >= limit;
        Double deviation = deviationPct(actual, limit);
        String words = within ? "is at least " : "is below ";
        return new Holding(within, deviation, words + Quantity.exact(limit, unit) + inBrackets(deviation, limit));
    }

    /** Returns how far {@code actual} lies above the limit in percent of it, or null for a limit of 0. */
    private static @Nullable Double deviationPct(double actual, double limit) {
        double percent = 100 * (actual - limit) / Math.abs(limit);
        return limit == 0 || !Double.isFinite(percent) ? null : percent;
    }

    /** Writes a deviation; one that is far above the limit reads as a factor. */
    private static String inBrackets(@Nullable Double deviation, double limit) {
        if (deviation == null || deviation == 0) {
            return "";
        }
        return deviation > MOST_PERCENT && limit > 0
                ? " (" + Numbers.measured(Math.rint(1 + deviation / 100)) + " times the limit)"
                : " (" + Numbers.percent(deviation) + ")";
    }
}
