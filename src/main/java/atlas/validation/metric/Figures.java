package atlas.validation.metric;

import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Collects figures by name; each may be given once. */
final class Figures {

    private final Map<String, MetricValue> values = new LinkedHashMap<>();

    /** Adds a figure over {@code n} samples, unmeasured when {@code value} is null, NaN or infinite. */
    void add(String name, @Nullable Double value, long n) {
        if (values.putIfAbsent(name, MetricValue.ofMeasured(value, n)) != null) {
            throw new IllegalStateException("figure given twice [" + name + "]");
        }
    }

    /** Adds a count, unmeasured when {@code value} is null. */
    void addCount(String name, @Nullable Long value, long n) {
        add(name, value == null ? null : value.doubleValue(), n);
    }

    MetricValue get(String name) {
        return values.getOrDefault(name, MetricValue.unmeasured());
    }

    /** Divides; null when either is missing. By zero it gives what no figure accepts. */
    static @Nullable Double ratio(@Nullable Number dividend, @Nullable Number divisor) {
        return dividend == null || divisor == null ? null : dividend.doubleValue() / divisor.doubleValue();
    }
}
