package atlas.validation.probe;

import atlas.validation.stream.SseDecoder;
import atlas.validation.stream.SseEvent;
import atlas.validation.stream.SseListener;
import java.util.List;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** How one streamed answer was put together: which chunks came in which order, and what they carried. */
final class StreamShape implements SseListener {

    private static final List<String> REASONING = List.of("reasoning_content", "reasoning");
    private static final String DONE = "[DONE]";

    private int chunks;
    private int tokenChunks;
    private int usageOnTokenChunks;
    private int tokenIds;
    private int usageAt = -1;
    private int finishAt = -1;
    private boolean roleChunk;
    private @Nullable String reasoningField;
    private @Nullable String finishReason;
    private @Nullable String error;
    private @Nullable Integer promptTokens;
    private @Nullable Integer completionTokens;

    private StreamShape() {}

    /** Reads the whole body of an answer; what is no chunk is passed over. */
    static StreamShape of(byte[] body) {
        StreamShape shape = new StreamShape();
        SseDecoder decoder = new SseDecoder(shape);
        decoder.feed(body, 0, body.length, 0);
        decoder.end();
        return shape;
    }

    @Override
    public void onEvent(SseEvent event) {
        String text = event.text().strip();
        if (text.equals(DONE)) {
            return;
        }
        try {
            read(JsonMapper.shared().readTree(text));
        } catch (JacksonException notAChunk) {
            // Junk between chunks is the measuring client's business, which tells it for every request.
        }
    }

    @Override
    public void onEventTooLarge(int limitBytes, long stampNanos) {
        error = "an event of more than " + limitBytes + " bytes";
    }

    private void read(JsonNode chunk) {
        if (chunk.has("error") && !chunk.path("error").isNull()) {
            JsonNode told = chunk.path("error");
            error = told.isString() ? told.asString() : told.path("message").asString(told.toString());
            return;
        }
        JsonNode choice = chunk.path("choices").path(0);
        JsonNode delta = choice.path("delta");
        boolean tokens = hasTokens(delta) || !choice.path("text").asString("").isEmpty();
        if (chunks == 0 && delta.has("role") && !tokens) {
            roleChunk = true;
        }
        if (tokens) {
            tokenChunks++;
        }
        tokenIds += choice.path("token_ids").size();
        JsonNode usage = chunk.path("usage");
        if (usage.isObject()) {
            usageAt = chunks;
            usageOnTokenChunks += tokens ? 1 : 0;
            promptTokens = count(usage, "prompt_tokens", promptTokens);
            completionTokens = count(usage, "completion_tokens", completionTokens);
        }
        if (choice.path("finish_reason").isString()) {
            finishAt = chunks;
            finishReason = choice.path("finish_reason").asString();
        }
        chunks++;
    }

    private boolean hasTokens(JsonNode delta) {
        boolean found = !delta.path("content").asString("").isEmpty();
        for (String field : REASONING) {
            if (!delta.path(field).asString("").isEmpty()) {
                reasoningField = field;
                found = true;
            }
        }
        return found || !delta.path("tool_calls").isEmpty();
    }

    private static @Nullable Integer count(JsonNode usage, String field, @Nullable Integer earlier) {
        JsonNode count = usage.path(field);
        return count.isIntegralNumber() && count.canConvertToInt() ? (Integer) count.intValue() : earlier;
    }

    /** Tells whether tokens came, and no error in their midst. */
    boolean isWhole() {
        return error == null && tokenChunks > 0;
    }

    @Nullable
    String error() {
        return error;
    }

    @Nullable
    Integer promptTokens() {
        return promptTokens;
    }

    @Nullable
    Integer completionTokens() {
        return completionTokens;
    }

    boolean hasUsage() {
        return completionTokens != null;
    }

    /** Tells whether chunks that carry tokens carry usage too. */
    boolean hasContinuousUsage() {
        return usageOnTokenChunks > 0 && usageOnTokenChunks == tokenChunks;
    }

    /** Returns where the last usage stands: {@code before_finish}, {@code with_finish} or {@code after_finish}. */
    @Nullable
    String usageOrder() {
        if (usageAt < 0 || finishAt < 0) {
            return null;
        }
        return usageAt < finishAt ? "before_finish" : usageAt == finishAt ? "with_finish" : "after_finish";
    }

    boolean hasRoleChunk() {
        return roleChunk;
    }

    boolean hasTokenIds() {
        return tokenIds > 0;
    }

    @Nullable
    String reasoningField() {
        return reasoningField;
    }

    @Nullable
    Double tokensPerChunk() {
        return completionTokens == null || tokenChunks == 0 ? null : (Double) ((double) completionTokens / tokenChunks);
    }

    /** Tells whether the answer is as long as its limit, by the server's count or else by its finish reason. */
    boolean reached(int limit) {
        return completionTokens != null ? completionTokens >= limit : "length".equals(finishReason);
    }
}
