package atlas.validation.client;

import atlas.validation.client.Attempt.Refused;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Notices that a server refuses every request for a reason that no further request will change: a wrong key, path,
 * model or parameter. Safe for use by several threads.
 */
final class RefusalWatch {

    private static final Set<Integer> LASTING = Set.of(400, 401, 403, 404);

    private final int enough;
    private int refused;
    private boolean welcome;
    private @Nullable String reason;

    /** Creates a watch that takes so many refusals in a row, from the first request on, for a final answer. */
    RefusalWatch(int enough) {
        this.enough = enough;
    }

    /** Takes note of a request, and tells whether sending another one is of no use. */
    synchronized boolean isEnough(Attempt attempt) {
        if (attempt.ending() instanceof Ending.GivenUp) {
            return reason != null;
        }
        if (!(attempt.response() instanceof Refused refusal) || !LASTING.contains(refusal.status())) {
            welcome = true;
        } else if (!welcome && ++refused == enough) {
            reason = "the server refuses every request, %d of %d so far: HTTP %d, %s"
                    .formatted(refused, refused, refusal.status(), refusal.message());
        }
        return reason != null;
    }

    /** Returns what the server says, in one sentence; null as long as it may not be final. */
    synchronized @Nullable String reason() {
        return reason;
    }
}
