package atlas.validation.probe;

import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Asks for reasoning: where a model has any, it should come in a field of its own. */
record ReasoningOnProbe() implements Probe {

    private static final int MAX_TOKENS = 12;

    @Override
    public String name() {
        return "reasoning_on";
    }

    @Override
    public ProbeFinding run(ProbeTarget target) {
        Map<String, Object> fields = target.settings().driver().withReasoning();
        Exchange exchange = target.chat("Is 91 a prime number?", MAX_TOKENS, fields);
        if (exchange.hasStatus(400) || exchange.hasStatus(422)) {
            return exchange.notOffered("the server takes no %s: %s".formatted(fields.keySet(), exchange.seen()));
        }
        if (exchange.hasStatus(200)
                && exchange.chat().reasoning().isEmpty()
                && !Leaks.showsReasoning(exchange.chat().content())) {
            return exchange.notOffered("asked for reasoning, the model answers without");
        }
        return exchange.expectOk(
                fields.toString(), "reasoning comes in a field of its own", answered -> departure(answered.chat()));
    }

    private static @Nullable Departure departure(ChatAnswer answer) {
        if (Leaks.showsReasoning(answer.content())) {
            return new Departure(
                    "the content is " + Exchange.quoted(answer.content()),
                    "reasoning should be in reasoning_content, and its tags nowhere");
        }
        int reasoning =
                answer.usage().at("/completion_tokens_details/reasoning_tokens").asInt(0);
        return reasoning > answer.completionTokens()
                ? new Departure(
                        "%d of %d completion tokens are reasoning".formatted(reasoning, answer.completionTokens()),
                        "completion_tokens should include them")
                : null;
    }
}
