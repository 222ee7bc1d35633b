package atlas.validation.config;

import java.util.Locale;

/** Says what the requests of a shape ask for. */
public enum Workload {
    /** Random words of a given length. */
    RANDOM,
    /** One given prompt, sent again and again. */
    PROMPT,
    /** Prompts from a file. */
    DATASET;

    /** Returns the word that files use: the name in lower case. */
    public String word() {
        return name().toLowerCase(Locale.ROOT);
    }
}
