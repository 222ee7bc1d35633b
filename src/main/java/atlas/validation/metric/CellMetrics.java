package atlas.validation.metric;

import static java.util.Objects.requireNonNull;

import atlas.validation.record.Counts;
import atlas.validation.record.Series;
import atlas.validation.record.Warning;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The figures of one cell.
 *
 * @param counts how the measured requests ended
 * @param values figure by its name in the registry (no aliases), in the registry's order; figures that the cell could
 *     not give are there, unmeasured
 * @param warnings what a reader of the figures should know
 * @param series the cell over time and as distributions, or null when nothing succeeded
 */
public record CellMetrics(
        Counts counts, Map<String, MetricValue> values, List<Warning> warnings, @Nullable Series series) {

    public CellMetrics {
        requireNonNull(counts, "counts is null");
        values = Collections.unmodifiableMap(new LinkedHashMap<>(values));
        warnings = List.copyOf(warnings);
    }

    /** Computes the figures of a cell. */
    public static CellMetrics of(CellInput input) {
        return new CellMetrics(Counts.of(input.rows()), Map.of(), List.of(), null);
    }

    /** Returns the figure by its name in the registry; unmeasured when the cell has none of that name. */
    public MetricValue value(String name) {
        MetricValue value = values.get(name);
        return value == null ? MetricValue.unmeasured() : value;
    }

    /** Returns the bare numbers by name, null where not measured: what the run record keeps. */
    public Map<String, @Nullable Double> numbers() {
        Map<String, @Nullable Double> numbers = new LinkedHashMap<>();
        values.forEach((name, value) -> numbers.put(name, value.value()));
        return numbers;
    }
}
