package atlas.validation.record;

import java.util.Locale;

/**
 * What is said of a check, a tier, a cell, a stage, a target or a run.
 *
 * <p>The constants stand in order of severity, worst first; a whole is as bad as the worst of its parts. Only a run can
 * be {@link #CANCELLED}.
 */
public enum Status {
    /** Stopped by its user before the end. */
    CANCELLED,
    /** Could not be measured. */
    ERROR,
    /** Measured, and outside an enforced limit. */
    FAIL,
    /** Measured, but the figure cannot carry a decision. */
    INCONCLUSIVE,
    /** Measured, and within every enforced limit. */
    PASS,
    /** Measured, with nothing enforced. */
    RECORD,
    /** Not run, for a reason that is told. */
    SKIPPED;

    /** Returns the word that files and reports use: the name in lower case. */
    public String word() {
        return name().toLowerCase(Locale.ROOT);
    }

    /** Tells whether this is worse than {@code other}. */
    public boolean worseThan(Status other) {
        return compareTo(other) < 0;
    }
}
