package atlas.validation.config;

import java.util.Locale;

/** Says who starts the server and when it ends. */
public enum Lifetime {
    /** Started for this run, stopped at its end. */
    PER_RUN,
    /** Started when it is not there, left when the run ends. */
    PERSISTENT,
    /** Started by somebody else; {@code params.base_url} names it. */
    NO_LAUNCH;

    /** Returns the word that files use: the name in lower case. */
    public String word() {
        return name().toLowerCase(Locale.ROOT);
    }
}
