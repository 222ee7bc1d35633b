package atlas.validation.workload;

import static java.util.Objects.requireNonNull;

import java.util.Map;
import java.util.Optional;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * Holds a value against the part of JSON Schema that describes functions: type, enum, const, properties, required,
 * additionalProperties, items, and bounds of numbers and lengths. A word that it does not know it passes over.
 */
public final class SchemaCheck {

    private final JsonNode schema;

    private SchemaCheck(JsonNode schema) {
        this.schema = requireNonNull(schema, "schema is null");
    }

    public static SchemaCheck of(Map<String, ?> schema) {
        return new SchemaCheck(JsonMapper.shared().valueToTree(schema));
    }

    /** Returns the first breach in a clause that names its place, or empty when the value satisfies the schema. */
    public Optional<String> firstBreach(JsonNode value) {
        return breach(schema, value, "");
    }

    private static Optional<String> breach(JsonNode schema, JsonNode value, String place) {
        return type(schema.path("type"), value, place)
                .or(() -> choice(schema, value, place))
                .or(() -> bounds(schema, value, place))
                .or(() -> properties(schema, value, place))
                .or(() -> items(schema, value, place));
    }

    private static Optional<String> type(JsonNode type, JsonNode value, String place) {
        boolean fits;
        if (type.isArray()) {
            fits = false;
            for (JsonNode one : type) {
                fits |= is(one.asString(""), value);
            }
        } else {
            fits = type.isMissingNode() || is(type.asString(""), value);
        }
        return fits ? Optional.empty() : Optional.of("%s is %s and not of type %s".formatted(at(place), value, type));
    }

    private static boolean is(String type, JsonNode value) {
        return switch (type) {
            case "object" -> value.isObject();
            case "array" -> value.isArray();
            case "string" -> value.isString();
            case "number" -> value.isNumber();
            case "integer" -> value.isNumber() && value.doubleValue() == Math.rint(value.doubleValue());
            case "boolean" -> value.isBoolean();
            case "null" -> value.isNull();
            default -> true;
        };
    }

    private static Optional<String> choice(JsonNode schema, JsonNode value, String place) {
        if (schema.has("const") && !schema.path("const").equals(value)) {
            return Optional.of("%s is %s and not %s".formatted(at(place), value, schema.path("const")));
        }
        if (!schema.path("enum").isArray()) {
            return Optional.empty();
        }
        for (JsonNode allowed : schema.path("enum")) {
            if (allowed.equals(value)) {
                return Optional.empty();
            }
        }
        return Optional.of("%s is %s and none of %s".formatted(at(place), value, schema.path("enum")));
    }

    private static Optional<String> bounds(JsonNode schema, JsonNode value, String place) {
        double measured;
        String least;
        String most;
        if (value.isNumber()) {
            measured = value.doubleValue();
            least = "minimum";
            most = "maximum";
        } else if (value.isString()) {
            measured = value.asString().codePoints().count();
            least = "minLength";
            most = "maxLength";
        } else if (value.isArray()) {
            measured = value.size();
            least = "minItems";
            most = "maxItems";
        } else {
            return Optional.empty();
        }
        if (measured < schema.path(least).asDouble(Double.NEGATIVE_INFINITY)) {
            return Optional.of("%s breaks %s %s".formatted(at(place), least, schema.path(least)));
        }
        return measured > schema.path(most).asDouble(Double.POSITIVE_INFINITY)
                ? Optional.of("%s breaks %s %s".formatted(at(place), most, schema.path(most)))
                : Optional.empty();
    }

    private static Optional<String> properties(JsonNode schema, JsonNode value, String place) {
        if (!value.isObject()) {
            return Optional.empty();
        }
        for (JsonNode required : schema.path("required")) {
            if (!value.has(required.asString())) {
                return Optional.of("'%s%s' is missing".formatted(place, required.asString()));
            }
        }
        JsonNode known = schema.path("properties");
        for (Map.Entry<String, JsonNode> property : value.properties()) {
            String name = place + property.getKey();
            if (!known.has(property.getKey())) {
                if (schema.path("additionalProperties").isBoolean()
                        && !schema.path("additionalProperties").booleanValue()) {
                    return Optional.of("'" + name + "' is not among the properties");
                }
                continue;
            }
            Optional<String> breach = breach(known.path(property.getKey()), property.getValue(), name + ".");
            if (breach.isPresent()) {
                return breach;
            }
        }
        return Optional.empty();
    }

    private static Optional<String> items(JsonNode schema, JsonNode value, String place) {
        if (!value.isArray() || schema.path("items").isMissingNode()) {
            return Optional.empty();
        }
        int index = 0;
        for (JsonNode item : value) {
            Optional<String> breach = breach(schema.path("items"), item, place + index + ".");
            if (breach.isPresent()) {
                return breach;
            }
            index++;
        }
        return Optional.empty();
    }

    /** Names a place, which ends in a dot unless it is the whole value. */
    private static String at(String place) {
        return place.isEmpty() ? "the value" : "'" + place.substring(0, place.length() - 1) + "'";
    }
}
