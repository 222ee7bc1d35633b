package atlas.validation.simulator;

import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.ObjectNode;

/**
 * Speaks as Atlas's chat endpoint does: the role in a chunk of its own before any token, keys of a delta left out
 * instead of null, and usage before the finish chunk, either in a chunk of its own or on the finish chunk.
 */
final class ChatDialect implements Dialect {

    private static final String FINGERPRINT = "fp_atlas";

    private final Script script;
    private final String id;
    private final long created;
    private final String model;
    private final boolean includeUsage;
    private final String chunkStart;

    ChatDialect(Script script, String id, long created, String model, boolean includeUsage) {
        this.script = script;
        this.id = id;
        this.created = created;
        this.model = model;
        this.includeUsage = includeUsage;
        String head = Json.write(head("chat.completion.chunk"));
        // Every chunk of a stream begins alike; only what is in its one choice differs.
        this.chunkStart = "data: " + head.substring(0, head.length() - 1) + ",\"choices\":[";
    }

    @Override
    public String opening() {
        return chunk("\"role\":\"assistant\"", null, null);
    }

    @Override
    public String tokens(int from, int to) {
        StringBuilder events = new StringBuilder();
        String reasoning = script.reasoningText(from, to);
        if (!reasoning.isEmpty()) {
            events.append(chunk("\"reasoning_content\":" + Json.quoted(reasoning), null, null));
        }
        String answer = script.answerText(from, to);
        if (!answer.isEmpty()) {
            events.append(chunk("\"content\":" + Json.quoted(answer), null, null));
        }
        Script.Call call = script.call();
        if (call != null && script.beginsCall(from, to)) {
            events.append(chunk("\"role\":\"assistant\"," + callDelta(call, true), null, null));
        }
        if (call != null && script.completesCall(from, to)) {
            events.append(chunk(callDelta(call, false), null, null));
        }
        return events.toString();
    }

    @Override
    public String closing(Usage usage) {
        String json = Json.write(usage.json());
        String finish = script.finishReason();
        return includeUsage
                ? chunkStart + "],\"usage\":" + json + "}\n\n" + chunk("", finish, null) + DONE
                : chunk("", finish, json) + DONE;
    }

    @Override
    public String blocking(Usage usage) {
        ObjectNode completion = head("chat.completion");
        ObjectNode choice = completion.putArray("choices").addObject();
        choice.put("index", 0);
        ObjectNode message = choice.putObject("message");
        message.put("role", "assistant");
        int length = script.length();
        String reasoning = script.reasoningText(0, length);
        if (!reasoning.isEmpty()) {
            message.put("reasoning_content", reasoning);
        }
        Script.Call call = script.call();
        if (call == null) {
            message.put("content", script.answerText(0, length));
        } else {
            message.putNull("content");
            if (script.completesCall(0, length)) {
                message.putArray("tool_calls").add(callNode(call, call.arguments()));
            }
        }
        choice.put("finish_reason", script.finishReason());
        choice.putNull("logprobs");
        completion.set("usage", usage.json());
        return Json.write(completion);
    }

    private ObjectNode head(String object) {
        return Json.object()
                .put("id", id)
                .put("object", object)
                .put("created", created)
                .put("model", model)
                .put("system_fingerprint", FINGERPRINT);
    }

    private String chunk(String delta, @Nullable String finishReason, @Nullable String usage) {
        return chunkStart
                + "{\"index\":0,\"delta\":{" + delta + "},\"finish_reason\":"
                + (finishReason == null ? "null" : "\"" + finishReason + "\"")
                + ",\"logprobs\":null}]"
                + (usage == null ? "" : ",\"usage\":" + usage)
                + "}\n\n";
    }

    /** Returns the first fragment of a call, which names it, or the second, which carries all its arguments. */
    private static String callDelta(Script.Call call, boolean first) {
        ObjectNode fragment = Json.object().put("index", 0);
        if (first) {
            fragment.setAll(callNode(call, ""));
        } else {
            fragment.putObject("function").put("arguments", call.streamedArguments());
        }
        return "\"tool_calls\":[" + Json.write(fragment) + "]";
    }

    private static ObjectNode callNode(Script.Call call, String arguments) {
        ObjectNode node = Json.object().put("id", call.id()).put("type", "function");
        node.putObject("function").put("name", call.name()).put("arguments", arguments);
        return node;
    }
}
