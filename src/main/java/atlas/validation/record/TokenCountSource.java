package atlas.validation.record;

/** Where the number of completion tokens of a request comes from, best first. */
public enum TokenCountSource {
    /** The server's {@code usage.completion_tokens}. */
    USAGE,
    /** Token ids sent along with the chunks. */
    TOKEN_IDS,
    /** The text, counted by a tokenizer of ours. */
    TOKENIZER,
    /** Nothing better than the number of chunks; no gate may rest on it. */
    CHUNKS
}
