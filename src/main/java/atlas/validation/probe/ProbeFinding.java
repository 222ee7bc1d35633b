package atlas.validation.probe;

import static java.util.Objects.requireNonNull;

import org.jspecify.annotations.Nullable;

/**
 * What a probe saw.
 *
 * @param result whether it is as it should be
 * @param message one sentence; of a failure: what was sent, what was seen, and what the standard says
 * @param evidence request and answer, cut to what fits on a screen, or null
 */
public record ProbeFinding(
        Result result, String message, @Nullable String evidence) {

    /** What a probe may find. */
    public enum Result {
        PASSED,
        FAILED,
        /** The server does not offer what the probe is about, which is no fault; the message says why. */
        NOT_OFFERED
    }

    public ProbeFinding {
        requireNonNull(result, "result is null");
        requireNonNull(message, "message is null");
    }

    static ProbeFinding passed(String message, String evidence) {
        return new ProbeFinding(Result.PASSED, message, evidence);
    }

    /**
     * Returns a failure.
     *
     * @param sent what the server was asked
     * @param seen what it did
     * @param standard what it should have done
     */
    static ProbeFinding failed(String sent, String seen, String standard, String evidence) {
        return new ProbeFinding(Result.FAILED, sent + ": " + seen + "; " + standard, evidence);
    }

    static ProbeFinding notOffered(String reason, @Nullable String evidence) {
        return new ProbeFinding(Result.NOT_OFFERED, reason, evidence);
    }
}
