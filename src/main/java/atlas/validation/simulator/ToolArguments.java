package atlas.validation.simulator;

import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/** Makes up arguments that satisfy a function's JSON Schema, as far as such schemas usually go. */
final class ToolArguments {

    private static final int DEEPEST = 8;
    private static final Pattern NAME_IN_SENTENCE = Pattern.compile("(?<=\\w[ ,])\\p{Lu}\\p{Ll}+");
    private static final JsonNodeFactory NODES = JsonNodeFactory.instance;

    private final String text;

    private ToolArguments(String text) {
        this.text = text;
    }

    /**
     * Returns the arguments as JSON text.
     *
     * @param schema schema of the arguments, possibly missing
     * @param userText what the user said: free text takes the last proper name in it
     */
    static String of(JsonNode schema, String userText) {
        Matcher names = NAME_IN_SENTENCE.matcher(userText);
        String last = "example";
        while (names.find()) {
            last = names.group();
        }
        return JsonMapper.shared().writeValueAsString(new ToolArguments(last).object(schema, 0));
    }

    private JsonNode value(JsonNode schema, int depth) {
        for (String given : List.of("const", "default")) {
            if (schema.has(given)) {
                return schema.path(given);
            }
        }
        if (!schema.path("enum").isEmpty()) {
            return schema.path("enum").path(0);
        }
        JsonNode type = schema.path("type");
        return switch ((type.isArray() ? type.path(0) : type).asString("")) {
            case "integer" ->
                NODES.numberNode(Math.round(Math.ceil(schema.path("minimum").asDouble(1))));
            case "number" -> NODES.numberNode(schema.path("minimum").asDouble(1));
            case "boolean" -> NODES.booleanNode(true);
            case "null" -> NODES.nullNode();
            case "array" -> array(schema, depth);
            case "object" -> object(schema, depth);
            default -> NODES.stringNode(string(schema));
        };
    }

    private JsonNode array(JsonNode schema, int depth) {
        ArrayNode array = NODES.arrayNode();
        int size = Math.max(1, schema.path("minItems").asInt(1));
        for (int i = 0; i < size && depth < DEEPEST; i++) {
            array.add(value(schema.path("items"), depth + 1));
        }
        return array;
    }

    private ObjectNode object(JsonNode schema, int depth) {
        ObjectNode object = NODES.objectNode();
        if (depth < DEEPEST) {
            schema.path("properties").forEachEntry((name, property) -> object.set(name, value(property, depth + 1)));
        }
        return object;
    }

    private String string(JsonNode schema) {
        StringBuilder made = new StringBuilder(text);
        while (made.length() < schema.path("minLength").asInt(0)) {
            made.append('x');
        }
        int longest = schema.path("maxLength").asInt(Integer.MAX_VALUE);
        return made.length() > longest ? made.substring(0, longest) : made.toString();
    }
}
