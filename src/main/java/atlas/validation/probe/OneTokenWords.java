package atlas.validation.probe;

import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.function.Function;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * Finds the words that are one token, by asking once for the tokens of all words, with a comma between two: its token
 * is then the most frequent of all and tells where a word ends. A server's {@code /tokenize} is asked, or a tokenizer
 * file.
 */
public final class OneTokenWords {

    private static final String SEPARATOR = " , ";
    private static final String FIRST = "and";

    private OneTokenWords() {}

    /** Returns those of the words that are one token behind a space; empty where the server does not tell. */
    public static List<String> among(List<String> words, ProbeTarget target, String model) {
        byte[] answer = new ChatRequests(target, Duration.ofSeconds(30))
                .post("/tokenize", Map.of("model", model, "prompt", question(words)));
        List<Integer> ids = new ArrayList<>();
        try {
            for (JsonNode id : JsonMapper.shared().readTree(answer).path("tokens")) {
                ids.add(id.asInt());
            }
        } catch (JacksonException notJson) {
            return List.of();
        }
        return select(words, ids);
    }

    /**
     * Returns those of the words that are one token behind a space.
     *
     * @param tokenizer returns the ids of a text's tokens
     */
    public static List<String> among(List<String> words, Function<String, List<Integer>> tokenizer) {
        return select(words, tokenizer.apply(question(words)));
    }

    private static String question(List<String> words) {
        return FIRST + SEPARATOR + String.join(SEPARATOR, words);
    }

    static List<String> select(List<String> words, List<Integer> ids) {
        OptionalInt separator = mostFrequent(ids);
        if (separator.isEmpty()) {
            return List.of();
        }
        List<Integer> lengths = new ArrayList<>();
        int length = 0;
        for (int id : ids) {
            if (id == separator.getAsInt()) {
                lengths.add(length);
                length = 0;
            } else {
                length++;
            }
        }
        lengths.add(length);
        if (lengths.size() != words.size() + 1) {
            return List.of();
        }
        List<String> selected = new ArrayList<>();
        for (int i = 0; i < words.size(); i++) {
            if (lengths.get(i + 1) == 1) {
                selected.add(words.get(i));
            }
        }
        return selected;
    }

    private static OptionalInt mostFrequent(List<Integer> ids) {
        Map<Integer, Integer> counts = new HashMap<>();
        ids.forEach(id -> counts.merge(id, 1, Integer::sum));
        return counts.entrySet().stream()
                .max(Map.Entry.comparingByValue())
                .map(most -> OptionalInt.of(most.getKey()))
                .orElse(OptionalInt.empty());
    }
}
