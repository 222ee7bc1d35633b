package atlas.validation.workload;

import java.time.Duration;

/**
 * The prompts of one cell. Every index stands on its own, so that any order of calls gives the same prompts. No warm-up
 * prompt equals a measured one.
 *
 * <p>Implementations are safe for use by several threads.
 */
public interface PromptSource {

    /** Returns the prompt of a measured request, counted from 0. */
    Prompt measured(int index);

    /** Returns the prompt of a warm-up request, counted from 0. */
    Prompt warmup(int index);

    /**
     * Returns how many measured requests follow one another in one place, each waiting for the one before: 1 where each
     * stands alone. The first of them has an index that is a multiple of this.
     */
    default int turns() {
        return 1;
    }

    /** Returns how long it is from the end of an answer to the next turn. */
    default Duration think() {
        return Duration.ZERO;
    }

    /**
     * Returns the prompt of a later turn.
     *
     * @param first index of the first turn
     * @param turn which turn, from 1
     * @param before the prompt of the turn before it
     * @param answer what the server answered to that, without reasoning
     */
    default Prompt followUp(int first, int turn, Prompt before, String answer) {
        throw new IllegalStateException("every prompt stands alone");
    }
}
