package atlas.validation.gate;

import atlas.validation.config.ThresholdRule;
import atlas.validation.gate.Interval.Side;
import atlas.validation.metric.Direction;
import atlas.validation.record.CheckRecord.Noise;
import org.jspecify.annotations.Nullable;

/**
 * What the repeats of a figure say of its limit.
 *
 * @param side where the interval of their mean lies
 * @param noise what is known of the mean, and how many repeats would decide
 */
record RepeatVerdict(Side side, Noise noise) {

    /**
     * Holds the repeats of a figure against a limit of its own cell; not of a baseline.
     *
     * @param better which way the figure gets better
     */
    static RepeatVerdict of(ThresholdRule rule, Repeats repeats, Direction better, ErrorBudget budget) {
        double level = budget.at(repeats.n());
        Interval interval = repeats.interval(level);
        Side side = isDisproved(rule, repeats, better) ? Side.BEYOND : side(rule, interval);
        Integer needs = side == Side.ACROSS ? NeededRepeats.of(distance(rule, repeats.mean()), repeats, level) : null;
        return of(side, repeats, interval, level, needs);
    }

    static RepeatVerdict of(Side side, Repeats repeats, Interval interval, double level, @Nullable Integer needs) {
        Noise noise = new Noise(
                repeats.mean(), repeats.deviation(), interval.low(), interval.high(), level, repeats.n(), needs);
        return new RepeatVerdict(side, noise);
    }

    private static Side side(ThresholdRule rule, Interval interval) {
        return switch (rule) {
            case ThresholdRule.Min min -> interval.ofLeast(min.value());
            case ThresholdRule.MinRatio ratio -> interval.ofLeast(ratio.value());
            case ThresholdRule.Max max -> interval.ofMost(max.value());
            case ThresholdRule.Within within -> interval.between(least(within), most(within));
            case ThresholdRule.Info info -> throw new IllegalArgumentException(info.kind() + " decides nothing");
            case ThresholdRule.MaxRegression regression ->
                throw new IllegalArgumentException(regression.kind() + " needs a baseline");
        };
    }

    private static double distance(ThresholdRule rule, double mean) {
        return switch (rule) {
            case ThresholdRule.Min min -> Math.abs(mean - min.value());
            case ThresholdRule.MinRatio ratio -> Math.abs(mean - ratio.value());
            case ThresholdRule.Max max -> Math.abs(mean - max.value());
            case ThresholdRule.Within within -> Math.min(Math.abs(mean - least(within)), Math.abs(mean - most(within)));
            case ThresholdRule.Info ignored -> 0;
            case ThresholdRule.MaxRegression ignored -> 0;
        };
    }

    /**
     * Tells whether the limit asks for perfection and one repeat was not perfect. A mean that can be no better than its
     * limit lies on its far side as soon as one repeat does: no noise has to be told from anything.
     */
    private static boolean isDisproved(ThresholdRule rule, Repeats repeats, Direction better) {
        return switch (rule) {
            case ThresholdRule.Max max ->
                max.value() == 0 && repeats.values().stream().anyMatch(value -> value > 0);
            case ThresholdRule.Min min ->
                min.value() == 1
                        && better == Direction.HIGHER
                        && repeats.leastSpread() == 0
                        && repeats.values().stream().allMatch(value -> value <= 1)
                        && repeats.values().stream().anyMatch(value -> value < 1);
            case ThresholdRule.Within ignored -> false;
            case ThresholdRule.MinRatio ignored -> false;
            case ThresholdRule.Info ignored -> false;
            case ThresholdRule.MaxRegression ignored -> false;
        };
    }

    private static double least(ThresholdRule.Within rule) {
        return rule.value() - room(rule);
    }

    private static double most(ThresholdRule.Within rule) {
        return rule.value() + room(rule);
    }

    private static double room(ThresholdRule.Within rule) {
        return Math.abs(rule.value()) * rule.tolerancePct() / 100;
    }

    /** Says how well the mean is known, such as {@code ± 12.3 tok/s over 5 repeats}. */
    String knownTo(String unit) {
        return "± %s over %d repeats"
                .formatted(Quantity.measured((noise.high() - noise.low()) / 2, unit), noise.repeats());
    }

    /** Says how many repeats would decide. */
    String needs() {
        Integer needed = noise.needs();
        return needed == null
                ? "it needs more than %d repeats".formatted(NeededRepeats.MOST)
                : "it needs %d repeats".formatted(needed);
    }
}
