package atlas.validation.simulator;

import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/** Writes the truth about served requests: {@code _ns} in nanoseconds, {@code _ms} the same in milliseconds. */
final class ServedJson {

    private static final double NANOS_PER_MILLI = 1e6;

    private ServedJson() {}

    static String write(ServedLog.Snapshot snapshot) {
        ObjectNode root = Json.object().put("simulated", true).put("dropped", snapshot.dropped());
        ArrayNode rows = root.putArray("requests");
        snapshot.rows().forEach(row -> rows.add(row(row)));
        return Json.write(root);
    }

    private static ObjectNode row(ServedRequest row) {
        ObjectNode node = Json.object()
                .put("id", row.id())
                .put("path", row.path())
                .put("received_at", row.receivedAt().toString())
                .put("received_ns", row.receivedNanos())
                .put("queue_wait_ms", millis(row.prefillStartNanos()))
                .put("prefill_start_ms", millis(row.prefillStartNanos()))
                .put("first_token_ms", millis(row.firstTokenNanos()))
                .put("last_token_ms", millis(row.lastTokenNanos()));
        ArrayNode nanos = node.putArray("chunk_written_ns");
        ArrayNode millis = node.putArray("chunk_written_ms");
        for (long written : row.chunkNanos()) {
            nanos.add(written);
            millis.add(written / NANOS_PER_MILLI);
        }
        ArrayNode tokens = node.putArray("chunk_tokens");
        for (int count : row.chunkTokens()) {
            tokens.add(count);
        }
        return node.put("prompt_tokens", row.promptTokens())
                .put("cached_tokens", row.cachedTokens())
                .put("completion_tokens", row.completionTokens())
                .put("max_batch", row.maxBatch())
                .put("outcome", row.outcome().word())
                .put("finish_reason", row.finishReason());
    }

    private static @Nullable Double millis(@Nullable Long nanos) {
        return nanos == null ? null : nanos / NANOS_PER_MILLI;
    }
}
