package atlas.validation.workload;

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
}
