package atlas.validation.config;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import tools.jackson.databind.JsonNode;

/**
 * Says in a few words what values a schema takes; quoted numbers and placeholders, which every key takes, go unsaid.
 */
final class TypeWords {

    private final SchemaFile schema;

    TypeWords(SchemaFile schema) {
        this.schema = schema;
    }

    String of(JsonNode node) {
        if (node.has("enum")) {
            return words(node.get("enum"));
        }
        if (node.has("anyOf")) {
            return alternatives(node.get("anyOf"));
        }
        List<String> types = types(node);
        if (types.contains("integer")) {
            return "whole number" + range(node);
        }
        if (types.contains("number") && !types.contains("boolean")) {
            return "number" + range(node);
        }
        if (types.contains("boolean")) {
            return types.contains("number") ? "string, number or boolean" : "true or false";
        }
        if (types.contains("array")) {
            JsonNode items = schema.whole(node.path("items"));
            return items.has("properties") ? "list of objects" : "list of " + plural(of(items));
        }
        if (types.contains("object")) {
            return "object";
        }
        return types.contains("string") ? "string" : "any";
    }

    private String alternatives(JsonNode anyOf) {
        Set<String> words = new LinkedHashSet<>();
        for (JsonNode alternative : anyOf) {
            boolean placeholder = SchemaFile.definitionName(alternative).equals("placeholder");
            boolean quoted = alternative.path("type").asString("").equals("string");
            if (!placeholder && !quoted) {
                words.add(of(schema.whole(alternative)));
            }
        }
        return String.join(" or ", words);
    }

    private static String words(JsonNode enumeration) {
        List<String> words = new ArrayList<>();
        for (JsonNode word : enumeration) {
            if (!word.isNull()) {
                words.add("`" + word.asString() + "`");
            }
        }
        return String.join(", ", words);
    }

    private static List<String> types(JsonNode node) {
        List<String> types = new ArrayList<>();
        JsonNode type = node.path("type");
        if (type.isString()) {
            types.add(type.asString());
        }
        type.forEach(one -> types.add(one.asString()));
        return types;
    }

    private static String range(JsonNode node) {
        String from = node.has("exclusiveMinimum")
                ? " above " + node.get("exclusiveMinimum").asString()
                : node.has("minimum") ? " from " + node.get("minimum").asString() : "";
        return from + (node.has("maximum") ? " to " + node.get("maximum").asString() : "");
    }

    private static String plural(String words) {
        return words.startsWith("whole number")
                ? words.replaceFirst("number", "numbers")
                : words.startsWith("string, number") ? "strings" : words + "s";
    }
}
