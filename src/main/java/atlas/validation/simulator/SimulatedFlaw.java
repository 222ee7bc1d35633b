package atlas.validation.simulator;

/** Something that a server does wrong while it otherwise serves well; each was seen in the field. */
public enum SimulatedFlaw {
    /** A streamed tool call has empty arguments, a blocking one is right. */
    STREAMED_TOOL_CALLS,
    /** A request that its client gives up holds its place in the batch for ever. */
    SLOT_LEAK,
    /** Answers under load repeat one word. */
    REPEATS_UNDER_LOAD,
    /** Answers end half way and say that they are complete. */
    TRUNCATES,
    /** Usage tells twice the tokens that were generated. */
    WRONG_COUNTS,
    /** Requests that offer tools are refused. */
    REFUSES_TOOLS,
    /** Answers are Chinese whatever the question's language. */
    OTHER_LANGUAGE;

    /** Requests that are served at once from which on a server is under load. */
    private static final int LOAD = 4;

    /**
     * Returns what the server says instead of what it should.
     *
     * @param active requests that are being served, this one included
     */
    Script distort(Script right, int active) {
        return switch (this) {
            case STREAMED_TOOL_CALLS -> right.withStreamedArguments("{}");
            case REPEATS_UNDER_LOAD -> active < LOAD ? right : right.withAnswer(index -> "the");
            case TRUNCATES -> right.cutShort((right.length() + 1) / 2);
            case OTHER_LANGUAGE -> right.withAnswer(ForeignWords::at);
            case SLOT_LEAK, WRONG_COUNTS, REFUSES_TOOLS -> right;
        };
    }

    /** Words of a language that nobody asked in. */
    private static final class ForeignWords {

        private static final String[] ALL = {"河流", "慢慢", "流过", "城市", "人们", "数着", "浪花", "早晨"};

        static String at(int index) {
            return ALL[index % ALL.length];
        }
    }
}
