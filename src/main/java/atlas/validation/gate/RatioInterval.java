package atlas.validation.gate;

import atlas.validation.record.CellRecord;
import java.util.List;
import java.util.Objects;
import java.util.Optional;

/**
 * Says how well the ratio of two figures is known, from the repeats of both.
 *
 * <p>The logarithm of the ratio of two means has about the standard error √(cₐ²/nₐ + c_b²/n_b), with c the coefficient
 * of variation of one repeat (the delta method), and about Student's distribution with the degrees of freedom of Welch
 * and Satterthwaite. That is good for the variation of some percent that repeats have, and wide where they have more.
 */
final class RatioInterval {

    /** One tail of a 95 % interval. */
    private static final double TAIL = 0.025;

    private RatioInterval() {}

    /**
     * Returns the interval of subject / other; empty where either was measured fewer than three times, or is not
     * positive throughout.
     *
     * @param metric name of the figure
     * @param unit its unit
     */
    static Optional<Interval> of(CellRecord subject, CellRecord other, String metric, String unit) {
        List<Double> ofSubject = values(subject, metric);
        List<Double> ofOther = values(other, metric);
        if (ofSubject.size() < Repeats.FEWEST || ofOther.size() < Repeats.FEWEST) {
            return Optional.empty();
        }
        Repeats a = Repeats.of(ofSubject, unit);
        Repeats b = Repeats.of(ofOther, unit);
        double varianceA = squared(a.standardError() / a.mean());
        double varianceB = squared(b.standardError() / b.mean());
        double variance = varianceA + varianceB;
        double ratio = a.mean() / b.mean();
        if (variance == 0) {
            return Optional.of(new Interval(ratio, ratio));
        }
        double degrees = squared(variance) / (squared(varianceA) / (a.n() - 1) + squared(varianceB) / (b.n() - 1));
        double halfWidth = Repeats.quantile(TAIL, degrees) * Math.sqrt(variance);
        return Optional.of(new Interval(ratio * Math.exp(-halfWidth), ratio * Math.exp(halfWidth)));
    }

    private static List<Double> values(CellRecord cell, String metric) {
        List<Double> values = cell.repeats().stream()
                .filter(repeat -> repeat.trouble() == null)
                .map(repeat -> repeat.metrics().get(metric))
                .filter(Objects::nonNull)
                .toList();
        return values.stream().allMatch(value -> value > 0) ? values : List.of();
    }

    private static double squared(double value) {
        return value * value;
    }
}
