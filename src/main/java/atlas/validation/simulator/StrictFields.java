package atlas.validation.simulator;

import java.util.Map;
import java.util.Set;
import tools.jackson.databind.JsonNode;

/** Refuses requests with fields that a server does not take. */
final class StrictFields {

    /** The fields of OpenAI's chat API that load and probes may send. */
    private static final Set<String> OPENAI = Set.of(
            "model",
            "messages",
            "prompt",
            "max_tokens",
            "max_completion_tokens",
            "stream",
            "stream_options",
            "temperature",
            "top_p",
            "frequency_penalty",
            "presence_penalty",
            "logit_bias",
            "logprobs",
            "top_logprobs",
            "n",
            "seed",
            "stop",
            "user",
            "metadata",
            "response_format",
            "reasoning_effort",
            "tools",
            "tool_choice",
            "parallel_tool_calls");

    private static final Set<String> STREAM_OPTIONS = Set.of("include_usage");

    private StrictFields() {}

    /** @throws ApiException if a field is refused */
    static void check(JsonNode body, ApiTraits traits) {
        for (Map.Entry<String, JsonNode> field : body.properties()) {
            String name = field.getKey();
            refuse(name, traits, OPENAI.contains(name), field.getValue());
            if (field.getValue().isObject()) {
                for (Map.Entry<String, JsonNode> nested : field.getValue().properties()) {
                    boolean known = !name.equals("stream_options") || STREAM_OPTIONS.contains(nested.getKey());
                    refuse(name + "." + nested.getKey(), traits, known, nested.getValue());
                }
            }
        }
    }

    private static void refuse(String name, ApiTraits traits, boolean known, JsonNode value) {
        if (traits.refused().contains(name) || (traits.strict() && !known)) {
            throw ApiException.badRequest("Unrecognized request argument supplied: " + name);
        }
        if (traits.strict() && value.isNull()) {
            throw ApiException.badRequest("Invalid type for '" + name + "': null is not accepted");
        }
    }
}
