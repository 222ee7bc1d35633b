package atlas.validation.probe;

import java.util.Map;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/** Sends a prompt that is longer than the model takes. */
record LongPromptProbe() implements Probe {

    private static final String WORD = "far ";

    /** Where the limit is above this, the request would say more about the network than about the limit. */
    private static final int LONGEST = 1 << 20;

    @Override
    public String name() {
        return "long_prompt";
    }

    @Override
    public ProbeFinding run(ProbeTarget target) {
        Integer limit = limit(target);
        if (limit == null) {
            return ProbeFinding.notOffered(
                    "neither /v1/models nor params.max_model_length tells how long a prompt may be", null);
        }
        if (limit > LONGEST) {
            return ProbeFinding.notOffered("a prompt of more than %d tokens is not tried".formatted(limit), null);
        }
        Exchange exchange = target.chat(WORD.repeat(limit + 1), 1, Map.of());
        String sent = "a prompt of more than %d tokens".formatted(limit);
        boolean clean = exchange.hasStatus(400)
                && !exchange.json().at("/error/message").asString("").isEmpty();
        return clean
                ? exchange.passed("a prompt that is too long is refused with HTTP 400 and a reason")
                : exchange.failed(
                        sent, new Departure(exchange.seen(), "it should be HTTP 400 with an error.message in JSON"));
    }

    private static @Nullable Integer limit(ProbeTarget target) {
        for (JsonNode model : target.get("/v1/models").json().path("data")) {
            if (model.path("id").asString("").equals(target.model())
                    && model.path("max_model_len").isIntegralNumber()) {
                return model.path("max_model_len").intValue();
            }
        }
        return target.settings().maxModelLength();
    }
}
