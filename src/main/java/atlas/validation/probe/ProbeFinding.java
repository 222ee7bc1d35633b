package atlas.validation.probe;

import static java.util.Objects.requireNonNull;

import org.jspecify.annotations.Nullable;

/**
 * What a probe saw.
 *
 * @param passed whether it is as it should be
 * @param message one sentence
 * @param evidence request and answer, cut to what fits on a screen, or null
 */
public record ProbeFinding(
        boolean passed, String message, @Nullable String evidence) {

    public ProbeFinding {
        requireNonNull(message, "message is null");
    }
}
