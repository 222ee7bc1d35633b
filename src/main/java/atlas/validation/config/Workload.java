package atlas.validation.config;

import java.util.Locale;

/** Says what the requests of a shape ask for. */
public enum Workload {
    /** Random words of a given length. */
    RANDOM,
    /** One given prompt, sent again and again. */
    PROMPT,
    /** Prompts from a file. */
    DATASET,
    /** Random words in pairs that begin alike: a prompt that no cache has seen, and one whose beginning it has. */
    PREFIX,
    /** Conversations of random words, each turn with everything that was said before it. */
    MULTI_TURN,
    /** One question that calls for a function, asked again and again with that function on offer. */
    TOOLS;

    /** Tells whether a user asks several requests in a row, so that only a number of users makes sense as a load. */
    public boolean followsUp() {
        return switch (this) {
            case PREFIX, MULTI_TURN -> true;
            case RANDOM, PROMPT, DATASET, TOOLS -> false;
        };
    }

    /** Tells whether prompts are made to a length in tokens. */
    public boolean hasLengths() {
        return switch (this) {
            case RANDOM, PREFIX, MULTI_TURN -> true;
            case PROMPT, DATASET, TOOLS -> false;
        };
    }

    /** Returns the word that files use: the name in lower case. */
    public String word() {
        return name().toLowerCase(Locale.ROOT);
    }
}
