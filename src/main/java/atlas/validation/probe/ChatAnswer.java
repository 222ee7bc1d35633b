package atlas.validation.probe;

import java.util.ArrayList;
import java.util.List;
import tools.jackson.databind.JsonNode;

/**
 * What a chat said, however it came.
 *
 * @param role who says it, empty where that is not told
 * @param content the answer's text, empty for none
 * @param reasoning the reasoning before it, empty for none
 * @param toolCalls the calls that it asks for
 * @param finishReason why it ended, empty where that is not told
 * @param usage the token counts, missing where they are not told
 */
record ChatAnswer(
        String role, String content, String reasoning, List<ToolCall> toolCalls, String finishReason, JsonNode usage) {

    /** The names under which servers send reasoning. */
    static final List<String> REASONING = List.of("reasoning_content", "reasoning");

    static ChatAnswer ofCompletion(JsonNode completion) {
        JsonNode choice = completion.at("/choices/0");
        JsonNode message = choice.path("message");
        List<ToolCall> calls = new ArrayList<>();
        for (JsonNode call : message.path("tool_calls")) {
            calls.add(new ToolCall(
                    call.path("id").asString(""),
                    call.path("type").asString(""),
                    call.at("/function/name").asString(""),
                    call.at("/function/arguments").asString("")));
        }
        return new ChatAnswer(
                message.path("role").asString(""),
                message.path("content").asString(""),
                reasoning(message),
                List.copyOf(calls),
                choice.path("finish_reason").asString(""),
                completion.path("usage"));
    }

    /** Returns the reasoning of a message or of a delta, under whichever name it comes. */
    static String reasoning(JsonNode message) {
        for (String name : REASONING) {
            String text = message.path(name).asString("");
            if (!text.isEmpty()) {
                return text;
            }
        }
        return "";
    }

    /** Returns the number of completion tokens, or -1 where it is not told. */
    int completionTokens() {
        return usage.path("completion_tokens").asInt(-1);
    }

    /** Returns the number of prompt tokens, or -1 where it is not told. */
    int promptTokens() {
        return usage.path("prompt_tokens").asInt(-1);
    }

    /** Tells whether all of its tokens went into reasoning, so that nothing can be said of its text. */
    boolean isReasoningOnly() {
        return content.isBlank() && !reasoning.isBlank();
    }
}
