package atlas.validation.probe;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * A question whose answer is known, so that sense can be told from nonsense.
 *
 * @param subject what it is about, in a word or two
 * @param text the question
 * @param expected what has to be in the answer, in this order
 * @param maxTokens the token limit, well above what the answer takes
 */
record KnownQuestion(String subject, String text, List<String> expected, int maxTokens) {

    private static final int LAST_NUMBER = 20;

    /** Returns the questions in the order in which they are asked. */
    static List<KnownQuestion> all() {
        return List.of(
                new KnownQuestion(
                        "the capital",
                        "What is the capital of France? Answer in one short sentence.",
                        List.of("Paris"),
                        64),
                new KnownQuestion(
                        "the journey",
                        "A train runs for 3 hours at 60 km/h and then for 2 hours at 90 km/h. How many kilometres are"
                                + " that in all? Give the number in digits.",
                        List.of("360"),
                        256),
                new KnownQuestion(
                        "the count",
                        "Count from 1 to %d in digits, separated by commas, and write nothing else."
                                .formatted(LAST_NUMBER),
                        IntStream.rangeClosed(1, LAST_NUMBER)
                                .mapToObj(String::valueOf)
                                .toList(),
                        128));
    }

    Exchange ask(ProbeTarget target) {
        return target.chat(text, maxTokens, Map.of());
    }

    /** Returns what is wrong with an answer as a clause behind its subject, or empty when it is right. */
    Optional<String> wrongIn(Exchange exchange) {
        if (!exchange.hasStatus(200)) {
            return Optional.of(exchange.seen());
        }
        ChatAnswer answer = exchange.chat();
        return Leaks.in(answer.content())
                .or(() -> missingIn(answer))
                .map(wrong -> wrong + " in " + Exchange.quoted(answer.content()));
    }

    private Optional<String> missingIn(ChatAnswer answer) {
        int from = 0;
        for (String part : expected) {
            int found = answer.content().indexOf(part, from);
            if (found < 0) {
                return Optional.of("'%s' is missing%s".formatted(part, ended(answer)));
            }
            from = found + part.length();
        }
        return Optional.empty();
    }

    private static String ended(ChatAnswer answer) {
        return " (finish_reason %s after %d tokens)".formatted(answer.finishReason(), answer.completionTokens());
    }

    /** Returns the subjects of all questions, for a sentence. */
    static String subjects() {
        return all().stream().map(KnownQuestion::subject).collect(Collectors.joining(", "));
    }
}
