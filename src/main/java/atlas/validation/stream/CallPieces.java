package atlas.validation.stream;

import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * Puts the pieces of the tool calls of one stream together. Reads an event's JSON a second time, which only streams
 * that are about tool calls have to pay for. Not safe for use by several threads.
 */
final class CallPieces {

    private static final JsonMapper MAPPER = new JsonMapper(LenientJson.FACTORY);

    private final Map<Integer, Call> calls = new TreeMap<>();

    private static final class Call {

        private final StringBuilder arguments = new StringBuilder();
        private final StampList stamps = new StampList();
        private @Nullable String name;
        private @Nullable Long named;
    }

    /** Takes the data of an event that carries a token which is no text. */
    void add(long stamp, byte[] data) {
        JsonNode event;
        try {
            event = MAPPER.readTree(data);
        } catch (JacksonException unreadable) {
            // What makes it a token was read all the same, with the bytes repaired that are no UTF-8.
            return;
        }
        for (JsonNode choice : event.path("choices")) {
            int place = 0;
            for (JsonNode piece : choice.path("delta").path("tool_calls")) {
                add(stamp, piece.path("index").asInt(place), piece.path("function"));
                place++;
            }
        }
    }

    private void add(long stamp, int index, JsonNode function) {
        String name = function.path("name").asString("");
        String arguments = function.path("arguments").asString("");
        if (name.isEmpty() && arguments.isEmpty()) {
            return;
        }
        Call call = calls.computeIfAbsent(index, none -> new Call());
        if (!name.isEmpty() && call.name == null) {
            call.name = name;
            call.named = stamp;
        }
        if (!arguments.isEmpty()) {
            call.arguments.append(arguments);
            call.stamps.add(stamp);
        }
    }

    /** Returns the calls in the order of their indices. */
    List<StreamedCall> calls() {
        return calls.values().stream()
                .map(call -> new StreamedCall(call.name, call.arguments.toString(), call.named, call.stamps.toArray()))
                .toList();
    }
}
