package atlas.validation.stream;

import atlas.validation.record.Outcome;
import atlas.validation.record.TokenCountSource;
import atlas.validation.stream.Parsed.Chunk;
import java.util.List;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * Tells how one streamed answer was put together: which chunks came in which order, and what they carried. What it was
 * is what {@link AnswerReader} makes of it, so that a server which is looked at is the one that is measured.
 */
public final class StreamShape {

    private static final JsonMapper MAPPER = new JsonMapper(LenientJson.FACTORY);

    /** The names of reasoning in a delta; where the same comes under several, the last one is told. */
    private static final List<String> REASONING = List.of("reasoning_details", "reasoning_content", "reasoning");

    private final Answer answer;
    private boolean done;
    private int chunks;
    private int tokenChunks;
    private int usageOnTokenChunks;
    private int tokenIds;
    private int usageAt = -1;
    private int finishAt = -1;
    private boolean roleChunk;
    private @Nullable String reasoningField;

    private StreamShape(Answer answer) {
        this.answer = answer;
    }

    /** Reads the whole body of an answer. */
    public static StreamShape of(byte[] body) {
        AnswerReader reader = new AnswerReader();
        reader.feed(body, 0, body.length, 0);
        StreamShape shape = new StreamShape(reader.end(0));
        SseDecoder decoder = new SseDecoder(shape.new Chunks());
        decoder.feed(body, 0, body.length, 0);
        decoder.end();
        return shape;
    }

    private void add(byte[] data, Chunk chunk) {
        if (chunks == 0 && !chunk.isToken()) {
            roleChunk = deltas(data).stream().anyMatch(delta -> delta.has("role"));
        }
        if (chunk.isToken()) {
            tokenChunks++;
            usageOnTokenChunks += chunk.usage() == null ? 0 : 1;
        }
        if (chunk.reasoning()) {
            reasoningField = fieldOfReasoning(data);
        }
        tokenIds += Math.max(chunk.tokenIds(), 0);
        if (chunk.usage() != null) {
            usageAt = chunks;
        }
        if (chunk.finishReason() != null) {
            finishAt = chunks;
        }
        chunks++;
    }

    private @Nullable String fieldOfReasoning(byte[] data) {
        String found = reasoningField;
        for (JsonNode delta : deltas(data)) {
            for (String name : REASONING) {
                JsonNode value = delta.path(name);
                if (value.isString() ? !value.asString().isEmpty() : !value.isEmpty()) {
                    found = name;
                }
            }
        }
        return found;
    }

    private static List<JsonNode> deltas(byte[] data) {
        try {
            return MAPPER.readTree(data).path("choices").values().stream()
                    .map(choice -> choice.path("delta"))
                    .toList();
        } catch (JacksonException unreadable) {
            // The chunk was read all the same, with the bytes repaired that are no UTF-8.
            return List.of();
        }
    }

    /** Tells whether tokens came and a sign that they are all, and no error in their midst. */
    public boolean isWhole() {
        return error() == null && tokenChunks > 0 && (done || finishAt >= 0);
    }

    /** Returns the error that came instead of the rest of the answer, null for none. */
    public @Nullable String error() {
        return answer.outcome() == Outcome.IN_STREAM_ERROR || answer.outcome() == Outcome.EVENT_TOO_LARGE
                ? answer.error()
                : null;
    }

    /** Returns what is wrong with an answer that is not whole, in one sentence. */
    public String trouble() {
        return answer.error() == null ? "the answer is no stream with tokens" : answer.error();
    }

    /** Returns the completion tokens as the server counts them, null where it does not. */
    public @Nullable Integer completionTokens() {
        return answer.tokenCountSource() == TokenCountSource.USAGE ? answer.completionTokens() : null;
    }

    public boolean hasUsage() {
        return completionTokens() != null;
    }

    /** Tells whether chunks that carry tokens carry usage too. */
    public boolean hasContinuousUsage() {
        return usageOnTokenChunks > 0 && usageOnTokenChunks == tokenChunks;
    }

    /** Returns where the last usage stands: {@code before_finish}, {@code with_finish} or {@code after_finish}. */
    public @Nullable String usageOrder() {
        if (usageAt < 0 || finishAt < 0) {
            return null;
        }
        return usageAt < finishAt ? "before_finish" : usageAt == finishAt ? "with_finish" : "after_finish";
    }

    /** Tells whether the first chunk carries a role and no token. */
    public boolean hasRoleChunk() {
        return roleChunk;
    }

    public boolean hasTokenIds() {
        return tokenIds > 0;
    }

    /** Returns what reasoning is called in a delta, null where none came. */
    public @Nullable String reasoningField() {
        return reasoningField;
    }

    public @Nullable Double tokensPerChunk() {
        Integer tokens = completionTokens();
        return tokens == null || tokenChunks == 0 ? null : (Double) ((double) tokens / tokenChunks);
    }

    /** Tells whether the answer is as long as its limit, by the server's count or else by its finish reason. */
    public boolean reached(int limit) {
        Integer tokens = completionTokens();
        return tokens != null ? tokens >= limit : "length".equals(answer.finishReason());
    }

    /** Takes the chunks up to {@code [DONE]}; what is no chunk is passed over. */
    private final class Chunks implements SseListener {

        @Override
        public void onEvent(SseEvent event) {
            switch (done ? new Parsed.Noise("") : ChunkParser.parse(event.data())) {
                case Parsed.Done end -> done = true;
                case Chunk chunk -> add(event.data(), chunk);
                case Parsed.Noise junk -> {}
                case Parsed.Broken junk -> {}
            }
        }

        @Override
        public void onEventTooLarge(int limitBytes, long stampNanos) {
            // The reader of the answer tells it.
        }
    }
}
