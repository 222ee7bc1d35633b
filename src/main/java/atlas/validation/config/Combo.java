package atlas.validation.config;

import static java.util.Objects.requireNonNull;

import org.jspecify.annotations.Nullable;

/**
 * One shape of request: an entry of {@code sweep.sequence_combinations}.
 *
 * @param name what the cells are called after
 * @param workload what its requests ask for
 * @param isl input length in tokens, or null for a workload that has none
 * @param osl greatest output length in tokens, or null for the server's own limit
 * @param prompt the prompt of a {@link Workload#PROMPT} shape, else null
 * @param dataset the file of a {@link Workload#DATASET} shape, else null
 * @param prefixLength how many tokens the two prompts of a pair of a {@link Workload#PREFIX} shape share, else null
 * @param conversation how a {@link Workload#MULTI_TURN} shape goes on, else null
 * @param tool what a {@link Workload#TOOLS} shape asks and offers, else null
 * @param salted whether a mark of its own precedes each prompt that is not random, so that no cache has seen it
 * @param forceLength whether the server is asked to reach {@code osl}
 * @param slo what a good answer is, or null when goodput is not asked for
 * @param line 1-based line in the config
 */
public record Combo(
        String name,
        Workload workload,
        @Nullable Integer isl,
        @Nullable Integer osl,
        @Nullable String prompt,
        @Nullable DatasetFile dataset,
        @Nullable Integer prefixLength,
        @Nullable Conversation conversation,
        @Nullable ToolTask tool,
        boolean salted,
        boolean forceLength,
        @Nullable Slo slo,
        int line) {

    public Combo {
        requireNonNull(name, "name is null");
        requireNonNull(workload, "workload is null");
    }

    /** Returns how many requests follow one another in one slot: 1 where each stands alone. */
    public int turns() {
        return switch (workload) {
            case RANDOM, PROMPT, DATASET, TOOLS -> 1;
            case PREFIX -> 2;
            case MULTI_TURN -> conversation == null ? 1 : conversation.turns();
        };
    }
}
