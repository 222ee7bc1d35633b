package atlas.validation.gate;

import atlas.validation.config.ThresholdRule;
import atlas.validation.gate.Interval.Side;
import atlas.validation.metric.Direction;
import org.jspecify.annotations.Nullable;

/**
 * Holds a figure against what it was in the runs of a baseline.
 *
 * <p>The repeats of one run tell how its mean would scatter if they were all there is to scatter; two runs of one
 * server differ by more, since a server that is started anew finds other memory, clocks and neighbours. So the distance
 * from the baseline must exceed both: Student's interval of the run's own repeats, and the scatter of the baseline's
 * runs among themselves, as the interval in which one more run of theirs would lie around their median (prediction
 * interval; the median of k normal runs has the variance π / 2k of one).
 *
 * @param side where the interval lies, seen from what the limit allows
 * @param interval in which the truth lies
 * @param allowed the worst figure that the limit allows
 * @param deviation standard deviation of one repeat
 * @param needs repeats that would decide, in this run and in each of the baseline; null where decided, or none would
 */
record RegressionJudge(
        Side side,
        Interval interval,
        double allowed,
        double deviation,
        @Nullable Integer needs) {

    /** Fewer runs than this say too little of how runs differ. */
    static final int FEWEST_RUNS = 3;

    /**
     * Judges a figure.
     *
     * @param own its repeats, or the single value of a run without any
     * @param past the same figure in at least {@link #FEWEST_RUNS} runs
     * @param better which way it gets better, never neither
     * @param level probability of an error on one side
     */
    static RegressionJudge of(
            ThresholdRule.MaxRegression rule,
            Repeats own,
            PastFigure past,
            Direction better,
            double level,
            String unit) {
        double base = past.median();
        double room = Math.abs(base) * rule.pct() / 100;
        double allowed = better == Direction.HIGHER ? base - room : base + room;
        double deviation = deviationOfOneRepeat(past, unit);
        double half = Math.max(
                scatter(past, own.n(), level, unit),
                own.n() < Repeats.FEWEST ? 0 : own.interval(level).halfWidth());
        Interval interval = Interval.around(own.mean(), half);
        Side side = better == Direction.HIGHER ? interval.ofLeast(allowed) : interval.ofMost(allowed);
        double widest = own.n() < Repeats.FEWEST ? deviation : Math.max(deviation, own.deviation());
        Integer needs =
                side == Side.ACROSS ? needs(Math.abs(own.mean() - allowed), widest, own.n(), past, level) : null;
        return new RegressionJudge(side, interval, allowed, widest, needs);
    }

    /** Returns how far one more run of so many repeats may lie from the median of the others, to either side. */
    static double scatter(PastFigure past, int repeats, double level, String unit) {
        return Repeats.quantile(level, past.count() - 1)
                * deviationOfOneRepeat(past, unit)
                * errors(Math.min(repeats, past.repeats()), past);
    }

    /** Returns how one repeat scatters when all that differs between runs averages out over their repeats. */
    private static double deviationOfOneRepeat(PastFigure past, String unit) {
        return Repeats.of(past.values(), unit).deviation() * Math.sqrt(past.repeats());
    }

    /** Returns the standard error of a run of so many repeats from the median of the others, in deviations of one. */
    private static double errors(int repeats, PastFigure past) {
        return Math.sqrt((1 + Math.PI / (2 * past.last())) / repeats);
    }

    private static @Nullable Integer needs(double distance, double deviation, int done, PastFigure past, double level) {
        double effect = NeededRepeats.effect(distance, deviation * errors(done, past));
        double planned = NeededRepeats.likely(deviation, past.count() - 1);
        double ofRuns = NeededRepeats.errors(level, past.count() - 1.0);
        return NeededRepeats.first(
                done + 1,
                n -> ofRuns * errors(n, past) * planned <= effect
                        && NeededRepeats.errors(level, n - 1) * planned / Math.sqrt(n) <= effect);
    }
}
