package atlas.validation.gate;

import org.apache.commons.statistics.distribution.ChiSquaredDistribution;
import org.jspecify.annotations.Nullable;

/**
 * Estimates how many repeats would decide an undecided check. It plans for a figure that is truly nearer to its limit
 * than it was seen, by one standard error, for a noise that is truly greater than it was seen, and for a decision in 95
 * of 100 such runs.
 */
final class NeededRepeats {

    /** Whoever needs more has no time to run them; the figure is then as good as on its limit. */
    static final int MOST = 1000;

    private static final double MISSED = 0.05;

    /** How often the true noise may be greater than the one that is planned for. */
    private static final double NOISIER = 0.2;

    private NeededRepeats() {}

    /**
     * Returns the number of repeats, more than there are; null when even {@link #MOST} would not do.
     *
     * @param distance how far the mean of the repeats lies from the limit, in its unit
     * @param repeats what was measured
     * @param level probability of an error on one side, as the check is judged
     */
    static @Nullable Integer of(double distance, Repeats repeats, double level) {
        return of(distance - repeats.standardError(), likelyDeviation(repeats), repeats.n(), level);
    }

    /** Returns the first number above {@code done} that tells {@code effect} from nothing in the face of a noise. */
    static @Nullable Integer of(double effect, double deviation, int done, double level) {
        if (!(effect > 0)) {
            return null;
        }
        for (int n = Math.max(done + 1, Repeats.FEWEST); n <= MOST; n++) {
            double errors = Repeats.quantile(level, n - 1) + Repeats.quantile(MISSED, n - 1);
            if (errors * deviation / Math.sqrt(n) <= effect) {
                return n;
            }
        }
        return null;
    }

    private static double likelyDeviation(Repeats repeats) {
        int free = repeats.n() - 1;
        return repeats.deviation()
                * Math.sqrt(free / ChiSquaredDistribution.of(free).inverseCumulativeProbability(NOISIER));
    }
}
