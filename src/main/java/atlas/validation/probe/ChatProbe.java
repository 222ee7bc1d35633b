package atlas.validation.probe;

import java.util.Map;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/** Asks for a short blocking answer and looks at its envelope. */
record ChatProbe() implements Probe {

    private static final int MAX_TOKENS = 8;

    @Override
    public String name() {
        return "chat";
    }

    @Override
    public ProbeFinding run(ProbeTarget target) {
        return target.chat("Say hello.", MAX_TOKENS, Map.of())
                .expectOk(
                        "max_tokens " + MAX_TOKENS,
                        "a blocking answer is whole",
                        exchange -> departure(exchange.json(), exchange.chat()));
    }

    private static @Nullable Departure departure(JsonNode completion, ChatAnswer answer) {
        if (!completion.path("object").asString("").equals("chat.completion")) {
            return new Departure("'object' is " + completion.path("object"), "it should be \"chat.completion\"");
        }
        if (!answer.role().equals("assistant")) {
            return new Departure("the message's role is '" + answer.role() + "'", "it should be \"assistant\"");
        }
        if (answer.content().isEmpty() && answer.reasoning().isEmpty()) {
            return new Departure("the message has no text", "it should have some");
        }
        if (answer.finishReason().isEmpty()) {
            return new Departure("finish_reason is missing", "it should say why the answer ended");
        }
        return answer.completionTokens() < 1
                ? new Departure("usage.completion_tokens is missing or 0", "it should count the answer's tokens")
                : null;
    }
}
