package atlas.validation.server;

import atlas.validation.record.LogFinding;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Reads what Atlas's own check of an image against a GPU and a model says: one line of JSON. */
final class KernelCheck {

    /** The flag that asks for it; older images do not know it. */
    static final String FLAG = "--check-kernels";

    private static final String KEY_END = "_kernel_check";
    private static final int NAMED = 3;

    private KernelCheck() {}

    /** Returns what is wrong, or nothing when all is well or the output holds no check. */
    static Optional<LogFinding> trouble(String output, PhraseBook book) {
        return output.lines()
                .filter(line -> line.contains(KEY_END))
                .flatMap(line -> parse(line).stream())
                .findFirst()
                .filter(check -> !check.path("ok").asBoolean(true))
                .map(check -> finding(check, book));
    }

    private static Optional<JsonNode> parse(String line) {
        try {
            JsonNode root = JsonMapper.shared().readTree(line.substring(Math.max(0, line.indexOf('{'))));
            return root.properties().stream()
                    .filter(entry -> entry.getKey().endsWith(KEY_END))
                    .map(entry -> entry.getValue().isObject() ? entry.getValue() : root)
                    .findFirst();
        } catch (JacksonException notJson) {
            return Optional.empty();
        }
    }

    private static LogFinding finding(JsonNode check, PhraseBook book) {
        String error = check.path("error").asString("");
        Optional<LogFinding> known = book.find(error);
        String kind = known.map(LogFinding::kind)
                .orElseGet(() -> check.path("unresolved").asInt(0) > 0
                        ? FailureKind.KERNEL_UNRESOLVED.word()
                        : FailureKind.ARCHITECTURE_UNSUPPORTED.word());
        String meaning = known.map(LogFinding::meaning).orElseGet(() -> unresolved(check, error));
        return new LogFinding(
                kind,
                false,
                FLAG,
                error.isEmpty() ? check.toString() : error,
                "expected not to start: " + meaning,
                null,
                1);
    }

    private static String unresolved(JsonNode check, String error) {
        if (check.path("unresolved").asInt(0) == 0) {
            return error.isEmpty() ? "the image's own check fails" : error;
        }
        List<String> kernels = new ArrayList<>();
        check.path("unresolved_kernels")
                .forEach(kernel -> kernels.add(kernel.path("kernel").asString("?")));
        return "the image lacks %d kernels for %s on %s, such as %s"
                .formatted(
                        check.path("unresolved").asInt(),
                        check.path("model").asString("this model"),
                        check.path("arch").asString("this GPU"),
                        String.join(", ", kernels.subList(0, Math.min(NAMED, kernels.size()))));
    }
}
