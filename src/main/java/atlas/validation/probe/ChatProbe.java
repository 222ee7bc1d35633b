package atlas.validation.probe;

import java.util.List;
import java.util.Map;

/** Asks for a short blocking answer and looks at its envelope. */
public record ChatProbe() implements Probe {

    private static final int MAX_TOKENS = 16;

    @Override
    public String name() {
        return "chat";
    }

    @Override
    public ProbeFinding run(ProbeTarget target) {
        Map<String, Object> question = Map.of(
                "model",
                target.model(),
                target.spelling().limitField(),
                MAX_TOKENS,
                "temperature",
                0,
                "messages",
                List.of(Map.of("role", "user", "content", "Say hello.")));
        return target.post("/v1/chat/completions", question).expect("a blocking answer is whole", json -> {
            if (!"chat.completion".equals(json.getString("object"))) {
                return "'object' is not \"chat.completion\"";
            }
            if (!"assistant".equals(json.getString("choices[0].message.role"))) {
                return "choices[0].message.role is not \"assistant\"";
            }
            if (json.getString("choices[0].finish_reason") == null) {
                return "choices[0].finish_reason is missing";
            }
            Integer completionTokens = json.get("usage.completion_tokens");
            if (completionTokens == null || completionTokens < 1) {
                return "usage.completion_tokens is missing or 0";
            }
            return completionTokens > MAX_TOKENS
                    ? "%d completion tokens, and %s is %d"
                            .formatted(completionTokens, target.spelling().limitField(), MAX_TOKENS)
                    : null;
        });
    }
}
