package atlas.validation.probe;

import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Judges answers whose whole text should be a JSON object. */
final class JsonText {

    private JsonText() {}

    /**
     * Returns the finding of a blocking chat.
     *
     * @param check what else the object has to be; null means that all is well
     */
    static ProbeFinding judge(
            Exchange exchange, String sent, String wellSaid, Function<JsonNode, @Nullable Departure> check) {
        if (exchange.hasStatus(200) && exchange.chat().isReasoningOnly()) {
            return exchange.notOffered("the answer is reasoning only, so nothing can be said of its text");
        }
        return exchange.expectOk(sent, wellSaid, answered -> departure(answered.chat(), check));
    }

    private static @Nullable Departure departure(ChatAnswer answer, Function<JsonNode, @Nullable Departure> check) {
        JsonNode value = object(answer.content());
        if (value == null) {
            return new Departure(
                    "the answer is %s with finish_reason '%s'"
                            .formatted(Exchange.quoted(answer.content()), answer.finishReason()),
                    "it should be a JSON object and nothing else");
        }
        return check.apply(value);
    }

    /** Returns the object that a text consists of, or null when it is something else. */
    static @Nullable JsonNode object(String text) {
        try {
            JsonNode value = JsonMapper.shared().readTree(text);
            return value.isObject() ? value : null;
        } catch (JacksonException notJson) {
            return null;
        }
    }
}
