package atlas.validation.client;

import static java.util.Objects.requireNonNull;

import java.util.List;

/**
 * How a server wants those parts of a request written that servers do not agree on.
 *
 * @param limitField the name of the token limit
 * @param asksForUsage whether {@code stream_options} asks for the token counts of a stream
 */
public record RequestSpelling(String limitField, boolean asksForUsage) {

    private static final String MAX_TOKENS = "max_tokens";
    private static final String MAX_COMPLETION_TOKENS = "max_completion_tokens";

    /** What nearly every server takes. */
    public static final RequestSpelling USUAL = new RequestSpelling(MAX_TOKENS, true);

    public RequestSpelling {
        requireNonNull(limitField, "limitField is null");
    }

    /** Returns every spelling there is, in the order in which to try them. */
    public static List<RequestSpelling> all() {
        return List.of(
                USUAL,
                new RequestSpelling(MAX_COMPLETION_TOKENS, true),
                new RequestSpelling(MAX_TOKENS, false),
                new RequestSpelling(MAX_COMPLETION_TOKENS, false));
    }
}
