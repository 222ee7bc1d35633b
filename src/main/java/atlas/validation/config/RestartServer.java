package atlas.validation.config;

import java.util.Locale;

/** Says whether a server that went away during a sweep is started again. */
public enum RestartServer {
    NEVER,
    ONCE;

    /** Returns the word that files use: the name in lower case. */
    public String word() {
        return name().toLowerCase(Locale.ROOT);
    }
}
