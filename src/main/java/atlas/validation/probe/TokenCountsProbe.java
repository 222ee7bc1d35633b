package atlas.validation.probe;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Holds the token counts of one question against each other: prompt and completion make the total, a stream counts as a
 * whole answer does, and no text has more tokens than bytes.
 */
record TokenCountsProbe() implements Probe {

    private static final String QUESTION = "Name the four seasons.";
    private static final int MAX_TOKENS = 8;

    /** Tokens that a server may count and that show no text, such as the one that ends an answer. */
    private static final int INVISIBLE = 4;

    @Override
    public String name() {
        return "token_counts";
    }

    @Override
    public ProbeFinding run(ProbeTarget target) {
        if (!target.spelling().asksForUsage()) {
            return ProbeFinding.notOffered("the server refuses stream_options, and a stream tells no usage", null);
        }
        Exchange blocking = target.chat(QUESTION, MAX_TOKENS, Map.of());
        Exchange streamed = target.chat(QUESTION, MAX_TOKENS, target.streamed());
        return blocking.notOk("").or(() -> streamed.notOk("stream true")).orElseGet(() -> {
            String evidence = blocking.evidenceWith(streamed);
            Departure departure = departure(blocking.chat(), streamed.stream().answer());
            return departure == null
                    ? ProbeFinding.passed("token counts agree with each other and with the text", evidence)
                    : blocking.failed("the same question as a whole and as a stream", departure, evidence);
        });
    }

    private static @Nullable Departure departure(ChatAnswer whole, ChatAnswer pieces) {
        for (ChatAnswer answer : new ChatAnswer[] {whole, pieces}) {
            if (answer.promptTokens() < 1 || answer.completionTokens() < 1) {
                return new Departure("usage is " + answer.usage(), "both counts should be at least 1");
            }
            int total = answer.usage().path("total_tokens").asInt(-1);
            if (total != answer.promptTokens() + answer.completionTokens()) {
                return new Departure(
                        "total_tokens is %d for %d + %d tokens"
                                .formatted(total, answer.promptTokens(), answer.completionTokens()),
                        "it should be the sum of the two");
            }
            if (answer.completionTokens() > MAX_TOKENS) {
                return new Departure(
                        "%d completion tokens are counted with max_tokens %d"
                                .formatted(answer.completionTokens(), MAX_TOKENS),
                        "there should be no more than that");
            }
            int bytes = (answer.reasoning() + answer.content()).getBytes(UTF_8).length;
            if (answer.completionTokens() > bytes + INVISIBLE) {
                return new Departure(
                        "%d completion tokens are counted for a text of %d bytes"
                                .formatted(answer.completionTokens(), bytes),
                        "a token has at least one byte");
            }
        }
        return whole.promptTokens() == pieces.promptTokens()
                ? null
                : new Departure(
                        "the prompt has %d tokens as a whole and %d as a stream"
                                .formatted(whole.promptTokens(), pieces.promptTokens()),
                        "it is the same prompt");
    }
}
