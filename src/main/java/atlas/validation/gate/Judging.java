package atlas.validation.gate;

import static java.util.Objects.requireNonNull;

import org.jspecify.annotations.Nullable;

/**
 * What the checks of a run have in common.
 *
 * @param budget how sure a check must be
 * @param baseline what the runs of the past say of the target, or null where none was named
 */
public record Judging(ErrorBudget budget, @Nullable Baseline baseline) {

    public Judging {
        requireNonNull(budget, "budget is null");
    }

    /** Makes what holds for a run that is held against nothing of the past. */
    public Judging(ErrorBudget budget) {
        this(budget, null);
    }

    /** Returns what holds for a run whose cells are measured once. */
    public static Judging plain() {
        return new Judging(ErrorBudget.of(0, 1, 1));
    }

    /** Returns the same with a baseline, or without any. */
    public Judging against(@Nullable Baseline past) {
        return new Judging(budget, past);
    }
}
