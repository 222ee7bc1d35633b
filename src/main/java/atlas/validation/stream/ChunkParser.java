package atlas.validation.stream;

import atlas.validation.stream.Parsed.Broken;
import atlas.validation.stream.Parsed.Chunk;
import atlas.validation.stream.Parsed.Done;
import atlas.validation.stream.Parsed.Noise;
import java.nio.charset.StandardCharsets;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;
import tools.jackson.core.ObjectReadContext;
import tools.jackson.core.exc.StreamReadException;

/**
 * Reads the data of one event, and of its JSON only the fields that matter. A field of an unexpected type counts as
 * absent. Which fields make a token is fixed by the definition of TTFT: never an empty string, a role or a finish
 * reason.
 */
final class ChunkParser {

    private static final String DONE = "[DONE]";
    private static final int DONE_LIMIT = 64;

    private static final Set<String> TEXT = Set.of("text");
    private static final Set<String> AUDIO = Set.of("data", "transcript");
    private static final Set<String> TOOL_CALL = Set.of("function", "name", "arguments");

    private final JsonParser json;
    private boolean choices;
    private boolean choicesTold;
    private boolean reasoning;
    private boolean answer;
    private @Nullable String text;
    private @Nullable String thought;
    private boolean wordless;
    private int tokenIds = -1;
    private @Nullable String finishReason;
    private @Nullable Usage usage;
    private @Nullable String error;
    private boolean emptyError;
    private int tokenStrings;
    private long tokenStringAt;

    private ChunkParser(JsonParser json) {
        this.json = json;
    }

    /** Reads one event's data; never throws for its content. */
    static Parsed parse(byte[] data) {
        int first = firstVisible(data);
        if (first == data.length) {
            return new Noise("");
        }
        if (data[first] != '{') {
            String text = new String(data, StandardCharsets.UTF_8).strip();
            return data.length <= DONE_LIMIT && text.equals(DONE) ? new Done() : new Noise(text);
        }
        try (JsonParser json = LenientJson.FACTORY.createParser(ObjectReadContext.empty(), data)) {
            return new ChunkParser(json).read();
        } catch (JacksonException e) {
            return parseRepaired(data);
        }
    }

    /** Tries once more with replacement characters for bytes that are no UTF-8. */
    private static Parsed parseRepaired(byte[] data) {
        String text = new String(data, StandardCharsets.UTF_8);
        try (JsonParser json = LenientJson.FACTORY.createParser(ObjectReadContext.empty(), text)) {
            return new ChunkParser(json).read();
        } catch (JacksonException e) {
            return new Broken(text);
        }
    }

    /**
     * Returns the first error that a body of JSON tells: of one object, a list of them, or one a line; null if it tells
     * none before it ends or cannot be read.
     */
    static @Nullable String errorOfBody(String body) {
        try (JsonParser json = LenientJson.FACTORY.createParser(ObjectReadContext.empty(), body)) {
            String error = null;
            for (JsonToken token = json.nextToken(); error == null && token != null; token = json.nextToken()) {
                if (token == JsonToken.START_OBJECT) {
                    error = new ChunkParser(json).readObject().error();
                }
            }
            return error;
        } catch (JacksonException unreadable) {
            return null;
        }
    }

    private static int firstVisible(byte[] data) {
        int at = 0;
        while (at < data.length && (data[at] == ' ' || data[at] == '\t' || data[at] == '\n')) {
            at++;
        }
        return at;
    }

    private Chunk read() {
        json.nextToken();
        Chunk chunk = readObject();
        if (json.nextToken() != null) {
            throw new StreamReadException(json, "more than one value");
        }
        return chunk;
    }

    /** Reads the object that the parser has entered, to its end. */
    private Chunk readObject() {
        BareError bare = new BareError(json);
        for (String name = json.nextName(); name != null; name = json.nextName()) {
            JsonToken value = json.nextToken();
            switch (name) {
                case "choices" -> readChoices(value);
                case "usage" -> readUsage(value);
                case "error" -> readError(value);
                default -> bare.read(name, value);
            }
        }
        if (error == null) {
            error = bare.told(choicesTold || usage != null);
        }
        if (error == null && emptyError && !choicesTold) {
            // Beside choices it is a field that the server writes into every chunk.
            error = ErrorText.NO_MESSAGE;
        }
        int tokenAt = tokenStrings == 1 ? (int) tokenStringAt : -1;
        return new Chunk(
                choices,
                reasoning,
                answer,
                text,
                thought,
                wordless,
                tokenIds,
                finishReason,
                usage,
                error,
                bare.message(),
                tokenAt);
    }

    private void readChoices(JsonToken value) {
        if (value != JsonToken.START_ARRAY) {
            json.skipChildren();
            return;
        }
        choicesTold = true;
        for (JsonToken element = json.nextToken(); element != JsonToken.END_ARRAY; element = json.nextToken()) {
            if (element == JsonToken.START_OBJECT) {
                choices = true;
                readChoice();
            } else {
                json.skipChildren();
            }
        }
    }

    private void readChoice() {
        for (String name = json.nextName(); name != null; name = json.nextName()) {
            JsonToken value = json.nextToken();
            switch (name) {
                case "delta" -> readDelta(value);
                case "text" -> readAnswerText(value);
                case "finish_reason" -> readFinishReason(value);
                case "token_ids" -> readTokenIds(value);
                case "usage" -> readUsage(value);
                case "error" -> readError(value);
                default -> json.skipChildren();
            }
        }
    }

    /** Reads an error, which may stand beside the choices or, at some routers, within the one that it ended. */
    private void readError(JsonToken value) {
        String told = ErrorText.read(json, value);
        error = error == null ? told : error;
        emptyError |= told == null && value == JsonToken.START_OBJECT;
    }

    private void readDelta(JsonToken value) {
        if (value != JsonToken.START_OBJECT) {
            json.skipChildren();
            return;
        }
        for (String name = json.nextName(); name != null; name = json.nextName()) {
            JsonToken field = json.nextToken();
            switch (name) {
                case "content" -> readContent(field);
                case "text" -> readAnswerText(field);
                case "reasoning_content", "reasoning", "reasoning_details" -> readReasoning(field);
                case "refusal" -> readWordless(field, TEXT);
                case "audio" -> readWordless(field, AUDIO);
                case "tool_calls", "function_call" -> readWordless(field, TOOL_CALL);
                case "token_ids" -> readTokenIds(field);
                case "error" -> readError(field);
                default -> json.skipChildren();
            }
        }
    }

    /** Reads content, which is a text or, at some servers, a list of parts of text and of thinking. */
    private void readContent(JsonToken value) {
        if (value != JsonToken.START_ARRAY) {
            readAnswerText(value);
            return;
        }
        for (JsonToken part = json.nextToken(); part != JsonToken.END_ARRAY; part = json.nextToken()) {
            if (part != JsonToken.START_OBJECT) {
                readAnswerText(part);
                continue;
            }
            for (String name = json.nextName(); name != null; name = json.nextName()) {
                JsonToken field = json.nextToken();
                switch (name) {
                    case "text" -> readAnswerText(field);
                    case "thinking" -> readReasoning(field);
                    default -> json.skipChildren();
                }
            }
        }
    }

    private void readAnswerText(JsonToken value) {
        if (isTokenString(value)) {
            answer = true;
            text = text == null ? json.getString() : text + json.getString();
        } else {
            json.skipChildren();
        }
    }

    private void readWordless(JsonToken value, Set<String> names) {
        if (carriesText(value, names)) {
            answer = true;
            wordless = true;
        }
    }

    private void readReasoning(JsonToken value) {
        StringBuilder said = new StringBuilder();
        if (carriesText(value, TEXT, said)) {
            reasoning = true;
            addThought(said.toString());
        }
    }

    /** Adds a piece of reasoning; some servers send the same piece under two names. */
    private void addThought(String said) {
        if (thought == null) {
            thought = said;
        } else if (!thought.endsWith(said)) {
            thought += said;
        }
    }

    /** Tells whether a value is a non-empty string, and remembers where it stands. */
    private boolean isTokenString(JsonToken value) {
        if (value != JsonToken.VALUE_STRING || json.getStringLength() == 0) {
            return false;
        }
        tokenStrings++;
        tokenStringAt = json.currentTokenLocation().getByteOffset();
        return true;
    }

    /** Tells whether a value is a non-empty string, or holds one below these names. Reads the value to its end. */
    private boolean carriesText(JsonToken value, Set<String> names) {
        return carriesText(value, names, null);
    }

    /** Does the same, and adds every such string to what was said. */
    private boolean carriesText(JsonToken value, Set<String> names, @Nullable StringBuilder said) {
        boolean found = false;
        switch (value) {
            case VALUE_STRING -> {
                found = isTokenString(value);
                if (found && said != null) {
                    said.append(json.getString());
                }
            }
            case START_ARRAY -> {
                for (JsonToken part = json.nextToken(); part != JsonToken.END_ARRAY; part = json.nextToken()) {
                    found |= carriesText(part, names, said);
                }
            }
            case START_OBJECT -> {
                for (String name = json.nextName(); name != null; name = json.nextName()) {
                    JsonToken field = json.nextToken();
                    if (names.contains(name)) {
                        found |= carriesText(field, names, said);
                    } else {
                        json.skipChildren();
                    }
                }
            }
            default -> {}
        }
        return found;
    }

    /** Reads why generation ended; some servers write null as a word while it goes on. */
    private void readFinishReason(JsonToken value) {
        if (value == JsonToken.VALUE_STRING
                && json.getStringLength() > 0
                && !json.getString().equals("null")) {
            finishReason = json.getString();
        } else {
            json.skipChildren();
        }
    }

    private void readTokenIds(JsonToken value) {
        if (value != JsonToken.START_ARRAY) {
            json.skipChildren();
            return;
        }
        int count = 0;
        while (json.nextToken() != JsonToken.END_ARRAY) {
            json.skipChildren();
            count++;
        }
        tokenIds = Math.max(tokenIds, 0) + count;
    }

    private void readUsage(JsonToken value) {
        if (value != JsonToken.START_OBJECT) {
            json.skipChildren();
            return;
        }
        Integer prompt = null;
        Integer completion = null;
        Integer reasoningPart = null;
        Integer cached = null;
        for (String name = json.nextName(); name != null; name = json.nextName()) {
            JsonToken field = json.nextToken();
            switch (name) {
                case "prompt_tokens" -> prompt = count(field);
                case "completion_tokens" -> completion = count(field);
                case "reasoning_tokens" -> reasoningPart = reasoningPart == null ? count(field) : reasoningPart;
                case "completion_tokens_details" -> {
                    Integer detail = countBelow(field, "reasoning_tokens");
                    reasoningPart = detail == null ? reasoningPart : detail;
                }
                case "prompt_tokens_details" -> cached = countBelow(field, "cached_tokens");
                default -> json.skipChildren();
            }
        }
        usage = new Usage(prompt, completion, reasoningPart, cached);
    }

    private @Nullable Integer countBelow(JsonToken value, String wanted) {
        Integer found = null;
        if (value != JsonToken.START_OBJECT) {
            json.skipChildren();
            return found;
        }
        for (String name = json.nextName(); name != null; name = json.nextName()) {
            JsonToken field = json.nextToken();
            if (name.equals(wanted)) {
                found = count(field);
            } else {
                json.skipChildren();
            }
        }
        return found;
    }

    /**
     * Reads a token count, which may be written as a string of digits or with a fraction of zero; what cannot be one
     * counts as absent.
     */
    private @Nullable Integer count(JsonToken value) {
        if (value == JsonToken.VALUE_STRING) {
            String digits = json.getString();
            return digits.matches("\\d{1,9}") ? (Integer) Integer.parseInt(digits) : null;
        }
        if (value != JsonToken.VALUE_NUMBER_INT && value != JsonToken.VALUE_NUMBER_FLOAT) {
            json.skipChildren();
            return null;
        }
        double number = json.getDoubleValue();
        boolean isCount = number >= 0 && number <= Integer.MAX_VALUE && number == Math.rint(number);
        return isCount ? (Integer) (int) number : null;
    }
}
