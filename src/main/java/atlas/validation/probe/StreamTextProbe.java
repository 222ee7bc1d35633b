package atlas.validation.probe;

import java.util.Map;

/** Asks the same at temperature 0 as a stream and as a whole: the text should be the same to the last character. */
record StreamTextProbe() implements Probe {

    private static final String QUESTION = "Write a TOML table with the keys name and ports, and one line of comment.";
    private static final int MAX_TOKENS = 12;

    @Override
    public String name() {
        return "stream_text";
    }

    @Override
    public ProbeFinding run(ProbeTarget target) {
        Exchange blocking = target.chat(QUESTION, MAX_TOKENS, Map.of());
        Exchange streamed = target.chat(QUESTION, MAX_TOKENS, Map.of("stream", true));
        return blocking.notOk("").or(() -> streamed.notOk("stream true")).orElseGet(() -> {
            ChatAnswer whole = blocking.chat();
            ChatAnswer pieces = streamed.stream().answer();
            String evidence = blocking.evidenceWith(streamed);
            String difference =
                    TextDifference.between(whole.reasoning() + whole.content(), pieces.reasoning() + pieces.content());
            return difference.isEmpty()
                    ? ProbeFinding.passed("a streamed answer says what a blocking one says", evidence)
                    : streamed.failed(
                            "the same question as a stream and as a whole, at temperature 0",
                            new Departure(
                                    "stream and whole differ " + difference, "both should have the same characters"),
                            evidence);
        });
    }
}
