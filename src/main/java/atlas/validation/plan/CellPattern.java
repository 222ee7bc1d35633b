package atlas.validation.plan;

import java.util.Arrays;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * A key of a threshold file that stands for several cells: {@code *} for all of them, an id with {@code *} for any
 * letters, such as {@code w1_1k_1k-*}, or the form of CVS with {@code *} for a value or for all that is not named, such
 * as {@code ISL=1024,OSL=1024,*}.
 *
 * @param key the key as the file has it
 * @param form which of the three it is
 * @param exactness how much of it is fixed: letters of an id, values of the form of CVS
 */
record CellPattern(String key, Form form, int exactness) {

    /** The three forms, the least exact first. */
    enum Form {
        EVERY_CELL,
        CVS,
        ID
    }

    /** Puts the less exact pattern first: one of ids is more exact than one of CVS's form. */
    static final Comparator<CellPattern> RISING =
            Comparator.comparing(CellPattern::form).thenComparingInt(CellPattern::exactness);

    private static final String ANY = "*";

    /** Returns the pattern that a key is, or empty for the key of one cell. */
    static Optional<CellPattern> of(String key) {
        if (!key.contains(ANY)) {
            return Optional.empty();
        }
        if (key.equals(ANY)) {
            return Optional.of(new CellPattern(key, Form.EVERY_CELL, 0));
        }
        if (key.contains("=")) {
            long fixed = fields(key).values().stream()
                    .filter(value -> !value.contains(ANY))
                    .count();
            return Optional.of(new CellPattern(key, Form.CVS, (int) fixed));
        }
        return Optional.of(new CellPattern(key, Form.ID, key.replace(ANY, "").length()));
    }

    /** Tells whether it fits a cell by its id or by its key in the form of CVS. */
    boolean fits(String idOrKey) {
        return switch (form) {
            case EVERY_CELL -> true;
            case ID -> like(key, idOrKey);
            case CVS -> {
                Map<String, String> of = fields(idOrKey);
                yield fields(key).entrySet().stream()
                        .allMatch(field ->
                                of.containsKey(field.getKey()) && like(field.getValue(), of.get(field.getKey())));
            }
        };
    }

    /** Returns value by name of the form of CVS; parts that are no {@code NAME=value} are passed over. */
    private static Map<String, String> fields(String key) {
        Map<String, String> fields = new LinkedHashMap<>();
        for (String part : List.of(key.split(",", -1))) {
            int equals = part.indexOf('=');
            if (equals > 0) {
                fields.put(
                        part.substring(0, equals).strip(),
                        part.substring(equals + 1).strip());
            }
        }
        return fields;
    }

    private static boolean like(String pattern, String text) {
        String regex =
                Arrays.stream(pattern.split("\\*", -1)).map(Pattern::quote).collect(Collectors.joining(".*"));
        return text.matches(regex);
    }
}
