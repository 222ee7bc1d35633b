package atlas.validation.gate;

import static java.util.Objects.requireNonNull;

/**
 * What the checks of a run have in common.
 *
 * @param budget how sure a check must be
 */
public record Judging(ErrorBudget budget) {

    public Judging {
        requireNonNull(budget, "budget is null");
    }

    /** Returns what holds for a run whose cells are measured once. */
    public static Judging plain() {
        return new Judging(ErrorBudget.of(0, 1, 1));
    }
}
