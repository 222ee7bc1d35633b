package atlas.validation.report;

import atlas.validation.metric.MetricDefinition;
import atlas.validation.metric.MetricRegistry;
import atlas.validation.metric.SampleRule;
import atlas.validation.record.CellRecord;
import org.jspecify.annotations.Nullable;

/** Tells which percentiles rest on too few requests to be more than a hint, by the rule that gates have. */
final class SampleNeed {

    /** Stands before a figure that rests on too few samples. */
    static final String MARK = "~";

    static final String FOOTNOTE = MARK + " rests on fewer requests than its percentile needs: p50 10, p90 50, p99 500";

    private SampleNeed() {}

    /** Returns how many samples a metric needs, or null when it is no percentile. */
    static @Nullable Long of(MetricDefinition metric) {
        return metric.percentile() == null ? null : SampleRule.neededBy(metric.percentile());
    }

    /**
     * Tells whether a cell has the metric, and too few requests for it; of several repeats, in one of them at least.
     */
    static boolean isMissed(CellRecord cell, String metric) {
        if (cell.metrics().get(metric) == null) {
            return false;
        }
        Long needed = MetricRegistry.standard().find(metric).map(SampleNeed::of).orElse(null);
        return needed != null && fewestSuccesses(cell) < needed;
    }

    private static int fewestSuccesses(CellRecord cell) {
        return cell.repeats().stream()
                .filter(repeat -> repeat.trouble() == null)
                .mapToInt(repeat -> repeat.counts().succeeded())
                .min()
                .orElse(cell.counts().succeeded());
    }

    /** Writes a figure of a cell, marked where it rests on too few requests. */
    static String marked(CellRecord cell, String metric) {
        return (isMissed(cell, metric) ? MARK : "") + Figures.of(cell.metrics().get(metric));
    }
}
