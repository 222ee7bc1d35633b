package atlas.validation.simulator;

import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/** Writes the JSON of answers. */
final class Json {

    private Json() {}

    static ObjectNode object() {
        return JsonNodeFactory.instance.objectNode();
    }

    /** Returns a value as JSON text: a tree, or a string in quotes. */
    static String write(Object value) {
        return JsonMapper.shared().writeValueAsString(value);
    }

    /** Returns a string in quotes; quick where nothing in it needs an escape. */
    static String quoted(String text) {
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            if (c < ' ' || c > '~' || c == '"' || c == '\\') {
                return write(text);
            }
        }
        return '"' + text + '"';
    }
}
