package atlas.validation.probe;

import atlas.validation.workload.SchemaCheck;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import tools.jackson.databind.JsonNode;

/** The function that tool calls are probed with, and the rules that a call of it has to keep. */
final class WeatherTool {

    static final String NAME = "get_weather";

    static final String QUESTION = "What is the weather in Paris, in celsius? Use the tool.";

    private static final Map<String, ?> PARAMETERS = Map.of(
            "type",
            "object",
            "properties",
            Map.of(
                    "city", Map.of("type", "string", "description", "The city's name", "minLength", 1),
                    "unit", Map.of("type", "string", "enum", List.of("celsius", "fahrenheit"))),
            "required",
            List.of("city", "unit"));

    private static final SchemaCheck SCHEMA = SchemaCheck.of(PARAMETERS);

    private WeatherTool() {}

    /** Returns the list of tools that offers this one. */
    static List<Map<String, ?>> offered() {
        return List.of(Map.of(
                "type",
                "function",
                "function",
                Map.of(
                        "name",
                        NAME,
                        "description",
                        "Tells the weather in a city at this moment",
                        "parameters",
                        PARAMETERS)));
    }

    /** Returns what is wrong with a call, or empty when it can be made. */
    static Optional<Departure> departure(ToolCall call) {
        if (!call.name().equals(NAME)) {
            return Optional.of(new Departure(
                    "the function that is called is '" + call.name() + "'", "it should be '" + NAME + "'"));
        }
        if (call.id().isEmpty() || !call.type().equals("function")) {
            return Optional.of(new Departure(
                    "the call has the id '%s' and the type '%s'".formatted(call.id(), call.type()),
                    "it should have an id, and the type \"function\""));
        }
        JsonNode arguments = JsonText.object(call.arguments());
        if (arguments == null) {
            return Optional.of(new Departure(
                    "the arguments are " + Exchange.quoted(call.arguments()), "they should be a JSON object"));
        }
        return SCHEMA.firstBreach(arguments)
                .map(breach -> new Departure(
                        "%s in the arguments %s".formatted(breach, Exchange.quoted(call.arguments())),
                        "they should satisfy the function's schema"));
    }
}
