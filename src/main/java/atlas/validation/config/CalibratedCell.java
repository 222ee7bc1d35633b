package atlas.validation.config;

import static java.util.Objects.requireNonNull;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Limits of one cell that were made from what was measured.
 *
 * @param id the cell's id
 * @param key its key in the form of CVS, or null for a shape without lengths
 * @param limits limit by bare metric name
 */
public record CalibratedCell(String id, @Nullable String key, Map<String, Limit> limits) {

    public CalibratedCell {
        requireNonNull(id, "id is null");
        limits = Collections.unmodifiableMap(new LinkedHashMap<>(limits));
    }

    /**
     * One limit.
     *
     * @param kind {@code min}, {@code min_tok_s}, {@code max} or {@code max_ms}
     * @param value the limit, in the metric's unit
     * @param from one sentence of what it was made from
     */
    public record Limit(String kind, double value, String from) {

        public Limit {
            requireNonNull(kind, "kind is null");
            requireNonNull(from, "from is null");
        }
    }
}
