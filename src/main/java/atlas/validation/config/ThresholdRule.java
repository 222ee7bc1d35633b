package atlas.validation.config;

import static java.util.Objects.requireNonNull;

import org.jspecify.annotations.Nullable;

/** What a threshold asks of a value. Every number in it is finite; equality satisfies a bound. */
public sealed interface ThresholdRule {

    /** Returns the kind as the file spells it, such as {@code max_ms}. */
    String kind();

    /**
     * At least a value.
     *
     * @param kind {@code min} or {@code min_tok_s}
     */
    record Min(String kind, double value) implements ThresholdRule {
        public Min {
            requireFinite("value", value);
        }
    }

    /**
     * At most a value.
     *
     * @param kind {@code max} or {@code max_ms}
     */
    record Max(String kind, double value) implements ThresholdRule {
        public Max {
            requireFinite("value", value);
        }
    }

    /**
     * Around a value.
     *
     * @param value the middle
     * @param tolerancePct how far off it may be, in percent of the middle
     */
    record Within(double value, double tolerancePct) implements ThresholdRule {
        public Within {
            requireFinite("value", value);
            requireFinite("tolerancePct", tolerancePct);
        }

        @Override
        public String kind() {
            return "within";
        }
    }

    /**
     * At least so many times another metric of the same cell.
     *
     * @param value least ratio
     * @param reference the other metric
     */
    record MinRatio(double value, String reference) implements ThresholdRule {
        public MinRatio {
            requireFinite("value", value);
            requireNonNull(reference, "reference is null");
        }

        @Override
        public String kind() {
            return "min_ratio";
        }
    }

    /**
     * Shown, never a gate.
     *
     * @param value a value to show beside the measured one, or null
     */
    record Info(@Nullable Double value) implements ThresholdRule {
        public Info {
            if (value != null) {
                requireFinite("value", value);
            }
        }

        @Override
        public String kind() {
            return "info";
        }
    }

    /**
     * At most so much worse than the baseline.
     *
     * @param pct percent of the baseline's value
     */
    record MaxRegression(double pct) implements ThresholdRule {
        public MaxRegression {
            requireFinite("pct", pct);
        }

        @Override
        public String kind() {
            return "max_regression";
        }
    }

    private static void requireFinite(String name, double value) {
        if (!Double.isFinite(value)) {
            throw new IllegalArgumentException(name + " must be finite, got [" + value + "]");
        }
    }
}
