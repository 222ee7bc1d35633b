package atlas.validation.simulator;

import java.util.Arrays;
import java.util.List;
import java.util.function.IntFunction;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/**
 * Everything that one generation will say, known before it begins: reasoning first, then either a call or an answer. A
 * token is named by its position.
 *
 * @param length tokens of the whole generation, at least 1
 * @param reasoning how many of them are reasoning
 * @param known the first words of the answer, where they are not made up
 * @param call the function that is called, or null for an answer
 * @param finishReason what the client is told at the end
 * @param seed decides the words that are made up
 */
record Script(
        int length,
        int reasoning,
        List<String> known,
        @Nullable Call call,
        String finishReason,
        long seed) {

    private static final int DEFAULT_LENGTH = 256;
    private static final int CHARACTERS_PER_TOKEN = 4;
    private static final int LENGTH_DRAW = -1;

    /**
     * A function call.
     *
     * @param id its id
     * @param name the function
     * @param arguments its arguments as JSON text
     * @param streamedArguments the same as a stream shows them
     * @param tokens tokens that the call takes, at least 2
     */
    record Call(String id, String name, String arguments, String streamedArguments, int tokens) {}

    /**
     * Decides what is said.
     *
     * @param request what the client asks for
     * @param naturalLength about how many tokens an answer has when nothing forces its length, or null
     * @param room most tokens that fit behind the prompt, at least 1
     * @param seed the simulator's seed
     */
    static Script of(GenerationRequest request, @Nullable Integer naturalLength, int room, long seed) {
        long own = Seeds.mix(seed, request.promptWords().hashCode());
        Integer asked = request.maxTokens();
        int limit = Math.min(asked == null ? DEFAULT_LENGTH : asked, room);
        int reasoning = Math.min(request.thinkingBudget(), limit * 9 / 10);
        GenerationRequest.Tool tool = request.tool();
        if (tool != null) {
            Call call = call(tool, request.lastUserText(), own);
            int length = reasoning + call.tokens();
            boolean whole = length <= limit;
            return new Script(whole ? length : limit, reasoning, List.of(), call, whole ? "tool_calls" : "length", own);
        }
        List<String> known = known(request);
        int natural = known.isEmpty() ? natural(naturalLength, own) : known.size();
        long ending = request.ignoresEnd() ? limit : Math.max((long) reasoning + natural, request.minTokens());
        boolean stops = ending < limit;
        return new Script(stops ? (int) ending : limit, reasoning, known, null, stops ? "stop" : "length", own)
                .until(request.stop());
    }

    private static int natural(@Nullable Integer about, long seed) {
        return about == null ? Integer.MAX_VALUE : (about + 1) / 2 + Seeds.below(about, seed, LENGTH_DRAW);
    }

    private static Call call(GenerationRequest.Tool tool, String userText, long seed) {
        String arguments = ToolArguments.of(tool.parameters(), userText);
        int tokens = 2 + arguments.length() / CHARACTERS_PER_TOKEN;
        return new Call("call_%08x".formatted((int) seed), tool.name(), arguments, arguments, tokens);
    }

    /** Returns the words of the answer that are known from what was asked, or none. */
    private static List<String> known(GenerationRequest request) {
        JsonNode schema = request.answerSchema();
        if (schema != null) {
            return words(ToolArguments.of(schema, request.lastUserText()));
        }
        String result = request.toolResult();
        return result == null ? KnownAnswers.to(request.lastUserText()) : words("The tool says: " + result);
    }

    private static List<String> words(String text) {
        return Arrays.stream(text.split(" ", -1))
                .filter(word -> !word.isEmpty())
                .toList();
    }

    /** Returns the script that ends where the first of these strings would begin in its answer. */
    private Script until(List<String> stops) {
        if (stops.isEmpty() || call != null) {
            return this;
        }
        String text = answerText(0, length);
        int end = stops.stream()
                .mapToInt(text::indexOf)
                .filter(index -> index >= 0)
                .min()
                .orElse(text.length());
        if (end == text.length()) {
            return this;
        }
        List<String> left = words(text.substring(0, end));
        List<String> said = left.isEmpty() ? List.of("") : left;
        return new Script(reasoning + said.size(), reasoning, said, null, "stop", seed);
    }

    /** Returns the script whose answer consists of other words; a call stays as it is. */
    Script withAnswer(IntFunction<String> words) {
        return call != null
                ? this
                : new Script(
                        length,
                        reasoning,
                        IntStream.range(0, length - reasoning).mapToObj(words).toList(),
                        null,
                        finishReason,
                        seed);
    }

    /** Returns the script that ends earlier and says that it is complete; a call stays as it is. */
    Script cutShort(int tokens) {
        return call != null ? this : new Script(tokens, Math.min(reasoning, tokens), known, null, "stop", seed);
    }

    /** Returns the script whose call, if it has one, shows other arguments in a stream. */
    Script withStreamedArguments(String arguments) {
        return call == null
                ? this
                : new Script(
                        length,
                        reasoning,
                        known,
                        new Call(call.id(), call.name(), call.arguments(), arguments, call.tokens()),
                        finishReason,
                        seed);
    }

    /** Returns the reasoning among the tokens from {@code from} to {@code to − 1}; empty if there is none. */
    String reasoningText(int from, int to) {
        StringBuilder text = new StringBuilder();
        for (int i = from; i < Math.min(to, reasoning); i++) {
            text.append(i == 0 ? "" : " ").append(Words.at(seed, i));
        }
        return text.toString();
    }

    /** Returns the answer among the tokens from {@code from} to {@code to − 1}; empty if there is none. */
    String answerText(int from, int to) {
        if (call != null) {
            return "";
        }
        StringBuilder text = new StringBuilder();
        for (int i = Math.max(from, reasoning); i < to; i++) {
            int word = i - reasoning;
            text.append(word == 0 ? "" : " ").append(word < known.size() ? known.get(word) : Words.at(seed, i));
        }
        return text.toString();
    }

    /** Tells whether the call is begun by one of the tokens from {@code from} to {@code to − 1}. */
    boolean beginsCall(int from, int to) {
        return call != null && from <= reasoning && reasoning < to;
    }

    /** Tells whether the call is made whole by one of the tokens from {@code from} to {@code to − 1}. */
    boolean completesCall(int from, int to) {
        return call != null && finishReason.equals("tool_calls") && from < length && length <= to;
    }

    /** Returns how many of the first {@code tokens} tokens are reasoning. */
    int reasoningAmong(int tokens) {
        return Math.min(tokens, reasoning);
    }
}
