package atlas.validation.config;

import atlas.validation.config.JsonValue.JsonArray;
import atlas.validation.config.JsonValue.JsonBoolean;
import atlas.validation.config.JsonValue.JsonNull;
import atlas.validation.config.JsonValue.JsonNumber;
import atlas.validation.config.JsonValue.JsonObject;
import atlas.validation.config.JsonValue.JsonString;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Expands {@code {paths.x}}, {@code {shared_fs}}, {@code {user-id}} and {@code {env.NAME}} in the strings of a file.
 * {@code {run_dir}} is left as it is until there is a run folder.
 */
final class Placeholders {

    static final String RUN_DIR = "{run_dir}";

    private static final Pattern PLACEHOLDER = Pattern.compile("\\{([A-Za-z][A-Za-z0-9_.-]*)}");

    /** Text for a model or a reader: braces in it are no mistake. */
    private static final Set<String> FREE_TEXT = Set.of("prompt", "notes", "sampling", "extra_body");

    private final Function<String, @Nullable String> environment;
    private final String userId;
    private final Findings findings;
    private final Map<String, JsonString> paths = new LinkedHashMap<>();
    private final Set<JsonString> inCycle = new HashSet<>();

    /** @param root the file; its {@code paths} are what {@code {paths.x}} looks up */
    Placeholders(JsonObject root, Function<String, @Nullable String> environment, String userId, Findings findings) {
        this.environment = environment;
        this.userId = userId;
        this.findings = findings;
        if (root.members().get("paths") instanceof JsonObject object) {
            object.members().forEach((name, value) -> {
                if (value instanceof JsonString path) {
                    paths.put("paths." + name, path);
                }
            });
        }
    }

    JsonObject expand(JsonObject object) {
        return object(object, false);
    }

    private JsonObject object(JsonObject object, boolean freeText) {
        Map<String, JsonValue> members = new LinkedHashMap<>();
        object.members().forEach((key, value) -> members.put(key, value(value, freeText || FREE_TEXT.contains(key))));
        return new JsonObject(object.line(), object.pointer(), members);
    }

    private JsonValue value(JsonValue value, boolean freeText) {
        return switch (value) {
            case JsonObject object -> object(object, freeText);
            case JsonArray array -> {
                List<JsonValue> elements = array.elements().stream()
                        .map(element -> value(element, freeText))
                        .toList();
                yield new JsonArray(array.line(), array.pointer(), elements);
            }
            case JsonString string -> new Expansion(freeText).of(string);
            case JsonNumber number -> number;
            case JsonBoolean flag -> flag;
            case JsonNull nothing -> nothing;
        };
    }

    /** Expands one string, and the paths that it refers to. */
    private final class Expansion {

        private final boolean freeText;
        private final Deque<JsonString> open = new ArrayDeque<>();
        private boolean usesEnvironment;

        Expansion(boolean freeText) {
            this.freeText = freeText;
        }

        JsonString of(JsonString string) {
            String text = text(string);
            return new JsonString(string.line(), string.pointer(), text, string.source(), usesEnvironment);
        }

        private String text(JsonString string) {
            open.addLast(string);
            String text = PLACEHOLDER.matcher(string.source()).replaceAll(found -> {
                String replacement = replacement(found.group(1), string);
                return Matcher.quoteReplacement(replacement == null ? found.group() : replacement);
            });
            open.removeLast();
            return text;
        }

        private @Nullable String replacement(String name, JsonString at) {
            if (name.equals("run_dir")) {
                return null;
            }
            if (name.equals("user-id")) {
                return userId;
            }
            if (name.startsWith("env.")) {
                return variable(name.substring("env.".length()), at);
            }
            JsonString path = paths.get(name.equals("shared_fs") ? "paths.shared_fs" : name);
            if (path != null) {
                return path(path, at);
            }
            if (!freeText) {
                Set<String> known = new LinkedHashSet<>(paths.keySet());
                known.addAll(List.of("user-id", "run_dir", "env.NAME"));
                findings.problem(at, "placeholder {" + name + "} is unknown", Suggestion.fix(name, known));
            }
            return null;
        }

        private @Nullable String variable(String name, JsonString at) {
            usesEnvironment = true;
            String value = environment.apply(name);
            if (value == null) {
                findings.problem(at, "environment variable " + name + " is not set", "export it before the run");
            }
            return value;
        }

        private @Nullable String path(JsonString path, JsonString at) {
            if (open.contains(path)) {
                if (inCycle.addAll(open)) {
                    findings.problem(
                            at, "{" + nameOf(path) + "} refers to itself by way of its own value", "write it out");
                }
                return null;
            }
            return inCycle.contains(path) ? null : text(path);
        }

        private String nameOf(JsonString path) {
            return paths.entrySet().stream()
                    .filter(entry -> entry.getValue().equals(path))
                    .map(Map.Entry::getKey)
                    .findFirst()
                    .orElse("");
        }
    }
}
