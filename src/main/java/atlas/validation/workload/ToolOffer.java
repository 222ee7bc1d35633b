package atlas.validation.workload;

import static java.util.Objects.requireNonNull;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * One function that a prompt offers and that its answer is to call.
 *
 * @param function its {@code name}, {@code description} and {@code parameters}, as a request says them
 */
public record ToolOffer(Map<String, Object> function) {

    private static final int SHOWN = 120;

    public ToolOffer {
        function = Collections.unmodifiableMap(new LinkedHashMap<>(function));
        if (!(function.get("name") instanceof String) || !(function.get("parameters") instanceof Map)) {
            throw new IllegalArgumentException("a function needs a name and parameters, got " + function.keySet());
        }
    }

    public String name() {
        return String.valueOf(function.get("name"));
    }

    /** Returns what a request says of it. */
    public Map<String, Object> fields() {
        Map<String, Object> tool = new LinkedHashMap<>();
        tool.put("type", "function");
        tool.put("function", function);
        Map<String, Object> fields = new LinkedHashMap<>();
        fields.put("tools", List.of(tool));
        fields.put("tool_choice", "auto");
        return fields;
    }

    /**
     * Returns why a call cannot be made, in a clause; empty when it can.
     *
     * @param called the function that is called, or null
     * @param arguments its arguments as JSON text
     */
    public Optional<String> objection(@Nullable String called, String arguments) {
        if (!name().equals(called)) {
            return Optional.of(
                    called == null
                            ? "the call names no function"
                            : "it calls '%s' and not '%s'".formatted(shown(called), name()));
        }
        if (arguments.isBlank()) {
            return Optional.of("the call has no arguments");
        }
        JsonNode value;
        try {
            value = JsonMapper.shared().readTree(arguments);
        } catch (JacksonException notJson) {
            return Optional.of("the arguments are no JSON: " + quoted(arguments));
        }
        if (!value.isObject()) {
            return Optional.of("the arguments are no JSON object: " + quoted(arguments));
        }
        return SchemaCheck.of(parameters()).firstBreach(value).map(breach -> "in the arguments, " + breach);
    }

    @SuppressWarnings("unchecked") // The constructor has seen that it is a map, and JSON has no other keys than text.
    private Map<String, ?> parameters() {
        return (Map<String, ?>) requireNonNull(function.get("parameters"), "parameters");
    }

    private static String quoted(String text) {
        return "'" + shown(text) + "'";
    }

    private static String shown(String text) {
        return text.length() <= SHOWN ? text : text.substring(0, SHOWN) + "…";
    }
}
