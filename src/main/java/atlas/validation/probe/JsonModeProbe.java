package atlas.validation.probe;

import java.util.Map;

/** Asks for an answer that is some JSON object. */
record JsonModeProbe() implements Probe {

    @Override
    public String name() {
        return "json_mode";
    }

    @Override
    public ProbeFinding run(ProbeTarget target) {
        Exchange exchange = target.chat(
                "Give the capital of Portugal as a JSON object with the key capital.",
                64,
                Map.of("response_format", Map.of("type", "json_object")));
        return JsonText.judge(exchange, "response_format json_object", "an answer is a JSON object", value -> null);
    }
}
