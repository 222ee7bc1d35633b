package atlas.validation.config;

import java.util.Locale;

/** Says what an inconclusive row means for the build. */
public enum Inconclusive {
    FAIL,
    WARN,
    PASS;

    /** Returns the word that {@code -Dinconclusive} takes: the name in lower case. */
    public String word() {
        return name().toLowerCase(Locale.ROOT);
    }
}
