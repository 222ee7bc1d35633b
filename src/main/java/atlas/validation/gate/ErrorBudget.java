package atlas.validation.gate;

import atlas.validation.config.ThresholdEntry;
import atlas.validation.config.ThresholdRule;
import java.util.List;

/**
 * Shares out how often a run may cry wolf: at most once in a hundred runs of a server that is within all its limits,
 * however many limits there are. Every enforced check has an equal share of that (Bonferroni's inequality, which asks
 * nothing of how the checks hang together). A run that may stop early looks at its figures several times, and each look
 * could be the one that is wrong: half of a check's share is kept for the last look, the earlier ones have the other
 * half in equal parts.
 *
 * @param checks number of enforced checks in the whole run; 0 counts as 1
 * @param fewest repeats before the first look
 * @param most repeats before the last look, the same where the number is fixed
 */
public record ErrorBudget(int checks, int fewest, int most) {

    /** Greatest probability that a run fails whose every figure is truly within its limit. */
    static final double OF_RUN = 0.01;

    public ErrorBudget {
        if (checks < 0) {
            throw new IllegalArgumentException("checks must not be negative, got [" + checks + "]");
        }
        if (fewest < 1 || most < fewest) {
            throw new IllegalArgumentException(
                    "repeats must be from [1] on and rise, got [%d] to [%d]".formatted(fewest, most));
        }
    }

    /** Makes the budget of a run. */
    public static ErrorBudget of(int checks, int fewestRepeats, int mostRepeats) {
        return new ErrorBudget(checks, fewestRepeats, mostRepeats);
    }

    /**
     * Counts the limits that can fail a run.
     *
     * @param limits limits of a cell or of the server
     * @param enforced whether limits are enforced that do not say themselves
     */
    public static int checks(List<ThresholdEntry> limits, boolean enforced) {
        return (int) limits.stream()
                .filter(limit -> !(limit.rule() instanceof ThresholdRule.Info))
                .filter(limit -> limit.enforce() == null ? enforced : limit.enforce())
                .count();
    }

    /** Returns the probability with which one check may be on the wrong side of its limit after so many repeats. */
    public double at(int repeats) {
        double share = OF_RUN / Math.max(1, checks);
        int earlier = most - fewest;
        if (earlier == 0) {
            return share;
        }
        return repeats >= most ? share / 2 : share / 2 / earlier;
    }
}
