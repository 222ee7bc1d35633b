package atlas.validation.client;

import atlas.validation.client.Attempt.Refused;
import atlas.validation.client.Attempt.Streamed;
import atlas.validation.record.Outcome;
import atlas.validation.stream.Answer;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Notices that a server refuses every request for a reason that no further request will change: a wrong key, path,
 * model or parameter. Only an answer shows that it does not: trouble that may pass is neither a refusal nor a welcome.
 * Safe for use by several threads.
 */
final class RefusalWatch {

    /** Refusals that may pass: a timeout, a conflict, a lock, a request too early, a limit of rate. */
    private static final Set<Integer> PASSING = Set.of(408, 409, 423, 425, 429);

    /** Errors of a server that does not do what is asked, and never will. */
    private static final Set<Integer> NEVER_DONE = Set.of(501, 505);

    private final int enough;
    private int ended;
    private int refused;
    private boolean welcome;
    private @Nullable String reason;

    /** Creates a watch that takes so many refusals, before any request was welcome, for a final answer. */
    RefusalWatch(int enough) {
        this.enough = enough;
    }

    /** Takes note of a request, and tells whether sending another one is of no use. */
    synchronized boolean isEnough(Attempt attempt) {
        if (attempt.ending() instanceof Ending.GivenUp) {
            return reason != null;
        }
        ended++;
        switch (attempt.response()) {
            case Streamed streamed -> welcome |= isWelcome(streamed.answer());
            case Refused refusal when isLasting(refusal.status()) && !welcome -> count(refusal);
            case Refused passing -> {}
            case null -> {}
        }
        return reason != null;
    }

    private void count(Refused refusal) {
        refused++;
        if (refused == enough) {
            reason = "the server %s, %d of %d so far: HTTP %d, %s"
                    .formatted(
                            refused == ended
                                    ? "refuses every request"
                                    : "answers no request, and refuses them for good",
                            refused,
                            ended,
                            refusal.status(),
                            refusal.message());
        }
    }

    /** Tells whether an answer shows that its request was accepted; an error or a page for people does not. */
    private static boolean isWelcome(Answer answer) {
        return answer.firstToken() != null
                || answer.outcome() == Outcome.NO_TOKENS
                || answer.outcome() == Outcome.NOT_STREAMED;
    }

    /** Tells whether the same request will be refused again: a redirect is not followed, so it is a refusal as well. */
    static boolean isLasting(int status) {
        return (status >= 300 && status < 500 && !PASSING.contains(status)) || NEVER_DONE.contains(status);
    }

    /** Returns what the server says, in one sentence; null as long as it may not be final. */
    synchronized @Nullable String reason() {
        return reason;
    }
}
