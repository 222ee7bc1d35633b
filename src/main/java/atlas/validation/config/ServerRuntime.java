package atlas.validation.config;

import java.util.Locale;

/** Says in what the server runs. */
public enum ServerRuntime {
    /** A Docker container. */
    DOCKER,
    /** The simulator, in a process of its own. */
    EMBEDDED,
    /** Nothing of ours: the server runs already. */
    NONE;

    /** Returns the word that files use: the name in lower case. */
    public String word() {
        return name().toLowerCase(Locale.ROOT);
    }
}
