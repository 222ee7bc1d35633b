package atlas.validation.probe;

import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Gives a token limit that the answer is bound to reach. */
record MaxTokensProbe() implements Probe {

    private static final int LIMIT = 10;

    @Override
    public String name() {
        return "max_tokens";
    }

    @Override
    public ProbeFinding run(ProbeTarget target) {
        return target.chat("Count from 1 to 500 in digits, separated by commas.", LIMIT, Map.of())
                .expectOk(
                        "max_tokens " + LIMIT + " and a count to 500",
                        "an answer ends at its token limit and says so",
                        exchange -> departure(exchange.chat()));
    }

    private static @Nullable Departure departure(ChatAnswer answer) {
        if (answer.completionTokens() > LIMIT) {
            return new Departure(
                    answer.completionTokens() + " completion tokens are counted", "there should be " + LIMIT);
        }
        if (!answer.finishReason().equals("length")) {
            return new Departure(
                    "the answer ends after %d tokens with finish_reason '%s'"
                            .formatted(answer.completionTokens(), answer.finishReason()),
                    "it should go on to the limit and end with \"length\"");
        }
        return answer.completionTokens() == LIMIT
                ? null
                : new Departure(
                        "finish_reason is \"length\" after %d tokens".formatted(answer.completionTokens()),
                        "\"length\" should mean that " + LIMIT + " tokens were generated");
    }
}
