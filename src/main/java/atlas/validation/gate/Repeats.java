package atlas.validation.gate;

import java.util.List;
import org.apache.commons.statistics.distribution.TDistribution;

/**
 * The figure of one metric in every repeat of a cell, taken as independent draws around what the server truly does.
 *
 * <p>The interval of their mean is Student's: mean ± t · s / √n with t of n − 1 degrees of freedom. It is exact for
 * repeats that are normally distributed, and is on the safe side for those with a heavy tail on one side: a single
 * repeat that is far out moves the mean by its distance / n and s / √n by about as much, so that it can widen the
 * interval across a limit and never carry it over.
 *
 * @param values one per repeat
 * @param leastSpread standard deviation that is assumed at least, in the unit of the values
 */
record Repeats(List<Double> values, double leastSpread) {

    /** Two repeats have a spread, but their interval at a level for many checks is wider than any figure is long. */
    static final int FEWEST = 3;

    /**
     * No instrument here repeats a time or a rate more exactly than to a thousandth; repeats that are closer by chance
     * would make an interval of no width.
     */
    private static final double LEAST_SPREAD = 0.001;

    Repeats {
        values = List.copyOf(values);
        if (values.isEmpty()) {
            throw new IllegalArgumentException("there must be at least one repeat");
        }
    }

    /** Returns the repeats of a figure in a unit: times and rates vary at least a little, counts need not. */
    static Repeats of(List<Double> values, String unit) {
        return new Repeats(values, leastSpread(unit, mean(values)));
    }

    /** Returns the standard deviation that figures of a unit around a mean have at least. */
    static double leastSpread(String unit, double mean) {
        return switch (unit) {
            case "ms", "s", "tok/s", "req/s" -> LEAST_SPREAD * Math.abs(mean);
            default -> 0;
        };
    }

    int n() {
        return values.size();
    }

    double mean() {
        return mean(values);
    }

    private static double mean(List<Double> values) {
        double mean = 0;
        int seen = 0;
        for (double value : values) {
            seen++;
            mean += (value - mean) / seen;
        }
        return mean;
    }

    /** Returns the standard deviation of one repeat, over n − 1. */
    double deviation() {
        double mean = mean();
        double squares = 0;
        for (double value : values) {
            squares += (value - mean) * (value - mean);
        }
        return n() < 2 ? leastSpread : Math.max(leastSpread, Math.sqrt(squares / (n() - 1)));
    }

    /** Returns the standard error of the mean. */
    double standardError() {
        return deviation() / Math.sqrt(n());
    }

    /**
     * Returns the interval that lies wholly above the truth with probability {@code level}, and wholly below it with
     * the same.
     */
    Interval interval(double level) {
        return Interval.around(mean(), quantile(level, n() - 1) * standardError());
    }

    /** Returns the t of so many degrees of freedom that is exceeded with probability {@code level}. */
    static double quantile(double level, double degreesOfFreedom) {
        return TDistribution.of(degreesOfFreedom).inverseSurvivalProbability(level);
    }
}
