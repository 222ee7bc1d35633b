package atlas.validation.simulator;

import static java.util.Objects.requireNonNull;

import java.util.List;
import java.util.Set;

/**
 * How the simulated API differs from that of other servers: which fields it refuses, which it heeds, and how it tells
 * usage.
 *
 * @param strict whether a field that OpenAI's API does not have is refused, and a {@code null} with it
 * @param refused further fields that are refused; those within an object are written with a dot
 * @param heeded which of the {@link #OPTIONAL} fields have an effect; the others are read over
 * @param usage where a stream tells its usage
 * @param roleChunk whether a stream begins with the role in a chunk of its own
 * @param reasoningField what reasoning is called in a delta
 * @param tokenize whether {@code /tokenize} is there
 */
record ApiTraits(
        boolean strict,
        Set<String> refused,
        Set<String> heeded,
        UsagePlace usage,
        boolean roleChunk,
        String reasoningField,
        boolean tokenize) {

    static final String IGNORE_EOS = "ignore_eos";
    static final String MIN_TOKENS = "min_tokens";
    static final String CONTINUOUS_USAGE = "continuous_usage_stats";
    static final String RETURN_TOKEN_IDS = "return_token_ids";

    /** Fields beyond OpenAI's API that servers heed or not. */
    static final List<String> OPTIONAL = List.of(IGNORE_EOS, MIN_TOKENS, CONTINUOUS_USAGE, RETURN_TOKEN_IDS);

    /** Where a stream tells its usage. */
    enum UsagePlace {
        /** Before the finish chunk where it was asked for, else on it: as Atlas does. */
        BEFORE_FINISH,
        /** Last before {@code [DONE]}, and only where it was asked for: as OpenAI does. */
        AFTER_FINISH,
        /** Nowhere. */
        NONE
    }

    ApiTraits {
        requireNonNull(usage, "usage is null");
        requireNonNull(reasoningField, "reasoningField is null");
        refused = Set.copyOf(refused);
        heeded = Set.copyOf(heeded);
        for (String field : heeded) {
            if (!OPTIONAL.contains(field)) {
                throw new IllegalArgumentException(
                        "heeded fields must be among " + String.join(", ", OPTIONAL) + ", got [" + field + "]");
            }
        }
    }

    /** Returns the traits of Atlas. */
    static ApiTraits atlas() {
        return new ApiTraits(
                false, Set.of(), Set.of(MIN_TOKENS), UsagePlace.BEFORE_FINISH, true, "reasoning_content", true);
    }

    boolean heeds(String field) {
        return heeded.contains(field);
    }
}
