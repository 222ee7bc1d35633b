package atlas.validation.stream;

import java.util.Locale;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;

/**
 * Tells an error that is written where a chunk should be, without a field {@code error}: {@code detail} as FastAPI
 * writes it, a list of {@code errors}, an {@code error_msg}, or a {@code message} beside something that says it is one
 * of an error. A message by itself may be any notice.
 */
final class BareError {

    /** What servers write for a code when nothing is wrong. */
    private static final Set<String> FINE = Set.of("", "ok", "success", "null");

    private final JsonParser json;
    private @Nullable String detail;
    private @Nullable String message;
    private boolean object;
    private boolean bad;

    BareError(JsonParser json) {
        this.json = json;
    }

    /** Reads a field of the object to its end. */
    void read(String name, JsonToken value) {
        switch (name) {
            case "detail" -> tell(ErrorText.read(json, value));
            case "errors" -> tell(value == JsonToken.START_ARRAY ? ErrorText.read(json, value) : null);
            case "error_msg", "error_message" -> tell(isNameOfError(value) ? ErrorText.read(json, value) : null);
            case "message" -> message = value == JsonToken.VALUE_STRING ? json.getString() : null;
            case "object" ->
                object = value == JsonToken.VALUE_STRING && json.getString().equals("error");
            case "type", "status" -> bad |= isStatusOfError(value) || isKindOfError(value);
            case "code", "status_code" -> bad |= isStatusOfError(value) || isNameOfError(value);
            default -> {}
        }
        json.skipChildren();
    }

    private void tell(@Nullable String text) {
        detail = detail == null ? text : detail;
    }

    /** Tells whether a value is an HTTP status of an error, or a finer code that begins as one. */
    private boolean isStatusOfError(JsonToken value) {
        return (value == JsonToken.VALUE_NUMBER_INT || value == JsonToken.VALUE_STRING)
                && json.getString().matches("[45]\\d{2,5}");
    }

    private boolean isKindOfError(JsonToken value) {
        return value == JsonToken.VALUE_STRING
                && json.getString().toLowerCase(Locale.ROOT).contains("error");
    }

    /** Tells whether a code is a word and not a number, such as {@code Throttling}. */
    private boolean isNameOfError(JsonToken value) {
        return value == JsonToken.VALUE_STRING
                && !FINE.contains(json.getString().toLowerCase(Locale.ROOT))
                && !json.getString().matches("\\d+");
    }

    /** Returns the message outside of any error, null for none. */
    @Nullable
    String message() {
        return message;
    }

    /**
     * Returns the error, null if the object tells none.
     *
     * @param chunk whether the object is a chunk: of one, only an {@code object} of that name makes an error
     */
    @Nullable
    String told(boolean chunk) {
        boolean error = object || (bad && !chunk);
        if (error && message != null && !message.isEmpty()) {
            return ErrorText.oneLine(message);
        }
        if (detail != null && (object || !chunk)) {
            return detail;
        }
        return object ? ErrorText.NO_MESSAGE : null;
    }
}
