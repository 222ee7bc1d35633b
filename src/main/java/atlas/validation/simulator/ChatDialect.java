package atlas.validation.simulator;

import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.ObjectNode;

/**
 * Speaks as Atlas's chat endpoint does unless the traits say otherwise: the role in a chunk of its own before any
 * token, keys of a delta left out instead of null, and usage before the finish chunk, either in a chunk of its own or
 * on the finish chunk.
 */
final class ChatDialect implements Dialect {

    private static final String FINGERPRINT = "fp_atlas";

    private final Script script;
    private final String id;
    private final long created;
    private final String model;
    private final GenerationRequest request;
    private final ApiTraits traits;
    private final String chunkStart;

    ChatDialect(Script script, String id, long created, String model, GenerationRequest request, ApiTraits traits) {
        this.script = script;
        this.id = id;
        this.created = created;
        this.model = model;
        this.request = request;
        this.traits = traits;
        String head = Json.write(head("chat.completion.chunk"));
        // Every chunk of a stream begins alike; only what is in its one choice differs.
        this.chunkStart = "data: " + head.substring(0, head.length() - 1) + ",\"choices\":[";
    }

    @Override
    public String opening() {
        return traits.roleChunk() ? chunk("\"role\":\"assistant\"", null, null) : "";
    }

    @Override
    public String tokens(int from, int to) {
        StringBuilder events = new StringBuilder();
        String reasoning = script.reasoningText(from, to);
        if (!reasoning.isEmpty()) {
            events.append(tokenChunk(traits.reasoningField(), reasoning, from, Math.min(to, script.reasoning())));
        }
        String answer = script.answerText(from, to);
        if (!answer.isEmpty()) {
            events.append(tokenChunk("content", answer, Math.max(from, script.reasoning()), to));
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
        String ofItsOwn = chunkStart + "],\"usage\":" + json + "}\n\n";
        return switch (traits.usage()) {
            case BEFORE_FINISH ->
                (request.includeUsage() ? ofItsOwn + chunk("", finish, null) : chunk("", finish, json)) + DONE;
            case AFTER_FINISH -> chunk("", finish, null) + (request.includeUsage() ? ofItsOwn : "") + DONE;
            case NONE -> chunk("", finish, null) + DONE;
        };
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
            message.put(traits.reasoningField(), reasoning);
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

    /** Returns the chunk of the tokens from {@code from} to {@code to − 1}, with what else was asked for. */
    private String tokenChunk(String field, String text, int from, int to) {
        String usage = null;
        if (request.continuousUsage()) {
            usage = "{\"prompt_tokens\":%d,\"completion_tokens\":%d,\"total_tokens\":%d}"
                    .formatted(request.promptTokens(), to, request.promptTokens() + to);
        }
        String ids = "";
        if (request.returnTokenIds()) {
            ids = IntStream.range(from, to)
                    .mapToObj(Integer::toString)
                    .collect(Collectors.joining(",", ",\"token_ids\":[", "]"));
        }
        return chunk('"' + field + "\":" + Json.quoted(text), null, usage, ids);
    }

    private String chunk(String delta, @Nullable String finishReason, @Nullable String usage) {
        return chunk(delta, finishReason, usage, "");
    }

    private String chunk(String delta, @Nullable String finishReason, @Nullable String usage, String ofChoice) {
        return chunkStart
                + "{\"index\":0,\"delta\":{" + delta + "},\"finish_reason\":"
                + (finishReason == null ? "null" : "\"" + finishReason + "\"")
                + ",\"logprobs\":null" + ofChoice + "}]"
                + (usage == null ? "" : ",\"usage\":" + usage)
                + "}\n\n";
    }

    /** Returns the first fragment of a call, which names it, or the second, which carries all its arguments. */
    private static String callDelta(Script.Call call, boolean first) {
        ObjectNode fragment = Json.object().put("index", 0);
        if (first) {
            fragment.setAll(callNode(call, ""));
        } else {
            fragment.putObject("function").put("arguments", call.arguments());
        }
        return "\"tool_calls\":[" + Json.write(fragment) + "]";
    }

    private static ObjectNode callNode(Script.Call call, String arguments) {
        ObjectNode node = Json.object().put("id", call.id()).put("type", "function");
        node.putObject("function").put("name", call.name()).put("arguments", arguments);
        return node;
    }
}
