package atlas.validation.workload;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;

import atlas.validation.config.DatasetFile;
import java.io.BufferedReader;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;
import tools.jackson.core.exc.JacksonIOException;
import tools.jackson.databind.DeserializationFeature;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * Reads a file of prompts. A file that begins with {@code [} is a list of conversations as ShareGPT has them; any other
 * is JSON Lines, of which each is a prompt, messages or such a conversation. One object is in memory at a time, and of
 * it only what is asked is kept.
 */
final class DatasetReader {

    private static final char BYTE_ORDER_MARK = '\uFEFF';

    private static final JsonMapper JSON = JsonMapper.shared();

    /** Reads one element of a list and leaves the next one where it is. */
    private static final JsonMapper ELEMENTS = JsonMapper.builder()
            .disable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
            .build();

    private static final List<String> HUMAN = List.of("human", "user");
    private static final List<String> MODEL = List.of("gpt", "chatgpt", "assistant", "model");

    private final DatasetFile file;
    private final List<DatasetEntry> entries = new ArrayList<>();

    private DatasetReader(DatasetFile file) {
        this.file = file;
    }

    /**
     * Returns the prompts in the order of the file, at least one.
     *
     * @param mostTokens prompts that are longer than this together with their answer, by an estimate, are passed over;
     *     null for no such limit
     * @throws DatasetException if the file cannot be read, has a line that is no prompt, or has no prompt that fits
     */
    static List<DatasetEntry> read(DatasetFile file, @Nullable Integer mostTokens) {
        DatasetReader reader = new DatasetReader(file);
        try {
            if (reader.isList()) {
                reader.readConversations();
            } else {
                reader.readLines();
            }
        } catch (CharacterCodingException notText) {
            throw reader.notText();
        } catch (IOException unreadable) {
            throw new DatasetException(file.name(), "the file cannot be read (" + unreadable + ")");
        }
        if (reader.entries.isEmpty()) {
            throw new DatasetException(
                    file.name(),
                    "the file has no prompt; write lines such as {\"prompt\": \"…\"}, or conversations that a human begins");
        }
        if (mostTokens == null) {
            return List.copyOf(reader.entries);
        }
        List<DatasetEntry> fitting = reader.entries.stream()
                .filter(entry -> entry.estimatedTokens() <= mostTokens)
                .toList();
        if (fitting.isEmpty()) {
            throw new DatasetException(
                    file.name(),
                    "none of %d prompts fits into params.max_model_length %d with its answer"
                            .formatted(reader.entries.size(), mostTokens));
        }
        return fitting;
    }

    /** Names the first line that is not UTF-8: in one byte a character, every line can be read. */
    private DatasetException notText() {
        try (BufferedReader bytes = Files.newBufferedReader(file.path(), ISO_8859_1)) {
            long number = 0;
            for (String line = bytes.readLine(); line != null; line = bytes.readLine()) {
                number++;
                if (!isText(line.getBytes(ISO_8859_1))) {
                    return new DatasetException(file.name(), number, "the line is not UTF-8 text; convert the file");
                }
            }
        } catch (IOException unreadable) {
            return new DatasetException(file.name(), "the file cannot be read (" + unreadable + ")");
        }
        return new DatasetException(file.name(), "the file is not UTF-8 text; convert it");
    }

    private static boolean isText(byte[] line) {
        try {
            UTF_8.newDecoder().decode(ByteBuffer.wrap(line));
            return true;
        } catch (CharacterCodingException notText) {
            return false;
        }
    }

    private boolean isList() throws IOException {
        try (BufferedReader text = opened()) {
            int character = text.read();
            while (character >= 0 && Character.isWhitespace(character)) {
                character = text.read();
            }
            return character == '[';
        }
    }

    /** Opens the file behind the byte order mark that some editors put in front of it. */
    private BufferedReader opened() throws IOException {
        BufferedReader text = Files.newBufferedReader(file.path(), UTF_8);
        text.mark(1);
        if (text.read() != BYTE_ORDER_MARK) {
            text.reset();
        }
        return text;
    }

    private void readLines() throws IOException {
        try (BufferedReader text = opened()) {
            long number = 0;
            for (String line = text.readLine(); line != null; line = text.readLine()) {
                number++;
                if (!line.isBlank()) {
                    addLine(parsed(line, number), number);
                }
            }
        }
    }

    private JsonNode parsed(String line, long number) {
        try {
            return JSON.readTree(line);
        } catch (JacksonException broken) {
            throw new DatasetException(file.name(), number, "the line is no JSON: " + broken.getOriginalMessage());
        }
    }

    private void addLine(JsonNode line, long number) {
        if (!line.isObject()) {
            throw new DatasetException(file.name(), number, "a line must be an object with prompt or messages");
        }
        if (line.path("conversations").isArray()) {
            addConversation(line, number);
        } else {
            entries.add(entry(line, number));
        }
    }

    private DatasetEntry entry(JsonNode line, long number) {
        Integer maxTokens = maxTokens(line, number);
        if (line.hasNonNull("messages")) {
            return new DatasetEntry(messages(line.path("messages"), number), maxTokens);
        }
        if (line.path("prompt").isString() && !line.path("prompt").asString().isBlank()) {
            return new DatasetEntry(
                    List.of(ChatMessage.ofUser(line.path("prompt").asString())), maxTokens);
        }
        throw new DatasetException(
                file.name(), number, "the line has no prompt that is a string with text, and no messages");
    }

    private List<ChatMessage> messages(JsonNode list, long number) {
        List<ChatMessage> messages = new ArrayList<>();
        for (JsonNode message : list) {
            String content = content(message.path("content"));
            if (!message.path("role").isString() || content == null) {
                throw new DatasetException(
                        file.name(),
                        number,
                        "each of messages must have a role that is a string, and a content that is a string or a list"
                                + " of parts of type text");
            }
            messages.add(new ChatMessage(message.path("role").asString(), content));
        }
        if (!list.isArray() || messages.isEmpty()) {
            throw new DatasetException(file.name(), number, "messages must be a list of at least one message");
        }
        return messages;
    }

    /** Returns the text of a message, which may be written in parts; null if it has a part that is no text. */
    private static @Nullable String content(JsonNode content) {
        if (content.isString()) {
            return content.asString();
        }
        boolean allText = content.isArray()
                && !content.isEmpty()
                && content.valueStream()
                        .allMatch(part -> part.path("type").asString("").equals("text")
                                && part.path("text").isString());
        return allText
                ? content.valueStream()
                        .map(part -> part.path("text").asString())
                        .collect(Collectors.joining("\n"))
                : null;
    }

    private @Nullable Integer maxTokens(JsonNode line, long number) {
        for (String name : List.of("osl", "max_tokens")) {
            JsonNode value = line.path(name);
            if (!value.isMissingNode() && !value.isNull()) {
                if (!value.isIntegralNumber() || !value.canConvertToInt() || value.intValue() < 1) {
                    throw new DatasetException(
                            file.name(), number, name + " must be a whole number above 0, got " + value);
                }
                return value.intValue();
            }
        }
        return null;
    }

    private void readConversations() throws IOException {
        try (BufferedReader text = opened();
                JsonParser json = ELEMENTS.createParser(text)) {
            json.nextToken();
            for (JsonToken token = json.nextToken(); token != JsonToken.END_ARRAY; token = json.nextToken()) {
                long line = json.currentTokenLocation().getLineNr();
                if (token != JsonToken.START_OBJECT) {
                    throw new DatasetException(file.name(), line, "each element must be an object with conversations");
                }
                addConversation(ELEMENTS.readTree(json), line);
            }
            if (json.nextToken() != null) {
                throw new DatasetException(
                        file.name(),
                        json.currentTokenLocation().getLineNr(),
                        "something follows the list of conversations, which must be the whole file");
            }
        } catch (JacksonIOException unreadable) {
            // The parser wraps what the file throws.
            throw unreadable.getCause() instanceof IOException cause ? cause : new IOException(unreadable);
        } catch (JacksonException broken) {
            throw new DatasetException(
                    file.name(),
                    broken.getLocation() == null ? 1 : broken.getLocation().getLineNr(),
                    "the file is no JSON: " + broken.getOriginalMessage());
        }
    }

    /** Keeps the first question; conversations that no human begins, or that nobody answers, are passed over. */
    private void addConversation(JsonNode element, long line) {
        JsonNode turns = element.path("conversations");
        if (!turns.isArray()) {
            throw new DatasetException(file.name(), line, "the element has no list of conversations");
        }
        JsonNode question = turns.path(0);
        JsonNode answer = turns.path(1);
        String asked = question.path("value").asString("");
        String answered = answer.path("value").asString("");
        boolean usable = HUMAN.contains(question.path("from").asString(""))
                && MODEL.contains(answer.path("from").asString(""))
                && !asked.isBlank()
                && !answered.isBlank();
        if (usable) {
            entries.add(new DatasetEntry(List.of(ChatMessage.ofUser(asked)), DatasetEntry.estimatedTokens(answered)));
        }
    }
}
