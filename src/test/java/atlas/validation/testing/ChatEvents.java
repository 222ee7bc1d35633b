package atlas.validation.testing;

/** The events of a chat completion stream, as a server writes them, each with its blank line. */
public final class ChatEvents {

    public static final String DONE = "data: [DONE]\n\n";
    public static final String KEEP_ALIVE = ": keep-alive\n\n";

    private ChatEvents() {}

    public static String role() {
        return delta("{\"role\":\"assistant\",\"content\":\"\"}");
    }

    public static String roleWithNull() {
        return delta("{\"role\":\"assistant\",\"content\":null}");
    }

    public static String content(String text) {
        return delta("{\"content\":\"" + text + "\"}");
    }

    public static String reasoningContent(String text) {
        return delta("{\"reasoning_content\":\"" + text + "\"}");
    }

    public static String reasoning(String text) {
        return delta("{\"reasoning\":\"" + text + "\"}");
    }

    public static String toolCall(String name) {
        return delta(
                "{\"tool_calls\":[{\"index\":0,\"id\":\"a\",\"type\":\"function\",\"function\":{\"name\":\"%s\",\"arguments\":\"\"}}]}"
                        .formatted(name));
    }

    public static String toolArguments(String text) {
        return delta("{\"tool_calls\":[{\"index\":0,\"function\":{\"arguments\":\"" + text + "\"}}]}");
    }

    public static String delta(String json) {
        return data("{\"choices\":[{\"index\":0,\"delta\":" + json + ",\"finish_reason\":null}]}");
    }

    public static String finish(String reason) {
        return data("{\"choices\":[{\"index\":0,\"delta\":{},\"finish_reason\":\"" + reason + "\"}]}");
    }

    public static String usage(int promptTokens, int completionTokens) {
        return data("{\"choices\":[],\"usage\":{\"prompt_tokens\":%d,\"completion_tokens\":%d,\"total_tokens\":%d}}"
                .formatted(promptTokens, completionTokens, promptTokens + completionTokens));
    }

    public static String error(String message) {
        return data("{\"error\":{\"message\":\"" + message + "\",\"code\":400}}");
    }

    public static String data(String text) {
        return "data: " + text + "\n\n";
    }

    /** Returns a whole stream of so many one-token events. */
    public static String answer(int promptTokens, int tokens) {
        return role() + content("word ").repeat(tokens) + finish("length") + usage(promptTokens, tokens) + DONE;
    }
}
