package atlas.validation.config;

import java.util.Locale;

/** How requests arrive at a rate. */
public enum Arrival {
    /** At random: exponential gaps. */
    POISSON,
    /** At equal gaps. */
    CONSTANT,
    /** At random: gamma-distributed gaps, whose shape is {@code burstiness}. */
    GAMMA;

    /** Returns the word that files use: the name in lower case. */
    public String word() {
        return name().toLowerCase(Locale.ROOT);
    }
}
