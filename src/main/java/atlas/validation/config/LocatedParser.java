package atlas.validation.config;

import atlas.validation.config.JsonValue.JsonArray;
import atlas.validation.config.JsonValue.JsonBoolean;
import atlas.validation.config.JsonValue.JsonNull;
import atlas.validation.config.JsonValue.JsonNumber;
import atlas.validation.config.JsonValue.JsonObject;
import atlas.validation.config.JsonValue.JsonString;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import tools.jackson.core.JacksonException;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;
import tools.jackson.core.ObjectReadContext;
import tools.jackson.core.StreamReadConstraints;
import tools.jackson.core.json.JsonFactory;

/**
 * Parses JSON into values that know their line and pointer. Members whose key begins with {@code _} are comments and
 * left out.
 */
final class LocatedParser {

    static final int MAX_DEPTH = 64;

    private static final JsonFactory JSON = JsonFactory.builder()
            .streamReadConstraints(
                    StreamReadConstraints.builder().maxNestingDepth(MAX_DEPTH).build())
            .build();

    /** Names the schema by which an editor checks the file; it means nothing here. */
    private static final String SCHEMA = "$schema";

    private final JsonParser parser;
    private final Findings findings;

    private LocatedParser(JsonParser parser, Findings findings) {
        this.parser = parser;
        this.findings = findings;
    }

    /** Parses a text whose outermost value is an object; anything else is a problem. */
    static Optional<JsonObject> parse(String text, Findings findings) {
        try (JsonParser parser = JSON.createParser(ObjectReadContext.empty(), text)) {
            LocatedParser located = new LocatedParser(parser, findings);
            try {
                return located.root();
            } catch (JacksonException broken) {
                SyntaxProblem.report(text, broken, parser.currentLocation(), findings);
                return Optional.empty();
            }
        }
    }

    private Optional<JsonObject> root() {
        parser.nextToken();
        JsonValue root = value(line(), "");
        if (parser.nextToken() != null) {
            findings.problem(line(), null, "something follows the end of the JSON object", "remove what follows it");
        }
        if (root instanceof JsonObject object) {
            return Optional.of(object);
        }
        findings.problem(root, "must hold a JSON object, got " + root.shown(), "begin the file with {");
        return Optional.empty();
    }

    private JsonValue value(int line, String pointer) {
        JsonToken token = parser.currentToken();
        return switch (token) {
            case START_OBJECT -> object(line, pointer);
            case START_ARRAY -> array(line, pointer);
            case VALUE_STRING -> new JsonString(line, pointer, parser.getString(), parser.getString(), false);
            case VALUE_NUMBER_INT, VALUE_NUMBER_FLOAT -> new JsonNumber(line, pointer, parser.getString());
            case VALUE_TRUE -> new JsonBoolean(line, pointer, true);
            case VALUE_FALSE -> new JsonBoolean(line, pointer, false);
            case VALUE_NULL -> new JsonNull(line, pointer);
            case NOT_AVAILABLE, END_OBJECT, END_ARRAY, PROPERTY_NAME, VALUE_EMBEDDED_OBJECT ->
                throw new IllegalStateException("no value begins with " + token);
        };
    }

    private JsonObject object(int line, String pointer) {
        Map<String, JsonValue> members = new LinkedHashMap<>();
        while (parser.nextToken() != JsonToken.END_OBJECT) {
            String key = parser.currentName();
            int keyLine = line();
            parser.nextToken();
            JsonValue value = value(keyLine, pointer + '/' + escaped(key));
            if (key.startsWith("_") || (pointer.isEmpty() && key.equals(SCHEMA))) {
                continue;
            }
            JsonValue first = members.putIfAbsent(key, value);
            if (first != null) {
                findings.problem(
                        value, "key " + key + " stands twice, first in line " + first.line(), "remove one of them");
            }
        }
        return new JsonObject(line, pointer, members);
    }

    private JsonArray array(int line, String pointer) {
        List<JsonValue> elements = new ArrayList<>();
        while (parser.nextToken() != JsonToken.END_ARRAY) {
            elements.add(value(line(), pointer + '/' + elements.size()));
        }
        return new JsonArray(line, pointer, elements);
    }

    private int line() {
        return parser.currentTokenLocation().getLineNr();
    }

    /** Escapes a key as RFC 6901 wants it. */
    private static String escaped(String key) {
        return key.replace("~", "~0").replace("/", "~1");
    }
}
