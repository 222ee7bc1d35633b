package atlas.validation.config;

import atlas.validation.config.JsonValue.JsonArray;
import atlas.validation.config.JsonValue.JsonNull;
import atlas.validation.config.JsonValue.JsonObject;
import atlas.validation.config.JsonValue.JsonString;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Reads the members of one JSON object, one call a key, and knows afterwards which keys nobody asked for. A member that
 * is absent, {@code null} or wrong reads as its default; what is wrong is reported, what was read is noted as
 * effective. Finish with {@link #finish()}.
 */
final class ObjectReader {

    private static final double MAX_SECONDS = Duration.ofDays(7).toSeconds();

    private final JsonObject object;
    private final String path;
    private final Reading reading;
    private final Scalars scalars;
    private final Set<String> asked = new LinkedHashSet<>();

    private ObjectReader(JsonObject object, String path, Reading reading) {
        this.object = object;
        this.path = path;
        this.reading = reading;
        this.scalars = new Scalars(reading.findings());
    }

    static ObjectReader root(JsonObject object, Reading reading) {
        return new ObjectReader(object, "", reading);
    }

    JsonObject json() {
        return object;
    }

    int line() {
        return object.line();
    }

    Findings findings() {
        return reading.findings();
    }

    EffectiveValues effective() {
        return reading.effective();
    }

    /** Returns the full name of a member, such as {@code params.port}. */
    String name(String key) {
        return path.isEmpty() ? key : path + '.' + key;
    }

    /** Tells whether the file has the key with a value other than {@code null}. */
    boolean has(String key) {
        JsonValue value = object.members().get(key);
        return value != null && !(value instanceof JsonNull);
    }

    /** Tells whether the file says a word, or nothing so that it is the default. */
    boolean says(String key, String word) {
        return !has(key)
                || (at(key) instanceof JsonString string && string.text().equals(word));
    }

    /** Returns a member, or null when it is absent, {@code null}, or asks for what is not yet supported. */
    @Nullable
    JsonValue value(String key) {
        asked.add(key);
        JsonValue value = object.members().get(key);
        if (value == null || value instanceof JsonNull) {
            return null;
        }
        if (NotYetSupported.asks(place(key), value)) {
            NotYetSupported.report(place(key), name(key), value, reading.findings());
            return null;
        }
        return value;
    }

    int integer(String key, int byDefault, int least, int greatest) {
        return Math.toIntExact(longInteger(key, byDefault, least, greatest));
    }

    long longInteger(String key, long byDefault, long least, long greatest) {
        JsonValue value = value(key);
        Long number = value == null ? null : scalars.integer(name(key), value, least, greatest);
        return noted(key, value, number, byDefault);
    }

    @Nullable
    Integer optionalInteger(String key, int least, int greatest) {
        JsonValue value = value(key);
        Long number = value == null ? null : scalars.integer(name(key), value, least, greatest);
        return number == null || value == null ? null : noted(key, value, Math.toIntExact(number), 0);
    }

    double number(String key, double byDefault, NumberRange range) {
        JsonValue value = value(key);
        Double number = value == null ? null : scalars.number(name(key), value, range);
        return noted(key, value, number, byDefault);
    }

    @Nullable
    Double optionalNumber(String key, NumberRange range) {
        JsonValue value = value(key);
        Double number = value == null ? null : scalars.number(name(key), value, range);
        return number == null ? null : noted(key, value, number, number);
    }

    /** Reads a time in seconds, more than none and at most a week. */
    Duration seconds(String key, int byDefault) {
        return duration(number(key, byDefault, NumberRange.above(0, MAX_SECONDS)));
    }

    /** Reads a time in seconds that may be none, and is at most a week. */
    Duration secondsOrNone(String key, int byDefault) {
        return duration(number(key, byDefault, NumberRange.between(0, MAX_SECONDS)));
    }

    @Nullable
    Duration optionalSeconds(String key) {
        Double seconds = optionalNumber(key, NumberRange.above(0, MAX_SECONDS));
        return seconds == null ? null : duration(seconds);
    }

    private static Duration duration(double seconds) {
        return Duration.ofNanos(Math.round(seconds * 1e9));
    }

    boolean flag(String key, boolean byDefault) {
        JsonValue value = value(key);
        Boolean flag = value == null ? null : scalars.flag(name(key), value);
        return noted(key, value, flag, byDefault);
    }

    @Nullable
    Boolean optionalFlag(String key) {
        JsonValue value = value(key);
        Boolean flag = value == null ? null : scalars.flag(name(key), value);
        return flag == null ? null : noted(key, value, flag, flag);
    }

    @Nullable
    String optionalString(String key) {
        JsonValue value = value(key);
        String text = value == null ? null : scalars.string(name(key), value);
        if (text != null && value instanceof JsonString string) {
            effective().fromFile(name(key), string.safeText(), value);
        }
        return text;
    }

    /** Reads a string that may be empty; an empty one reads as absent. */
    @Nullable
    String stringOrEmpty(String key) {
        boolean empty = object.members().get(key) instanceof JsonString string
                && string.text().isBlank();
        if (empty) {
            asked.add(key);
            return null;
        }
        return optionalString(key);
    }

    /** Reads a string that has to be there. */
    @Nullable
    String requiredString(String key, String fix) {
        String text = optionalString(key);
        if (text == null && !has(key)) {
            missing(key, fix);
        }
        return text;
    }

    <E extends Enum<E>> E choice(String key, E byDefault, Class<E> type, Function<E, String> word) {
        JsonValue value = value(key);
        String text = value == null ? null : scalars.string(name(key), value);
        E chosen = null;
        if (text != null && value != null) {
            List<E> all = Arrays.asList(type.getEnumConstants());
            chosen = all.stream()
                    .filter(one -> word.apply(one).equals(text))
                    .findFirst()
                    .orElse(null);
            if (chosen == null) {
                findings()
                        .problem(
                                value,
                                name(key) + " " + value.shown() + " is unknown",
                                Suggestion.choose(text, all.stream().map(word).toList()));
            } else {
                effective().fromFile(name(key), text, value);
            }
        }
        if (chosen == null) {
            effective().byDefault(name(key), word.apply(byDefault));
            return byDefault;
        }
        return chosen;
    }

    /** Reads a list of strings; numbers and booleans in it count as their text. */
    List<String> texts(String key) {
        JsonValue value = value(key);
        List<String> texts = new ArrayList<>();
        List<String> shown = new ArrayList<>();
        if (value == null) {
            return texts;
        }
        if (!(value instanceof JsonArray array)) {
            scalars.wrong(name(key), value, "a list of strings");
            return texts;
        }
        for (JsonValue element : array.elements()) {
            String text = scalars.text(name(key) + '[' + texts.size() + ']', element);
            texts.add(text == null ? "" : text);
            shown.add(element instanceof JsonString string ? string.safeText() : texts.getLast());
        }
        effective().fromFile(name(key), Secrets.maskArguments(shown), value);
        return texts;
    }

    /** Reads an object of strings; numbers and booleans in it count as their text. */
    Map<String, String> textsByName(String key) {
        Map<String, String> texts = new LinkedHashMap<>();
        object(key).object.members().forEach((name, value) -> {
            String text = scalars.text(name(key) + '.' + name, value);
            if (text != null) {
                texts.put(name, text);
                note(name(key) + '.' + name, name, value);
            }
        });
        return texts;
    }

    /** Reads an object whose members are handed on as they are. */
    Map<String, Object> plain(String key) {
        Map<String, Object> plain = new LinkedHashMap<>();
        object(key).object.members().forEach((name, value) -> {
            Object member = scalars.plain(name(key) + '.' + name, value);
            if (member != null) {
                plain.put(name, member);
                note(name(key) + '.' + name, name, value);
            }
        });
        return plain;
    }

    /** Returns a reader of an object member; of an empty object where there is none. */
    ObjectReader object(String key) {
        JsonValue value = value(key);
        JsonObject member = new JsonObject(object.line(), object.pointer(), Map.of());
        if (value instanceof JsonObject found) {
            member = found;
        } else if (value != null) {
            scalars.wrong(name(key), value, "an object");
        }
        return new ObjectReader(member, name(key), reading);
    }

    /** Returns a reader for each member that is an object, by its key. Every key counts as known. */
    Map<String, ObjectReader> objectsByName() {
        Map<String, ObjectReader> readers = new LinkedHashMap<>();
        object.members().forEach((key, value) -> {
            if (value(key) != null) {
                readers.put(key, object(key));
            } else if (value instanceof JsonNull) {
                scalars.wrong(name(key), value, "an object");
            }
        });
        return readers;
    }

    /** Returns a reader for each element of a list of objects. */
    List<ObjectReader> objects(String key) {
        JsonValue value = value(key);
        List<ObjectReader> readers = new ArrayList<>();
        if (value instanceof JsonArray array) {
            for (int i = 0; i < array.elements().size(); i++) {
                JsonValue element = array.elements().get(i);
                String name = name(key) + '[' + i + ']';
                if (element instanceof JsonObject found) {
                    readers.add(new ObjectReader(found, name, reading.withoutEffective()));
                } else {
                    scalars.wrong(name, element, "an object");
                }
            }
        } else if (value != null) {
            scalars.wrong(name(key), value, "a list of objects");
        }
        return readers;
    }

    /** Reports that a member has to be there. */
    void missing(String key, String fix) {
        findings().problem(object.line(), object.pointer(), name(key) + " is missing", fix);
    }

    /** Reports a member's value, or the object itself where there is no such member. */
    void problem(String key, String message, @Nullable String fix) {
        findings().problem(at(key), message, fix);
    }

    void warning(String key, String message, @Nullable String fix) {
        findings().warning(at(key), message, fix);
    }

    /** Returns where a member stands, or where the object does when it has no such member. */
    JsonValue at(String key) {
        JsonValue value = object.members().get(key);
        return value == null ? object : value;
    }

    /** Reports the keys that nobody asked for: not yet supported, known from CVS, or unknown. */
    void finish() {
        Set<String> known = new LinkedHashSet<>(asked);
        known.addAll(NotYetSupported.keysBelow(place("")));
        for (String key : object.members().keySet()) {
            if (asked.contains(key)) {
                continue;
            }
            JsonValue at = at(key);
            if (known.contains(key)) {
                value(key);
            } else if (CvsKeys.unused(place(key))) {
                findings().warning(at, name(key) + " is a key of CVS that has no effect here", "remove it");
            } else {
                findings().problem(at, name(key) + " is no known key", Suggestion.fix(key, known));
            }
        }
    }

    private <T> T noted(String key, @Nullable JsonValue value, @Nullable T read, T byDefault) {
        if (read == null || value == null) {
            effective().byDefault(name(key), byDefault);
            return byDefault;
        }
        effective().fromFile(name(key), read, value);
        return read;
    }

    private void note(String fullName, String lastName, JsonValue value) {
        if (Secrets.isSecret(lastName)) {
            effective().fromFile(fullName, Secrets.MASK, value);
        } else if (value instanceof JsonString string) {
            effective().fromFile(fullName, string.safeText(), value);
        } else if (value instanceof JsonObject || value instanceof JsonArray) {
            effective().fromFile(fullName, value.shown(), value);
        } else {
            effective().fromFile(fullName, scalars.plain(fullName, value), value);
        }
    }

    /** Returns a name without list positions: where the tables of keys have it. */
    private String place(String key) {
        return reading.fileKind() + name(key).replaceAll("\\[\\d+]", "[]");
    }
}
