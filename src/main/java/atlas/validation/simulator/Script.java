package atlas.validation.simulator;

import java.util.List;
import org.jspecify.annotations.Nullable;

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
     * @param tokens tokens that the call takes, at least 2
     */
    record Call(String id, String name, String arguments, int tokens) {}

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
        List<String> known = KnownAnswers.to(request.lastUserText());
        int natural = known.isEmpty() ? natural(naturalLength, own) : known.size();
        long ending = request.ignoresEnd() ? limit : Math.max((long) reasoning + natural, request.minTokens());
        boolean stops = ending < limit;
        return new Script(stops ? (int) ending : limit, reasoning, known, null, stops ? "stop" : "length", own);
    }

    private static int natural(@Nullable Integer about, long seed) {
        return about == null ? Integer.MAX_VALUE : (about + 1) / 2 + Seeds.below(about, seed, LENGTH_DRAW);
    }

    private static Call call(GenerationRequest.Tool tool, String userText, long seed) {
        String arguments = ToolArguments.of(tool.parameters(), userText);
        int tokens = 2 + arguments.length() / CHARACTERS_PER_TOKEN;
        return new Call("call_%08x".formatted((int) seed), tool.name(), arguments, tokens);
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
