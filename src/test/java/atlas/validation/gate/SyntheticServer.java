package atlas.validation.gate;

import atlas.validation.config.ThresholdEntry;
import atlas.validation.metric.CellMetrics;
import atlas.validation.metric.MetricValue;
import atlas.validation.metric.Tier;
import atlas.validation.record.CellId;
import atlas.validation.record.Counts;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;

/**
 * A server whose truth is known: every figure is its true value with normal noise, the same from repeat to repeat and
 * from run to run. Seeded, so that a simulation gives the same each time.
 */
final class SyntheticServer {

    static final String METRIC = "output_throughput";
    static final double OLD_TRUTH = 1000;

    private final Random random;
    private final double noise;

    /** @param noise standard deviation of one repeat, as a share of the true value */
    SyntheticServer(double noise, long seed) {
        this.noise = noise;
        this.random = new Random(seed);
    }

    /** Returns one figure of so many repeats. */
    List<Double> repeats(double truth, int n) {
        List<Double> values = new ArrayList<>();
        for (int i = 0; i < n; i++) {
            values.add(truth * (1 + noise * random.nextGaussian()));
        }
        return values;
    }

    /** Returns what so many runs of so many repeats each say of a figure. */
    PastFigure past(double truth, int runs, int repeats) {
        List<PastFigure.Run> past = new ArrayList<>();
        for (int i = 0; i < runs; i++) {
            past.add(new PastFigure.Run(
                    Repeats.of(repeats(truth, repeats), "tok/s").mean(), repeats, Instant.EPOCH.plusSeconds(i)));
        }
        return new PastFigure(past);
    }

    /** Returns a cell with one figure of these repeats, held against one enforced limit. */
    static RepeatedCell cell(int number, List<Double> repeats, ThresholdEntry limit) {
        double mean = Repeats.of(repeats, "tok/s").mean();
        long n = 1000L * repeats.size();
        MetricValue value = new MetricValue(mean, n, Set.of(), null, 1000L, repeats);
        CellMetrics metrics = new CellMetrics(
                new Counts(1000, 1000, 0, 0, Map.of("success", 1000)), Map.of(METRIC, value), List.of(), null);
        return new RepeatedCell(
                CellId.ofConcurrency("w1", number + 1), metrics, List.of(Tier.THROUGHPUT), List.of(limit), true, null);
    }
}
