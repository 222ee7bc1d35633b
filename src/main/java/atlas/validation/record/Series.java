package atlas.validation.record;

import java.util.List;
import java.util.Map;

/**
 * A cell over time and as distributions, reduced for drawing.
 *
 * @param bucketMs width of a time bucket
 * @param inFlight requests in flight at the end of each bucket
 * @param tokS completion tokens per second in each bucket
 * @param errors failed requests in each bucket
 * @param lagMs greatest schedule lag in each bucket
 * @param cdf points {@code [probability, milliseconds]} by quantity: {@code ttft}, {@code tpot}, {@code e2e}
 */
public record Series(
        int bucketMs,
        List<Integer> inFlight,
        List<Double> tokS,
        List<Integer> errors,
        List<Double> lagMs,
        Map<String, List<double[]>> cdf) {

    public Series {
        inFlight = List.copyOf(inFlight);
        tokS = List.copyOf(tokS);
        errors = List.copyOf(errors);
        lagMs = List.copyOf(lagMs);
        cdf = Map.copyOf(cdf);
    }
}
