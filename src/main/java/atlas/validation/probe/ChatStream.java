package atlas.validation.probe;

import static java.nio.charset.StandardCharsets.UTF_8;

import atlas.validation.stream.CallPieces;
import atlas.validation.stream.SseDecoder;
import atlas.validation.stream.SseEvent;
import atlas.validation.stream.SseListener;
import java.util.ArrayList;
import java.util.List;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.MissingNode;

/**
 * The events of one streamed chat, in their order; when they came plays no part here.
 *
 * @param chunks the events that are JSON
 * @param strange the data of the first event that is neither JSON nor {@code [DONE]}, empty for none
 * @param done whether {@code [DONE]} came, and came last
 */
record ChatStream(List<JsonNode> chunks, String strange, boolean done) {

    private static final String DONE = "[DONE]";

    /** The stamp of every event. */
    private static final long UNTIMED = 0;

    static ChatStream of(String body) {
        Collector collector = new Collector();
        byte[] bytes = body.getBytes(UTF_8);
        SseDecoder decoder = new SseDecoder(collector);
        decoder.feed(bytes, 0, bytes.length, UNTIMED);
        decoder.end();
        return new ChatStream(List.copyOf(collector.chunks), collector.strange, collector.done);
    }

    /** Returns what the pieces say together. */
    ChatAnswer answer() {
        StringBuilder content = new StringBuilder();
        StringBuilder reasoning = new StringBuilder();
        CallPieces calls = new CallPieces();
        String role = "";
        String finishReason = "";
        JsonNode usage = MissingNode.getInstance();
        for (JsonNode chunk : chunks) {
            JsonNode choice = chunk.at("/choices/0");
            JsonNode delta = choice.path("delta");
            content.append(delta.path("content").asString(""));
            reasoning.append(ChatAnswer.reasoning(delta));
            role = role.isEmpty() ? delta.path("role").asString("") : role;
            finishReason = choice.path("finish_reason").asString(finishReason);
            calls.add(UNTIMED, chunk);
            usage = chunk.path("usage").isObject() ? chunk.path("usage") : usage;
        }
        List<ToolCall> whole = calls.calls().stream().map(ToolCall::of).toList();
        return new ChatAnswer(role, content.toString(), reasoning.toString(), whole, finishReason, usage);
    }

    /** Sorts the events of a stream. */
    private static final class Collector implements SseListener {

        private final List<JsonNode> chunks = new ArrayList<>();
        private String strange = "";
        private boolean done;

        @Override
        public void onEvent(SseEvent event) {
            String text = event.text().strip();
            if (text.equals(DONE)) {
                done = true;
                return;
            }
            done = false;
            try {
                chunks.add(JsonMapper.shared().readTree(text));
            } catch (JacksonException notJson) {
                strange = strange.isEmpty() ? text : strange;
            }
        }

        @Override
        public void onEventTooLarge(int limitBytes, long stampNanos) {
            strange = "an event of more than " + limitBytes + " bytes";
        }
    }
}
