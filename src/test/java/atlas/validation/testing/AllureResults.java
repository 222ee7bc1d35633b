package atlas.validation.testing;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Reads a folder of Allure results. */
public record AllureResults(Path folder, List<Result> results) {

    /** Reads every result of a folder. */
    public static AllureResults in(Path folder) {
        JsonMapper mapper = JsonMapper.shared();
        try (Stream<Path> files = Files.list(folder)) {
            return new AllureResults(
                    folder,
                    files.filter(file -> file.getFileName().toString().endsWith("-result.json"))
                            .map(file -> new Result(mapper.readTree(file)))
                            .toList());
        } catch (IOException unreadable) {
            throw new UncheckedIOException(unreadable);
        }
    }

    public List<String> names() {
        return results.stream().map(Result::name).toList();
    }

    public Result of(String name) {
        return results.stream()
                .filter(result -> result.name().equals(name))
                .findFirst()
                .orElseThrow(() -> new AssertionError("no result " + name + " among " + names()));
    }

    /** Returns what a result has under {@code field}, by the result's name. */
    public Map<String, String> byName(String field) {
        Map<String, String> values = new LinkedHashMap<>();
        results.forEach(
                result -> values.put(result.name(), result.json().path(field).asString()));
        return values;
    }

    /** Returns the attachment of this name. */
    public String attachment(String result, String name) {
        for (JsonNode attachment : of(result).json().path("attachments")) {
            if (attachment.path("name").asString().equals(name)) {
                return read(folder.resolve(attachment.path("source").asString()));
            }
        }
        throw new AssertionError("no attachment " + name + " of " + result);
    }

    private static String read(Path file) {
        try {
            return Files.readString(file);
        } catch (IOException unreadable) {
            throw new UncheckedIOException(unreadable);
        }
    }

    /** One result, as its file says. */
    public record Result(JsonNode json) {

        public String name() {
            return json.path("name").asString();
        }

        public String status() {
            return json.path("status").asString();
        }

        public String message() {
            return json.path("statusDetails").path("message").asString();
        }

        public List<JsonNode> steps() {
            return json.path("steps").valueStream().toList();
        }

        public Map<String, String> parameters() {
            return pairs(json);
        }

        public List<String> labels(String name) {
            List<String> values = new ArrayList<>();
            for (JsonNode label : json.path("labels")) {
                if (label.path("name").asString().equals(name)) {
                    values.add(label.path("value").asString());
                }
            }
            return values;
        }
    }

    /** Returns the parameters of a result or of a step. */
    public static Map<String, String> pairs(JsonNode owner) {
        Map<String, String> values = new LinkedHashMap<>();
        for (JsonNode parameter : owner.path("parameters")) {
            values.put(
                    parameter.path("name").asString(), parameter.path("value").asString());
        }
        return values;
    }
}
