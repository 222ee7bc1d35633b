package atlas.validation.config;

import static org.assertj.core.api.Assertions.assertThat;

import atlas.validation.record.Problem;
import java.math.BigDecimal;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.FieldSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/** Schema and loader know the same keys, with the same defaults and bounds: the references are made from the schema. */
class SchemaKeysIT {

    private static final SchemaFile SCHEMA = SchemaFile.of("config");

    /** No key is like this one, so the loader lists those that it knows. */
    private static final String NO_KEY = "§§§§§§§§";

    private static final Pattern LIST = Pattern.compile("known are (.*)");

    /** Sections that a whole config has only one kind of element in. */
    static final List<String> SECTIONS = SCHEMA.sections();

    private ConfigFolder folder;

    @BeforeEach
    void create(@TempDir Path root) {
        folder = new ConfigFolder(root);
    }

    @ParameterizedTest
    @FieldSource("SECTIONS")
    void schemaHasTheKeysThatTheLoaderReads(String section) {
        ObjectNode config = whole();
        object(config, section).put(NO_KEY, 1);
        folder.write(ConfigFolder.CONFIG, config.toString());

        Set<String> read = folder.load().problems().stream()
                .filter(problem -> problem.message().endsWith(NO_KEY + " is no known key"))
                .map(Problem::fix)
                .findFirst()
                .map(SchemaKeysIT::names)
                .orElseThrow();
        Set<String> inSchema = new TreeSet<>();
        SCHEMA.keys(section).forEach((key, node) -> {
            if (!SchemaFile.isUnused(node) && !key.equals("$schema") && !key.equals("profiles")) {
                inSchema.add(key);
            }
        });
        assertThat(read).isEqualTo(inSchema);
    }

    @ParameterizedTest
    @FieldSource("SECTIONS")
    void keysWithoutEffectAreWarnedOf(String section) {
        ObjectNode config = whole();
        List<String> unused = new ArrayList<>();
        SCHEMA.keys(section).forEach((key, node) -> {
            if (SchemaFile.isUnused(node)) {
                object(config, section).put(key, 1);
                unused.add((section.isEmpty() ? "" : section + '.') + key + " is a key of CVS that has no effect here");
            }
        });
        folder.write(ConfigFolder.CONFIG, config.toString());

        assertThat(folder.load().problems()).isEmpty();
        assertThat(folder.load().warnings()).extracting(Problem::message).containsAll(unused);
    }

    @Test
    void defaultsAreThoseOfTheLoader() {
        folder.write(ConfigFolder.CONFIG, whole().toString());

        Map<String, Object> loader = new TreeMap<>();
        folder.load().effective().forEach((name, setting) -> {
            if (setting.origin().equals(Origins.DEFAULT) && !name.startsWith("params.sampling.")) {
                loader.put(name, canonical(setting.value()));
            }
        });
        Map<String, Object> schema = new TreeMap<>();
        for (String section : List.of(
                "", "model", "container", "container.runtime", "container.runtime.args", "params", "functional")) {
            SCHEMA.keys(section).forEach((key, node) -> {
                String name = section.isEmpty() ? key : section + '.' + key;
                if (node.has("default") && loader.containsKey(name)) {
                    schema.put(name, canonical(new JsonMapper().treeToValue(node.get("default"), Object.class)));
                }
            });
        }
        assertThat(schema).isEqualTo(loader);
    }

    @Test
    void boundsAreThoseOfTheLoader() {
        Map<String, String> refused = new LinkedHashMap<>();
        SCHEMA.keys("params").forEach((key, node) -> {
            for (BigDecimal outside : outside(node)) {
                ObjectNode config = whole();
                object(config, "params").put(key, outside);
                folder.write(ConfigFolder.CONFIG, config.toString());
                if (folder.load().problems().isEmpty()) {
                    refused.put(key, outside.toPlainString());
                }
            }
        });
        assertThat(refused)
                .as("values that the schema refuses and the loader takes")
                .isEmpty();
    }

    @Test
    void whatIsNotYetSupportedIsCalledSo() {
        Set<String> said = new TreeSet<>();
        for (String section : SECTIONS) {
            SCHEMA.keys(section).forEach((key, node) -> {
                if (node.path("description")
                        .asString("")
                        .toLowerCase(Locale.ROOT)
                        .contains("not yet supported")) {
                    said.add(section.isEmpty() ? key : section + '.' + key);
                }
            });
        }
        assertThat(said)
                .containsExactlyInAnyOrderElementsOf(NotYetSupported.places().stream()
                        .filter(place -> !place.startsWith("cluster:"))
                        .toList());
    }

    private static List<BigDecimal> outside(JsonNode node) {
        List<BigDecimal> outside = new ArrayList<>();
        if (node.has("minimum")) {
            outside.add(node.get("minimum").decimalValue().subtract(BigDecimal.ONE));
        }
        if (node.has("exclusiveMinimum")) {
            outside.add(node.get("exclusiveMinimum").decimalValue());
        }
        if (node.has("maximum")) {
            outside.add(node.get("maximum").decimalValue().add(BigDecimal.ONE));
        }
        return outside;
    }

    /** Returns numbers as one type, so that 1 and 1.0 are equal. */
    private static Object canonical(Object value) {
        return value instanceof Number number ? (Object) number.doubleValue() : String.valueOf(value);
    }

    private static Set<String> names(String fix) {
        Matcher list = LIST.matcher(fix);
        assertThat(list.find()).as(fix).isTrue();
        return new TreeSet<>(List.of(list.group(1).split(", | and ", -1)));
    }

    private static ObjectNode whole() {
        return (ObjectNode) new JsonMapper().readTree(ConfigFolder.WHOLE);
    }

    /** Returns the object of a section, made where the config has none; of a list, the first element. */
    private static ObjectNode object(ObjectNode config, String section) {
        ObjectNode object = config;
        for (String step : section.split("\\.", -1)) {
            if (step.endsWith("[]")) {
                object = (ObjectNode)
                        object.get(step.substring(0, step.length() - 2)).get(0);
            } else if (!step.isEmpty()) {
                object = object.has(step) ? (ObjectNode) object.get(step) : object.putObject(step);
            }
        }
        return object;
    }
}
