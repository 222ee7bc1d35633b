package atlas.validation.config;

import com.networknt.schema.Schema;
import com.networknt.schema.SchemaRegistry;
import com.networknt.schema.SpecificationVersion;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/**
 * One shipped JSON Schema, read as a table of keys: what the references are made from and the loader is held against.
 */
final class SchemaFile {

    private static final String REFERENCE = "#/$defs/";

    private final JsonNode root;

    private SchemaFile(JsonNode root) {
        this.root = root;
    }

    /** Returns a shipped schema for validating with. */
    static Schema schema(String kind) {
        try {
            return SchemaRegistry.withDefaultDialect(SpecificationVersion.DRAFT_2020_12)
                    .getSchema(Files.readString(path(kind)));
        } catch (IOException broken) {
            throw new UncheckedIOException(broken);
        }
    }

    /** @param kind {@code config}, {@code threshold} or {@code cluster} */
    static Path path(String kind) {
        return Path.of("configs", "schema", kind + ".schema.json");
    }

    static SchemaFile of(String kind) {
        return new SchemaFile(new JsonMapper().readTree(path(kind).toFile()));
    }

    /** Returns the keys of an object by name; of a list, those of its elements. An empty name is the root. */
    Map<String, JsonNode> keys(String name) {
        Map<String, JsonNode> keys = new LinkedHashMap<>();
        section(name)
                .path("properties")
                .properties()
                .forEach(entry -> keys.put(entry.getKey(), whole(entry.getValue())));
        return keys;
    }

    /**
     * Returns the full name of every object that has keys of its own, {@code []} behind those of lists; the root first.
     */
    List<String> sections() {
        List<String> sections = new ArrayList<>();
        collect("", sections);
        return sections;
    }

    private void collect(String name, List<String> sections) {
        sections.add(name);
        keys(name).forEach((key, node) -> {
            String below = name.isEmpty() ? key : name + '.' + key;
            if (node.has("properties")) {
                collect(below, sections);
            } else if (whole(node.path("items")).has("properties")) {
                collect(below + "[]", sections);
            }
        });
    }

    /** Returns what the schema says of an object or list element by its full name. */
    JsonNode section(String name) {
        JsonNode node = root;
        for (String step : Arrays.asList(name.split("\\.", -1))) {
            if (step.isEmpty()) {
                continue;
            }
            boolean list = step.endsWith("[]");
            node = whole(node).path("properties").path(list ? step.substring(0, step.length() - 2) : step);
            node = list ? whole(node).path("items") : node;
        }
        return whole(node);
    }

    /** Returns a definition by its name. */
    JsonNode definition(String name) {
        return root.path("$defs").path(name);
    }

    /** Returns what a node says together with what it refers to. */
    JsonNode whole(JsonNode node) {
        if (!node.has("$ref")) {
            return node;
        }
        ObjectNode whole = new JsonMapper().createObjectNode();
        whole.setAll((ObjectNode) definition(definitionName(node)));
        node.properties().forEach(entry -> whole.set(entry.getKey(), entry.getValue()));
        return whole;
    }

    /** Returns the name of the definition that a node refers to, or an empty one. */
    static String definitionName(JsonNode node) {
        String reference = node.path("$ref").asString("");
        return reference.startsWith(REFERENCE) ? reference.substring(REFERENCE.length()) : "";
    }

    static boolean isUnused(JsonNode node) {
        return node.path("deprecated").asBoolean(false);
    }
}
