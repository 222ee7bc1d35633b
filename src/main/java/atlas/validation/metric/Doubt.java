package atlas.validation.metric;

/** Why a figure that was measured cannot carry a decision. */
public enum Doubt {
    /** Rests on the number of chunks, because nobody told the number of tokens. */
    CHUNK_COUNTED("it rests on counting chunks, as the server tells no token counts"),
    /** The answers are much shorter than the shape asks for, and the server has no means to force their length. */
    SHORT_OUTPUTS("the answers are shorter than 80 % of the asked length, which the server cannot be made to reach"),
    /** Most answers have no sample of it, so that the others need not be like them. */
    MOSTLY_EXCLUDED("more than half of the answers are left out of it"),
    /** The server counts more tokens than it was allowed to generate, so that its counts cannot be believed. */
    COUNT_ABOVE_LIMIT("the server counts more tokens than it was asked for, so its counts cannot be believed"),
    /** Some repeats of the cell have no such figure, so that the mean is that of the others. */
    NOT_IN_EVERY_REPEAT("it was not measured in every repeat");

    private final String reason;

    Doubt(String reason) {
        this.reason = reason;
    }

    /** Returns the reason as a clause without a full stop. */
    public String reason() {
        return reason;
    }
}
