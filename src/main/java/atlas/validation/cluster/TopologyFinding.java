package atlas.validation.cluster;

import static java.util.Objects.requireNonNull;

/**
 * Something about a machine that spoils a run, or may.
 *
 * @param weight how bad it is
 * @param code a stable word, such as {@code gpu_other_type}
 * @param sentence what was seen, where, and what to do
 */
public record TopologyFinding(Weight weight, String code, String sentence) {

    /** How bad a finding is. */
    public enum Weight {
        /** The server cannot run so. */
        ERROR,
        /** It can run, but figures would be held against limits that are not meant for it. */
        ERROR_WHEN_ENFORCED,
        /** A reader of the figures should know. */
        WARNING
    }

    public TopologyFinding {
        requireNonNull(weight, "weight is null");
        requireNonNull(code, "code is null");
        requireNonNull(sentence, "sentence is null");
    }
}
