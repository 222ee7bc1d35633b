package atlas.validation.stream;

import org.jspecify.annotations.Nullable;

/** What the data of one event turned out to be. */
sealed interface Parsed {

    /** The mark at the end of a stream. */
    record Done() implements Parsed {}

    /** No JSON object and no attempt at one, such as {@code : keepalive} sent as data. */
    record Noise(String text) implements Parsed {}

    /** The beginning of a JSON object that cannot be read to its end. */
    record Broken(String text) implements Parsed {}

    /**
     * A JSON object.
     *
     * @param choices whether it has a choice
     * @param reasoning whether it carries reasoning
     * @param answer whether it carries a piece of the answer
     * @param text the piece of the answer as text, where it is text
     * @param thought the piece of reasoning as text, where it is text
     * @param wordless whether it carries a token that is no text, such as a piece of a tool call
     * @param tokenIds number of token ids that came along, −1 without any
     * @param finishReason the reason why generation ended
     * @param usage token counts
     * @param error what the server says went wrong
     * @param message a message outside of any error
     * @param tokenAt where in the data the string stands that makes it a token, from its opening quote; −1 if there are
     *     several or none
     */
    record Chunk(
            boolean choices,
            boolean reasoning,
            boolean answer,
            @Nullable String text,
            @Nullable String thought,
            boolean wordless,
            int tokenIds,
            @Nullable String finishReason,
            @Nullable Usage usage,
            @Nullable String error,
            @Nullable String message,
            int tokenAt)
            implements Parsed {

        boolean isToken() {
            return reasoning || answer;
        }

        /** Returns the same chunk with other counts, and its token in another place. */
        Chunk with(@Nullable Usage newUsage, int newTokenAt) {
            return new Chunk(
                    choices,
                    reasoning,
                    answer,
                    text,
                    thought,
                    wordless,
                    tokenIds,
                    finishReason,
                    newUsage,
                    error,
                    message,
                    newTokenAt);
        }

        /** Returns the same chunk with another token in the place of the only one that it has. */
        Chunk withToken(String token) {
            return new Chunk(
                    choices,
                    reasoning,
                    answer,
                    text == null ? null : token,
                    thought == null ? null : token,
                    wordless,
                    tokenIds,
                    finishReason,
                    usage,
                    error,
                    message,
                    tokenAt);
        }
    }
}
