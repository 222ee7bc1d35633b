package atlas.validation.gate;

import atlas.validation.metric.CellMetrics;
import atlas.validation.metric.Doubt;
import atlas.validation.metric.MetricValue;
import atlas.validation.record.Counts;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Builds what was measured in a cell of a thousand successful requests, figure by figure. */
final class Measured {

    private final Map<String, MetricValue> values = new LinkedHashMap<>();
    private Counts counts = new Counts(1000, 1000, 0, 0, Map.of("success", 1000));

    static Measured nothing() {
        return new Measured();
    }

    static Measured of(String metric, double value) {
        return new Measured().and(metric, value);
    }

    Measured and(String metric, double value) {
        return and(metric, value, 1000);
    }

    Measured and(String metric, double value, long n, Doubt... doubts) {
        values.put(metric, new MetricValue(value, n, Set.of(doubts), null));
        return this;
    }

    /** Adds a figure of several repeats, each on a thousand samples. */
    Measured repeated(String metric, double... repeats) {
        values.put(metric, Repeated.value(1000L, repeats));
        return this;
    }

    Measured unmeasured(String metric) {
        values.put(metric, MetricValue.unmeasured());
        return this;
    }

    Measured unmeasured(String metric, String why) {
        values.put(metric, MetricValue.unmeasured(why));
        return this;
    }

    Measured ended(Counts ended) {
        counts = ended;
        return this;
    }

    CellMetrics metrics() {
        return new CellMetrics(counts, values, List.of(), null);
    }
}
