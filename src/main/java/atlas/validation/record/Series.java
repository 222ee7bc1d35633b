package atlas.validation.record;

import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A cell over time and as distributions, reduced for drawing.
 *
 * @param bucketMs width of a time bucket
 * @param inFlight requests in flight at the end of each bucket
 * @param tokS completion tokens per second in each bucket
 * @param errors failed requests in each bucket
 * @param lagMs greatest schedule lag in each bucket
 * @param cdf points {@code [probability, milliseconds]} by quantity: {@code ttft}, {@code tpot}, {@code e2e}
 * @param lanes single requests: the slowest ones and a sample of the others, in the order they were sent
 */
public record Series(
        int bucketMs,
        List<Integer> inFlight,
        List<Double> tokS,
        List<Integer> errors,
        List<Double> lagMs,
        Map<String, List<double[]>> cdf,
        List<Lane> lanes) {

    public Series {
        inFlight = List.copyOf(inFlight);
        tokS = List.copyOf(tokS);
        errors = List.copyOf(errors);
        lagMs = List.copyOf(lagMs);
        cdf = Map.copyOf(cdf);
        lanes = List.copyOf(lanes);
    }

    /**
     * One request over time, in milliseconds.
     *
     * @param index its position in the cell
     * @param sentAtMs when it was sent, counted like the buckets
     * @param queueMs how long it waited before that, or null
     * @param ttftMs from sent to its first token, or null
     * @param e2eMs from sent to its last token, or null
     * @param outcome how it ended
     */
    public record Lane(
            int index,
            double sentAtMs,
            @Nullable Double queueMs,
            @Nullable Double ttftMs,
            @Nullable Double e2eMs,
            Outcome outcome) {}
}
