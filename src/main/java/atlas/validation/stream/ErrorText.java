package atlas.validation.stream;

import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;
import tools.jackson.core.ObjectReadContext;

/** Finds the sentence that a server's error wants to say, whatever shape it has. */
public final class ErrorText {

    /** Characters of an error that are kept. */
    public static final int LIMIT = 500;

    /** What is told of an error that has no words. */
    static final String NO_MESSAGE = "error without a message";

    private ErrorText() {}

    /**
     * Returns the message of an error body: {@code error.message}, {@code error}, {@code detail} or {@code message} of
     * a JSON object, else the text itself. One line of at most {@link #LIMIT} characters, empty for an empty body.
     */
    public static String of(byte[] body) {
        String text = new String(body, StandardCharsets.UTF_8);
        try (JsonParser json = LenientJson.FACTORY.createParser(ObjectReadContext.empty(), text)) {
            String message = json.nextToken() == JsonToken.START_OBJECT ? messageOfBody(json) : null;
            return oneLine(message == null ? text : message);
        } catch (JacksonException e) {
            return oneLine(text);
        }
    }

    private static @Nullable String messageOfBody(JsonParser json) {
        String found = null;
        for (String name = json.nextName(); name != null; name = json.nextName()) {
            JsonToken value = json.nextToken();
            boolean wanted =
                    name.equals("error") || (found == null && (name.equals("detail") || name.equals("message")));
            String message = wanted ? read(json, value) : null;
            if (!wanted) {
                json.skipChildren();
            }
            found = message == null ? found : message;
        }
        return found;
    }

    /**
     * Reads the value of an error field, of which the parser stands at the first token, to its end. Returns null for a
     * value that says there is no error.
     */
    static @Nullable String read(JsonParser json, JsonToken value) {
        return switch (value) {
            case VALUE_STRING -> json.getString().isEmpty() ? null : oneLine(json.getString());
            case VALUE_NUMBER_INT, VALUE_NUMBER_FLOAT -> json.getString();
            case START_OBJECT -> readObject(json);
            case START_ARRAY -> readArray(json);
            case VALUE_TRUE -> "true";
            default -> null;
        };
    }

    private static @Nullable String readObject(JsonParser json) {
        String message = null;
        String other = null;
        boolean empty = true;
        for (String name = json.nextName(); name != null; name = json.nextName()) {
            JsonToken value = json.nextToken();
            empty &= value == JsonToken.VALUE_NULL;
            switch (name) {
                case "message", "msg" -> message = read(json, value);
                case "detail", "error", "type", "code" -> {
                    String text = read(json, value);
                    other = other == null ? text : other;
                }
                default -> json.skipChildren();
            }
        }
        if (message != null) {
            return message;
        }
        return other == null && !empty ? NO_MESSAGE : other;
    }

    private static @Nullable String readArray(JsonParser json) {
        StringBuilder all = new StringBuilder();
        for (JsonToken element = json.nextToken(); element != JsonToken.END_ARRAY; element = json.nextToken()) {
            String message = read(json, element);
            if (message != null && all.length() < LIMIT) {
                all.append(all.isEmpty() ? "" : "; ").append(message);
            }
        }
        return all.isEmpty() ? null : oneLine(all.toString());
    }

    /** Returns a text as one line that is not too long for a row. */
    public static String oneLine(String text) {
        int end = Math.min(text.length(), 4 * LIMIT);
        String line = text.substring(0, end).strip().replaceAll("[\\p{Cntrl}\\s]+", " ");
        if (line.length() <= LIMIT) {
            return line;
        }
        int cut = Character.isHighSurrogate(line.charAt(LIMIT - 1)) ? LIMIT - 1 : LIMIT;
        return line.substring(0, cut);
    }
}
