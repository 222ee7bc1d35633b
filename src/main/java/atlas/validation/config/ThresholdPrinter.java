package atlas.validation.config;

import java.util.Iterator;
import java.util.Map;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.StringNode;

/** Prints a threshold file as the shipped ones are written: a limit to a line, a blank line before each cell. */
final class ThresholdPrinter {

    private static final String INDENT = "  ";

    private ThresholdPrinter() {}

    static void print(JsonNode root, StringBuilder into) {
        print(root, "", into);
    }

    private static void print(JsonNode node, String indent, StringBuilder into) {
        if (node.isObject() && !isLimit(node)) {
            members(node, indent, into);
        } else if (node.isObject()) {
            limit(node, into);
        } else if (node.isArray() && node.size() > 0) {
            elements(node, indent, into);
        } else {
            into.append(node);
        }
    }

    /** An empty object leaves a cell out, and is written on a line like a limit. */
    private static boolean isLimit(JsonNode node) {
        return node.isEmpty() || node.path("kind").isString();
    }

    private static void members(JsonNode node, String indent, StringBuilder into) {
        into.append("{\n");
        Iterator<Map.Entry<String, JsonNode>> members = node.properties().iterator();
        boolean first = true;
        while (members.hasNext()) {
            Map.Entry<String, JsonNode> member = members.next();
            JsonNode value = member.getValue();
            if (!first && value.isObject() && !isLimit(value)) {
                into.append('\n');
            }
            first = false;
            into.append(indent).append(INDENT).append(quoted(member.getKey())).append(": ");
            print(value, indent + INDENT, into);
            into.append(members.hasNext() ? ",\n" : "\n");
        }
        into.append(indent).append('}');
    }

    private static void limit(JsonNode node, StringBuilder into) {
        if (node.isEmpty()) {
            into.append("{}");
            return;
        }
        String separator = "{ ";
        for (Map.Entry<String, JsonNode> member : node.properties()) {
            into.append(separator).append(quoted(member.getKey())).append(": ").append(member.getValue());
            separator = ", ";
        }
        into.append(" }");
    }

    private static void elements(JsonNode node, String indent, StringBuilder into) {
        into.append("[\n");
        for (int i = 0; i < node.size(); i++) {
            into.append(indent).append(INDENT);
            print(node.get(i), indent + INDENT, into);
            into.append(i + 1 < node.size() ? ",\n" : "\n");
        }
        into.append(indent).append(']');
    }

    private static String quoted(String text) {
        return StringNode.valueOf(text).toString();
    }
}
