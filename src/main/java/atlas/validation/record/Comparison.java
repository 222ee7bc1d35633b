package atlas.validation.record;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The first target beside each other one, and beside its baseline.
 *
 * @param subject name of the first target
 * @param others one entry per other target, and one called {@code baseline} where runs of the past were named
 */
public record Comparison(String subject, List<Other> others) {

    public Comparison {
        others = List.copyOf(others);
    }

    /**
     * One other target.
     *
     * @param name its name
     * @param notAlike what makes the two differ beyond the server, one sentence each
     * @param cells the cells that both measured
     */
    public record Other(String name, List<String> notAlike, List<ComparedCell> cells) {

        public Other {
            notAlike = List.copyOf(notAlike);
            cells = List.copyOf(cells);
        }
    }

    /**
     * One cell that both measured.
     *
     * @param id the cell's id
     * @param metrics the two values by bare metric name
     */
    public record ComparedCell(String id, Map<String, ComparedMetric> metrics) {

        public ComparedCell {
            metrics = Collections.unmodifiableMap(new LinkedHashMap<>(metrics));
        }
    }

    /**
     * One metric of both.
     *
     * @param subject the subject's value, or null
     * @param other the other's value, or null
     * @param ratio subject / other, or null where either is missing or the other is zero
     * @param ratioLow lower end of the ratio's 95 % interval over repeats, or null where either was measured fewer than
     *     three times
     * @param ratioHigh its upper end, or null
     * @param better {@code subject}, {@code other} or {@code same} by the metric's own direction; null where that
     *     cannot be told
     * @param noisePct how far two runs of one server lie apart by chance, in percent of the other's value; null where
     *     no runs of the past tell it
     */
    public record ComparedMetric(
            @Nullable Double subject,
            @Nullable Double other,
            @Nullable Double ratio,
            @Nullable Double ratioLow,
            @Nullable Double ratioHigh,
            @Nullable String better,
            @Nullable Double noisePct) {

        /** Creates a comparison of two figures of one run that were measured too seldom for an interval. */
        public ComparedMetric(
                @Nullable Double subject, @Nullable Double other, @Nullable Double ratio, @Nullable String better) {
            this(subject, other, ratio, null, null, better, null);
        }
    }
}
