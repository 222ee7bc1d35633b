package atlas.validation.report;

import java.io.IOException;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.RecordComponent;
import java.lang.reflect.Type;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The fields of a record type as its JSON has them: names and types by reflection, meanings from the {@code @param}
 * lines of its source, so that there is no second text to keep in step.
 */
final class RecordFields {

    private static final Path SOURCES = Path.of("src", "main", "java");
    private static final Pattern PARAMETER =
            Pattern.compile("@param (\\w+)\\s+(.*?)(?=\\n\\s*\\*\\s*@|\\n\\s*\\*/)", Pattern.DOTALL);

    private RecordFields() {}

    /** One field. A unit is empty where the meaning says it or none applies. */
    record Field(String name, String type, String unit, String meaning) {}

    /** Returns the record types that can be reached from one, itself first, in the order in which they are met. */
    static Set<Class<?>> reachableFrom(Class<?> root) {
        Set<Class<?>> found = new LinkedHashSet<>();
        collect(root, found);
        return found;
    }

    private static void collect(Type type, Set<Class<?>> found) {
        if (type instanceof ParameterizedType generic) {
            for (Type argument : generic.getActualTypeArguments()) {
                collect(argument, found);
            }
        } else if (type instanceof Class<?> plain && plain.isRecord() && found.add(plain)) {
            for (RecordComponent component : plain.getRecordComponents()) {
                collect(component.getGenericType(), found);
            }
        }
    }

    static List<Field> of(Class<?> type) throws IOException {
        Map<String, String> meanings = meanings(type);
        List<Field> fields = new ArrayList<>();
        for (RecordComponent component : type.getRecordComponents()) {
            String name = snakeCase(component.getName());
            String meaning = meanings.get(component.getName());
            if (meaning == null) {
                throw new AssertionError("%s of %s has no @param line".formatted(component.getName(), type));
            }
            fields.add(new Field(name, typeName(component.getGenericType()), unit(name), meaning));
        }
        return fields;
    }

    /** Reads the {@code @param} lines of the documentation comment right before the type's declaration. */
    private static Map<String, String> meanings(Class<?> type) throws IOException {
        Class<?> outer = type.getNestHost();
        String source = Files.readString(SOURCES.resolve(outer.getName().replace('.', '/') + ".java"));
        int declaration = source.indexOf("record " + type.getSimpleName() + "(");
        int comment = source.lastIndexOf("/**", declaration);
        Map<String, String> meanings = new LinkedHashMap<>();
        Matcher parameter = PARAMETER.matcher(source.substring(comment, declaration));
        while (parameter.find()) {
            meanings.put(parameter.group(1), plain(parameter.group(2)));
        }
        return meanings;
    }

    private static String plain(String javadoc) {
        String text = javadoc.replaceAll("\\n\\s*\\*\\s*", " ").strip();
        Matcher code = Pattern.compile("\\{@code ([^}]*)}").matcher(text);
        return code.replaceAll(match -> Matcher.quoteReplacement("`" + snakeCaseWords(match.group(1)) + "`"))
                .replaceAll("\\{@link #?([^}]*)}", "`$1`")
                .replace("|", "\\|");
    }

    /** Spells a field's name, where one is quoted, as it stands in the file. */
    private static String snakeCaseWords(String code) {
        return code.matches("[a-z]+([A-Z][a-z]+)+") ? snakeCase(code) : code;
    }

    static String snakeCase(String name) {
        return name.replaceAll("([A-Z])", "_$1").toLowerCase(Locale.ROOT);
    }

    private static String typeName(Type type) {
        if (type instanceof ParameterizedType generic) {
            Type[] arguments = generic.getActualTypeArguments();
            return Map.class.isAssignableFrom((Class<?>) generic.getRawType())
                    ? "object of " + typeName(arguments[1])
                    : "list of " + typeName(arguments[0]);
        }
        if (!(type instanceof Class<?> plain)) {
            return type.getTypeName();
        }
        if (plain.isArray()) {
            return "list of " + typeName(plain.getComponentType());
        }
        if (plain.isEnum()) {
            List<String> words = new ArrayList<>();
            for (Object constant : plain.getEnumConstants()) {
                words.add("`" + ((Enum<?>) constant).name().toLowerCase(Locale.ROOT) + "`");
            }
            return "one of " + String.join(", ", words);
        }
        if (plain.isRecord()) {
            return "[%s](#%s)".formatted(heading(plain), heading(plain));
        }
        if (plain == Instant.class) {
            return "ISO 8601 in UTC";
        }
        if (plain == String.class) {
            return "string";
        }
        if (plain == boolean.class || plain == Boolean.class) {
            return "boolean";
        }
        if (plain == int.class || plain == long.class || plain == Integer.class || plain == Long.class) {
            return "integer";
        }
        if (plain == double.class || plain == Double.class) {
            return "number";
        }
        return Collection.class.isAssignableFrom(plain) ? "list" : "any";
    }

    /** Returns the name that a type goes by, such as {@code compared-cell}. */
    static String heading(Class<?> type) {
        return snakeCase(type.getSimpleName()).substring(1).replace('_', '-');
    }

    private static String unit(String name) {
        if (name.endsWith("_ms")) {
            return "ms";
        }
        if (name.endsWith("_mb")) {
            return "MiB";
        }
        if (name.endsWith("_pct")) {
            return "%";
        }
        if (name.endsWith("tok_s") || name.endsWith("_tps")) {
            return "tok/s";
        }
        if (name.endsWith("_tokens")) {
            return "tokens";
        }
        return switch (name) {
            case "seconds" -> "s";
            case "isl", "osl" -> "tokens";
            case "request_rate" -> "requests/s";
            default -> "";
        };
    }
}
