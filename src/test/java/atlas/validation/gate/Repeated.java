package atlas.validation.gate;

import atlas.validation.metric.Doubt;
import atlas.validation.metric.MetricValue;
import java.util.Arrays;
import java.util.List;
import java.util.Set;

/** Makes figures of several repeats. */
final class Repeated {

    private Repeated() {}

    /** @param leastN samples of each repeat */
    static MetricValue value(long leastN, double[] repeats, Doubt... doubts) {
        List<Double> values = Arrays.stream(repeats).boxed().toList();
        double mean = Arrays.stream(repeats).average().orElseThrow();
        return new MetricValue(mean, leastN * repeats.length, Set.of(doubts), null, leastN, values);
    }
}
