package atlas.validation.probe;

import java.util.Set;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/** Asks the older endpoint, which takes a text instead of messages. */
record CompletionsProbe() implements Probe {

    private static final int MAX_TOKENS = 4;

    /** What servers without this endpoint answer. */
    private static final Set<Integer> ABSENT = Set.of(404, 405, 501);

    @Override
    public String name() {
        return "completions";
    }

    @Override
    public ProbeFinding run(ProbeTarget target) {
        Exchange exchange = target.completion("The quick brown fox", MAX_TOKENS);
        if (ABSENT.contains(exchange.status())) {
            return exchange.notOffered("the server has no /v1/completions (HTTP %d)".formatted(exchange.status()));
        }
        return exchange.expectOk(
                "max_tokens " + MAX_TOKENS,
                "/v1/completions gives a whole answer",
                completion -> departure(completion.json()));
    }

    private static @Nullable Departure departure(JsonNode completion) {
        if (!completion.path("object").asString("").equals("text_completion")) {
            return new Departure("'object' is " + completion.path("object"), "it should be \"text_completion\"");
        }
        JsonNode choice = completion.at("/choices/0");
        if (choice.path("text").asString("").isEmpty()) {
            return new Departure("choices[0].text is missing or empty", "it should hold the text");
        }
        return choice.path("finish_reason").isString()
                ? null
                : new Departure("finish_reason is missing", "it should say why the text ended");
    }
}
