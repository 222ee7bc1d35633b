package atlas.validation.gate;

import atlas.validation.record.Status;
import java.util.Collection;
import java.util.Comparator;

/** Says what a whole is when its parts are known. */
public final class StatusAlgebra {

    private StatusAlgebra() {}

    /** Returns the worst of the parts, in the order of {@link Status}; {@link Status#SKIPPED} when there are none. */
    public static Status worst(Collection<Status> parts) {
        return parts.stream().min(Comparator.naturalOrder()).orElse(Status.SKIPPED);
    }

    /** Returns what is said of a probe: a failed one is a failure when probes are enforced, else on record only. */
    public static Status ofProbe(boolean passed, boolean enforced) {
        if (passed) {
            return Status.PASS;
        }
        return enforced ? Status.FAIL : Status.RECORD;
    }
}
