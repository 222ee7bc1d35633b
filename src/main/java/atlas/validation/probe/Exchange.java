package atlas.validation.probe;

import io.restassured.path.json.JsonPath;
import io.restassured.path.json.exception.JsonPathException;
import io.restassured.response.Response;
import java.util.function.Function;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/** A request and what came of it. */
final class Exchange {

    private static final int SHOWN = 1_000;

    private final String line;
    private final String body;
    private final @Nullable Response response;
    private final @Nullable Exception failure;
    private final UnaryOperator<String> withoutSecrets;

    Exchange(String line, String body, Response response, UnaryOperator<String> withoutSecrets) {
        this.line = line;
        this.body = body;
        this.response = response;
        this.failure = null;
        this.withoutSecrets = withoutSecrets;
    }

    Exchange(String line, String body, Exception failure, UnaryOperator<String> withoutSecrets) {
        this.line = line;
        this.body = body;
        this.response = null;
        this.failure = failure;
        this.withoutSecrets = withoutSecrets;
    }

    /** Tells whether the server answered with this status. */
    boolean hasStatus(int status) {
        return response != null && response.statusCode() == status;
    }

    /**
     * Returns what {@code check} finds in the JSON of a 200 answer: null means all is well, else it is the sentence of
     * what is wrong. Anything but a 200 answer with JSON is wrong by itself.
     */
    ProbeFinding expect(String wellSaid, Function<JsonPath, @Nullable String> check) {
        if (response == null) {
            return finding(false, line + " got no answer: " + failure);
        }
        if (response.statusCode() != 200) {
            return finding(false, "%s answered HTTP %d, expected 200".formatted(line, response.statusCode()));
        }
        try {
            String wrong = check.apply(response.jsonPath());
            return wrong == null ? finding(true, wellSaid) : finding(false, line + ": " + wrong);
        } catch (JsonPathException | ClassCastException | IllegalArgumentException notAsExpected) {
            return finding(false, line + " answered JSON of another shape, or none");
        }
    }

    ProbeFinding finding(boolean passed, String message) {
        return new ProbeFinding(passed, message, evidence());
    }

    private String evidence() {
        String answer = response == null
                ? String.valueOf(failure)
                : "HTTP " + response.statusCode() + "\n" + cut(response.asString());
        return withoutSecrets.apply("> " + line + (body.isEmpty() ? "" : "\n> " + cut(body)) + "\n" + answer);
    }

    private static String cut(String text) {
        return text.length() <= SHOWN ? text : text.substring(0, SHOWN) + "…";
    }
}
