package atlas.validation.gate;

import java.util.function.IntPredicate;
import org.apache.commons.statistics.distribution.ChiSquaredDistribution;
import org.jspecify.annotations.Nullable;

/**
 * Estimates how many repeats would decide an undecided check. It plans for a figure that is truly nearer to its limit
 * than it was seen, by one standard error but no more than half of the way, for a noise that is truly greater than it
 * was seen, and for a decision in 95 of 100 such runs.
 */
final class NeededRepeats {

    /** Whoever needs more has no time to run them; the figure is then as good as on its limit. */
    static final int MOST = 1000;

    /**
     * How often a run of that many repeats may still be undecided, as planned: adding the two errors up is a little
     * hopeful where repeats are few, and 3 % planned keeps 5 % in truth.
     */
    private static final double MISSED = 0.03;

    /** How often the true noise may be greater than the one that is planned for. */
    private static final double NOISIER = 0.1;

    private NeededRepeats() {}

    /**
     * Returns the number of repeats, more than there are; null when even {@link #MOST} would not do.
     *
     * @param distance how far the mean of the repeats lies from the limit, in its unit
     * @param repeats what was measured
     * @param level probability of an error on one side, as the check is judged
     */
    static @Nullable Integer of(double distance, Repeats repeats, double level) {
        return of(
                effect(distance, repeats.standardError()),
                likely(repeats.deviation(), repeats.n() - 1),
                repeats.n(),
                level);
    }

    /** Returns the distance to plan for: one standard error less than was seen, but never less than half of it. */
    static double effect(double distance, double standardError) {
        return Math.max(distance - standardError, distance / 2);
    }

    /** Returns the first number above {@code done} that tells {@code effect} from nothing in the face of a noise. */
    static @Nullable Integer of(double effect, double deviation, int done, double level) {
        return first(done + 1, n -> errors(level, n - 1) * deviation / Math.sqrt(n) <= effect);
    }

    /** Returns how many standard errors apart two figures must be to be told apart, and seldom missed. */
    static double errors(double level, double degreesOfFreedom) {
        return Repeats.quantile(level, degreesOfFreedom) + Repeats.quantile(MISSED, degreesOfFreedom);
    }

    /** Returns the first number of repeats from {@code from} on that is enough, where more are enough as well. */
    static @Nullable Integer first(int from, IntPredicate enough) {
        int low = Math.max(from, Repeats.FEWEST);
        if (low > MOST || !enough.test(MOST)) {
            return null;
        }
        int high = MOST;
        while (low < high) {
            int middle = (low + high) / 2;
            if (enough.test(middle)) {
                high = middle;
            } else {
                low = middle + 1;
            }
        }
        return low;
    }

    /**
     * Returns the standard deviation that one which was seen with so many degrees of freedom seldom exceeds in truth.
     */
    static double likely(double deviation, int free) {
        return deviation * Math.sqrt(free / ChiSquaredDistribution.of(free).inverseCumulativeProbability(NOISIER));
    }
}
