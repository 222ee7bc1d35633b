package atlas.validation.metric;

/** What a figure needs to be measured at all. */
public enum Scope {
    /** Answers that arrive as a stream. */
    STREAMED_ONLY("streamed answers only"),
    /** The number of completion tokens; with nothing better than the number of chunks, no gate can rest on it. */
    TOKEN_COUNT("token count needed"),
    /** The number of prompt tokens, which only the server can tell. */
    PROMPT_TOKENS("prompt token count needed"),
    /** The number of GPUs that serve. */
    GPU_COUNT("number of GPUs needed"),
    /** A service level objective in the shape. */
    OBJECTIVE("goodput_slo needed"),
    /** Requests that arrive at a rate. */
    OPEN_LOOP("rate cells only"),
    /** More than one node, and a figure of one node to compare with. */
    MANY_NODES("more than one node"),
    /** A workload that calls tools. */
    TOOL_WORKLOAD("workload tools only"),
    /** A workload that shares prefixes. */
    PREFIX_WORKLOAD("workload prefix only"),
    /** A workload of conversations. */
    CONVERSATIONS("workload multi_turn only"),
    /** Questions with known answers. */
    KNOWN_ANSWERS("functional.correctness only"),
    /** A client that was calibrated for the cell; the figure is the calibration's, and not of the cell's requests. */
    CALIBRATION("calibrated client only"),
    /** Measured once per launched server, outside the cells. */
    ONCE_PER_SERVER("once per launched server");

    private final String text;

    Scope(String text) {
        this.text = text;
    }

    /** Returns the scope in a few words, for reports. */
    public String text() {
        return text;
    }
}
