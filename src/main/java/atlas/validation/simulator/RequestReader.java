package atlas.validation.simulator;

import java.util.Map;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * Reads the bodies of requests as Atlas does: unknown fields are ignored unless the traits refuse them, and so is the
 * value of {@code model}.
 */
final class RequestReader {

    private static final int DEFAULT_THINKING = 256;

    /** Atlas's own translation of effort into tokens. */
    private static final Map<String, Integer> EFFORTS =
            Map.of("none", 0, "minimal", 64, "low", 128, "medium", 256, "high", 512, "xhigh", 1024, "max", 1024);

    private RequestReader() {}

    /** Reads a body of {@code /v1/chat/completions}. */
    static GenerationRequest chat(byte[] body, ApiTraits traits) {
        JsonNode json = json(body);
        StrictFields.check(json, traits);
        requireModel(json);
        PromptText prompt = PromptText.ofMessages(json.path("messages"));
        return read(json, traits, true, prompt, thinkingBudget(json), prompt.answersTool() ? null : tool(json));
    }

    /** Reads a body of {@code /v1/completions}. */
    static GenerationRequest completion(byte[] body, ApiTraits traits) {
        JsonNode json = json(body);
        StrictFields.check(json, traits);
        requireModel(json);
        return read(json, traits, false, PromptText.ofPrompt(json.path("prompt")), 0, null);
    }

    /** Reads a body of {@code /tokenize}. */
    static PromptText tokenize(byte[] body) {
        JsonNode json = json(body);
        if (json.has("messages")) {
            return PromptText.ofMessages(json.path("messages"));
        }
        if (json.has("prompt")) {
            return PromptText.ofPrompt(json.path("prompt"));
        }
        throw ApiException.badRequest("either `prompt` or `messages` is required");
    }

    private static GenerationRequest read(
            JsonNode json,
            ApiTraits traits,
            boolean chat,
            PromptText prompt,
            int thinkingBudget,
            GenerationRequest.@Nullable Tool tool) {
        Integer minTokens = wholeNumber(json, "min_tokens");
        return new GenerationRequest(
                chat,
                prompt.words(),
                prompt.lastUserText(),
                prompt.tokens(),
                maxTokens(json),
                minTokens == null || !traits.heeds(ApiTraits.MIN_TOKENS) ? 0 : minTokens,
                flag(json, "stream"),
                flag(json.path("stream_options"), "include_usage"),
                traits.heeds(ApiTraits.CONTINUOUS_USAGE)
                        && flag(json.path("stream_options"), ApiTraits.CONTINUOUS_USAGE),
                traits.heeds(ApiTraits.RETURN_TOKEN_IDS) && flag(json, ApiTraits.RETURN_TOKEN_IDS),
                traits.heeds(ApiTraits.IGNORE_EOS) && flag(json, ApiTraits.IGNORE_EOS),
                thinkingBudget,
                tool);
    }

    private static JsonNode json(byte[] body) {
        JsonNode json;
        try {
            json = JsonMapper.shared().readTree(body);
        } catch (JacksonException malformed) {
            throw ApiException.invalidJson(malformed.getOriginalMessage());
        }
        if (!json.isObject()) {
            throw ApiException.invalidJson("expected an object");
        }
        return json;
    }

    private static void requireModel(JsonNode json) {
        if (!json.path("model").isString()) {
            throw ApiException.invalidJson("missing field `model`");
        }
    }

    private static @Nullable Integer maxTokens(JsonNode json) {
        if (json.has("max_tokens") && json.has("max_completion_tokens")) {
            throw ApiException.invalidJson("duplicate field `max_tokens`");
        }
        Integer value = wholeNumber(json, json.has("max_tokens") ? "max_tokens" : "max_completion_tokens");
        if (value != null && value < 1) {
            throw ApiException.badRequest("max_tokens must be at least 1");
        }
        return value;
    }

    private static @Nullable Integer wholeNumber(JsonNode json, String field) {
        JsonNode value = json.path(field);
        if (value.isMissingNode()) {
            return null;
        }
        if (!value.canConvertToInt() || !value.isIntegralNumber() || value.intValue() < 0) {
            throw ApiException.invalidJson(field + ": invalid value " + value + ", expected a whole number");
        }
        return value.intValue();
    }

    private static boolean flag(JsonNode json, String field) {
        JsonNode value = json.path(field);
        if (value.isMissingNode() || value.isNull()) {
            return false;
        }
        if (!value.isBoolean()) {
            throw ApiException.invalidJson(field + ": invalid value " + value + ", expected a boolean");
        }
        return value.booleanValue();
    }

    private static int thinkingBudget(JsonNode json) {
        JsonNode template = json.path("chat_template_kwargs");
        for (JsonNode budget : new JsonNode[] {
            json.at("/thinking/budget_tokens"), json.path("thinking_token_budget"), template.path("thinking_budget")
        }) {
            if (budget.isIntegralNumber()) {
                return budget.intValue();
            }
        }
        for (JsonNode effort : new JsonNode[] {json.at("/reasoning/effort"), json.path("reasoning_effort")}) {
            if (effort.isString()) {
                return EFFORTS.getOrDefault(effort.asString(), DEFAULT_THINKING);
            }
        }
        return flag(json, "enable_thinking") || flag(template, "enable_thinking") ? DEFAULT_THINKING : 0;
    }

    /** Returns the function that is named, else the first that is offered, else null. */
    private static GenerationRequest.@Nullable Tool tool(JsonNode json) {
        JsonNode choice = json.path("tool_choice");
        if (choice.asString("").equals("none")) {
            return null;
        }
        String named = choice.at("/function/name").asString("");
        for (JsonNode tool : json.path("tools")) {
            JsonNode function = tool.path("function");
            String name = function.path("name").asString("");
            if (named.isEmpty() || named.equals(name)) {
                return new GenerationRequest.Tool(name, function.path("parameters"));
            }
        }
        if (!named.isEmpty()) {
            throw ApiException.badRequest("tool_choice names `" + named + "`, which is not among the tools");
        }
        return null;
    }
}
