package atlas.validation.metric;

import java.util.HashMap;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** Computes what depends on the turn of a conversation. */
final class ConversationFigures {

    /** A history that is in the prompt twice, or not at all, is far beyond what templates and estimates make. */
    private static final double LEAST_GROWTH = 0.5;

    private static final double MOST_GROWTH = 1.5;

    /** What a chat template may add to a turn. */
    private static final int TEMPLATE_TOKENS = 32;

    private ConversationFigures() {}

    static void addTo(Figures figures, MeasuredCell cell) {
        if (cell.input().kind() != WorkloadKind.CONVERSATIONS) {
            return;
        }
        Samples first = ttft(cell, 0);
        Samples last = ttft(cell, cell.input().turns() - 1);
        figures.add("first_turn_ttft_ms", first.median(), first.n());
        figures.add("last_turn_ttft_ms", last.median(), last.n());
    }

    private static Samples ttft(MeasuredCell cell, int turn) {
        return Samples.of(cell.successes().stream()
                .filter(request -> request.row().turn() == turn)
                .map(request -> request.row().ttftMs())
                .filter(Objects::nonNull)
                .toList());
    }

    /**
     * Counts the turns whose prompt did not grow by about what was said since the turn before: the answer, and a new
     * question. Reasoning is no part of the history.
     *
     * @param question asked length of a question in tokens
     */
    static int oddPrompts(MeasuredCell cell, AskedLength question) {
        Map<Integer, MeasuredRequest> byIndex = new HashMap<>();
        cell.successes().forEach(request -> byIndex.put(request.row().index(), request));
        int odd = 0;
        for (MeasuredRequest request : cell.successes()) {
            MeasuredRequest before =
                    request.row().turn() == 0 ? null : byIndex.get(request.row().index() - 1);
            Integer grown = before == null
                    ? null
                    : difference(request.row().promptTokens(), before.row().promptTokens());
            Integer answer = before == null ? null : answerTokens(before);
            if (grown != null && answer != null) {
                boolean tooLittle = grown < LEAST_GROWTH * (question.least() + answer) - TEMPLATE_TOKENS;
                boolean tooMuch = grown > MOST_GROWTH * (question.greatest() + answer) + TEMPLATE_TOKENS;
                odd += tooLittle || tooMuch ? 1 : 0;
            }
        }
        return odd;
    }

    private static @Nullable Integer difference(@Nullable Integer later, @Nullable Integer earlier) {
        return later == null || earlier == null ? null : (Integer) (later - earlier);
    }

    private static @Nullable Integer answerTokens(MeasuredRequest request) {
        Integer all = request.row().completionTokens();
        Integer reasoning = request.row().reasoningTokens();
        return all == null ? null : (Integer) (all - (reasoning == null ? 0 : reasoning));
    }
}
