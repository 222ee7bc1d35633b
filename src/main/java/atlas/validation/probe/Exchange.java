package atlas.validation.probe;

import java.util.Optional;
import java.util.function.Function;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.MissingNode;

/**
 * A request and what came of it.
 *
 * @param line method and path
 * @param body what was sent, empty for nothing
 * @param status HTTP status of the answer, 0 when there was none
 * @param answer the answer's body
 * @param failure why there was no answer, or null when there was one
 * @param withoutSecrets strikes secrets out
 */
record Exchange(
        String line,
        String body,
        int status,
        String answer,
        @Nullable Exception failure,
        UnaryOperator<String> withoutSecrets) {

    private static final int SHOWN = 1_000;
    private static final int QUOTED = 120;

    boolean hasStatus(int wanted) {
        return status == wanted;
    }

    /** Returns the answer as JSON; missing where it is none. */
    JsonNode json() {
        try {
            return JsonMapper.shared().readTree(answer);
        } catch (JacksonException notJson) {
            return MissingNode.getInstance();
        }
    }

    /** Returns what a blocking chat said. */
    ChatAnswer chat() {
        return ChatAnswer.ofCompletion(json());
    }

    /** Returns the events of a streamed chat. */
    ChatStream stream() {
        return ChatStream.of(answer);
    }

    /**
     * Returns the finding of an answer that should be a 200: null from {@code check} means that all is well, else it is
     * what was seen and what the standard says. Anything but a 200 is a failure by itself.
     *
     * @param sent what was sent beyond the line, empty for nothing to tell
     */
    ProbeFinding expectOk(String sent, String wellSaid, Function<Exchange, @Nullable Departure> check) {
        return notOk(sent).orElseGet(() -> {
            Departure departure = check.apply(this);
            return departure == null ? passed(wellSaid) : failed(sent, departure);
        });
    }

    /** Returns the failure of an answer that is no 200, or empty when it is one. */
    Optional<ProbeFinding> notOk(String sent) {
        return hasStatus(200)
                ? Optional.empty()
                : Optional.of(failed(sent, new Departure(seen(), "it should be answered with HTTP 200")));
    }

    ProbeFinding passed(String message) {
        return ProbeFinding.passed(message, evidence());
    }

    ProbeFinding failed(String sent, Departure departure) {
        return failed(sent, departure, evidence());
    }

    ProbeFinding failed(String sent, Departure departure, String evidence) {
        return ProbeFinding.failed(
                sent.isEmpty() ? line : line + " with " + sent,
                withoutSecrets.apply(departure.seen()),
                departure.standard(),
                evidence);
    }

    ProbeFinding notOffered(String reason) {
        return ProbeFinding.notOffered(withoutSecrets.apply(reason), evidence());
    }

    /** Says how the server answered: status and the beginning of what it said, or why there was no answer. */
    String seen() {
        if (failure != null) {
            return "there was no answer (" + failure + ")";
        }
        String said = json().at("/error/message").asString(answer).strip();
        return "HTTP %d%s".formatted(status, said.isEmpty() ? "" : " " + quoted(said));
    }

    String evidence() {
        String seen = failure == null ? "HTTP " + status + "\n" + cut(answer, SHOWN) : String.valueOf(failure);
        return withoutSecrets.apply("> " + line + (body.isEmpty() ? "" : "\n> " + cut(body, SHOWN)) + "\n" + seen);
    }

    String evidenceWith(Exchange other) {
        return evidence() + "\n\n" + other.evidence();
    }

    /** Returns the beginning of a text on one line, in quotation marks. */
    static String quoted(String text) {
        return "\"" + cut(text.replaceAll("\\s+", " "), QUOTED) + "\"";
    }

    private static String cut(String text, int longest) {
        if (text.length() <= longest) {
            return text;
        }
        int end = Character.isHighSurrogate(text.charAt(longest - 1)) ? longest - 1 : longest;
        return text.substring(0, end) + "…";
    }
}
