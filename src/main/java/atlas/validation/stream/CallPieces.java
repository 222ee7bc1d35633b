package atlas.validation.stream;

import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.MissingNode;

/**
 * Puts the pieces of the tool calls of one stream together. Reads an event's JSON a second time, which only streams
 * that are about tool calls have to pay for. Not safe for use by several threads.
 *
 * <p>A piece belongs to the call of its index. Some servers tell none, or the same for every call: then an id that is
 * not that of the call before, or a name once its arguments are whole, begins another one.
 */
public final class CallPieces {

    private static final JsonMapper MAPPER = new JsonMapper(LenientJson.FACTORY);

    /** The index of a call that {@code function_call} carries, of which an answer has but one. */
    private static final int OLD_SPELLING = -1;

    /** The position of a piece that is the only one of its event. */
    private static final int ALONE = -1;

    private final TreeMap<Place, Call> calls = new TreeMap<>();
    private @Nullable Place last;

    /**
     * Where a call stands: by the index of its choice and its own, and in the order of their arrival where several have
     * the same.
     */
    private record Place(int choice, int index, int turn) implements Comparable<Place> {

        private static final Comparator<Place> ORDER = Comparator.comparingInt(Place::choice)
                .thenComparingInt(Place::index)
                .thenComparingInt(Place::turn);

        Place next() {
            return new Place(choice, index, turn + 1);
        }

        @Override
        public int compareTo(Place other) {
            return ORDER.compare(this, other);
        }
    }

    private static final class Call {

        private final StringBuilder arguments = new StringBuilder();
        private final StampList stamps = new StampList();
        private String id = "";
        private String type = "";
        private @Nullable String name;
        private @Nullable Long named;

        /** Tells whether a piece which names a function begins another call, though it stands where this one does. */
        private boolean isFollowedBy(String otherId, boolean indexed) {
            boolean bothTold = !id.isEmpty() && !otherId.isEmpty();
            if (bothTold && otherId.equals(id)) {
                return false;
            }
            return indexed ? bothTold && isWhole() : bothTold || isWhole();
        }

        /** Tells whether nothing can be missing of it. */
        private boolean isWhole() {
            if (name == null || arguments.isEmpty()) {
                return false;
            }
            try {
                return MAPPER.readTree(arguments.toString()).isObject();
            } catch (JacksonException unfinished) {
                return false;
            }
        }
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
        add(stamp, event);
    }

    /** Takes an event that is read already. */
    public void add(long stamp, JsonNode event) {
        for (JsonNode choice : event.path("choices")) {
            int number = choice.path("index").asInt(0);
            JsonNode delta = choice.path("delta");
            JsonNode pieces = delta.path("tool_calls");
            int position = 0;
            for (JsonNode piece : pieces) {
                Place place = placeOf(piece, number, pieces.size() == 1 ? ALONE : position);
                add(stamp, place, piece, piece.path("function"));
                position++;
            }
            add(stamp, new Place(number, OLD_SPELLING, 0), MissingNode.getInstance(), delta.path("function_call"));
        }
    }

    private Place placeOf(JsonNode piece, int choice, int position) {
        String id = piece.path("id").asString("");
        boolean indexed = piece.path("index").isIntegralNumber();
        Place place = indexed
                ? latest(choice, piece.path("index").asInt())
                : placeOf(id, choice).orElseGet(() -> position == ALONE ? before(choice) : latest(choice, position));
        Call call = calls.get(place);
        boolean names = !piece.path("function").path("name").asString("").isEmpty();
        return call != null && names && call.isFollowedBy(id, indexed)
                ? latest(choice, place.index()).next()
                : place;
    }

    /** Returns where a call of this id stands. */
    private Optional<Place> placeOf(String id, int choice) {
        return calls.entrySet().stream()
                .filter(call -> call.getKey().choice() == choice
                        && !id.isEmpty()
                        && call.getValue().id.equals(id))
                .map(Map.Entry::getKey)
                .findFirst();
    }

    /** Returns where the piece before this one went. */
    private Place before(int choice) {
        return last != null && last.choice() == choice ? last : latest(choice, 0);
    }

    /** Returns where the latest call of an index stands, or the first is to stand. */
    private Place latest(int choice, int index) {
        Place place = calls.floorKey(new Place(choice, index, Integer.MAX_VALUE));
        return place != null && place.choice() == choice && place.index() == index
                ? place
                : new Place(choice, index, 0);
    }

    private void add(long stamp, Place place, JsonNode piece, JsonNode function) {
        String name = function.path("name").asString("");
        String arguments = function.path("arguments").asString("");
        if (name.isEmpty() && arguments.isEmpty()) {
            return;
        }
        last = place;
        Call call = calls.computeIfAbsent(place, none -> new Call());
        if (call.id.isEmpty()) {
            call.id = piece.path("id").asString("");
        }
        if (call.type.isEmpty()) {
            call.type = piece.path("type").asString("");
        }
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
    public List<StreamedCall> calls() {
        return calls.values().stream()
                .map(call -> new StreamedCall(
                        call.id, call.type, call.name, call.arguments.toString(), call.named, call.stamps.toArray()))
                .toList();
    }
}
