package atlas.validation.config;

import atlas.validation.config.JsonValue.JsonString;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Reads what one entry of a threshold file asks for. */
final class ThresholdRuleReader {

    private static final List<String> KINDS =
            List.of("min", "max", "min_tok_s", "max_ms", "within", "min_ratio", "info", "max_regression");

    private final ObjectReader entry;

    ThresholdRuleReader(ObjectReader entry) {
        this.entry = entry;
    }

    /** Reads the rule, or null when the entry has none that can be used. */
    @Nullable
    ThresholdRule read() {
        String kind = entry.requiredString("kind", "write one of " + Suggestion.list(KINDS));
        if (kind == null) {
            entry.value("value");
            return null;
        }
        return switch (kind) {
            case "min", "min_tok_s" -> {
                Double value = limit("value");
                yield value == null ? null : new ThresholdRule.Min(kind, value);
            }
            case "max", "max_ms" -> {
                Double value = limit("value");
                yield value == null ? null : new ThresholdRule.Max(kind, value);
            }
            case "within" -> {
                Double value = limit("value");
                Double tolerance = limit("tolerance_pct");
                if (tolerance != null && tolerance < 0) {
                    entry.problem("tolerance_pct", entry.name("tolerance_pct") + " must not be negative", null);
                }
                yield value == null || tolerance == null ? null : new ThresholdRule.Within(value, tolerance);
            }
            case "min_ratio" -> {
                Double value = limit("value");
                String reference = entry.requiredString("reference", "name the metric to divide by");
                yield value == null || reference == null ? null : new ThresholdRule.MinRatio(value, reference);
            }
            case "info" -> new ThresholdRule.Info(entry.optionalNumber("value", NumberRange.finite()));
            case "max_regression" -> {
                Double pct = limit("pct");
                if (pct != null && pct < 0) {
                    entry.problem("pct", entry.name("pct") + " must not be negative", null);
                }
                yield pct == null ? null : new ThresholdRule.MaxRegression(pct);
            }
            default -> {
                for (String key : List.of("value", "tolerance_pct", "reference", "pct")) {
                    entry.value(key);
                }
                String shown = entry.at("kind") instanceof JsonString string ? string.shown() : kind;
                entry.problem("kind", entry.name("kind") + " " + shown + " is unknown", Suggestion.choose(kind, KINDS));
                yield null;
            }
        };
    }

    private @Nullable Double limit(String key) {
        if (!entry.has(key)) {
            entry.missing(key, "write a finite number");
        }
        return entry.optionalNumber(key, NumberRange.finite());
    }
}
