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
import java.util.Locale;
import java.util.Map;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;

/**
 * Turns JSON values into numbers, flags and strings. A value of another kind or out of range is a problem, and the
 * answer is then null. Numbers and booleans in quotes are taken, with a warning.
 */
final class Scalars {

    private final Findings findings;

    Scalars(Findings findings) {
        this.findings = findings;
    }

    @Nullable
    Long integer(String name, JsonValue value, long least, long greatest) {
        NumberRange range = NumberRange.between((double) least, (double) greatest);
        JsonNumber number = number(value);
        if (number == null) {
            wrong(name, value, "a whole number " + range.words());
            return null;
        }
        OptionalLong whole = number.wholeNumber();
        if (whole.isEmpty() || whole.getAsLong() < least || whole.getAsLong() > greatest) {
            wrong(name, value, "a whole number " + range.words());
            return null;
        }
        warnOfQuotes(name, value);
        return whole.getAsLong();
    }

    @Nullable
    Double number(String name, JsonValue value, NumberRange range) {
        JsonNumber number = number(value);
        if (number == null || !range.contains(number.toDouble())) {
            wrong(name, value, "a number " + range.words());
            return null;
        }
        warnOfQuotes(name, value);
        return number.toDouble();
    }

    @Nullable
    Boolean flag(String name, JsonValue value) {
        if (value instanceof JsonBoolean flag) {
            return flag.value();
        }
        if (value instanceof JsonString string) {
            String word = string.text().toLowerCase(Locale.ROOT);
            if (word.equals("true") || word.equals("false")) {
                warnOfQuotes(name, value);
                return word.equals("true");
            }
        }
        wrong(name, value, "true or false");
        return null;
    }

    /** Returns a string that is more than blanks. */
    @Nullable
    String string(String name, JsonValue value) {
        if (value instanceof JsonString string && !string.text().isBlank()) {
            return string.text();
        }
        wrong(name, value, "a string that is not empty");
        return null;
    }

    /** Returns a string, or the text of a number or boolean: for what ends as text anyway. */
    @Nullable
    String text(String name, JsonValue value) {
        return switch (value) {
            case JsonString string -> string.text();
            case JsonNumber number -> number.source();
            case JsonBoolean flag -> Boolean.toString(flag.value());
            case JsonNull nothing -> {
                wrong(name, nothing, "a string");
                yield null;
            }
            case JsonArray array -> {
                wrong(name, array, "a string");
                yield null;
            }
            case JsonObject object -> {
                wrong(name, object, "a string");
                yield null;
            }
        };
    }

    /** Returns a value as plain Java objects, for fields that are handed on as they are. */
    @Nullable
    Object plain(String name, JsonValue value) {
        return switch (value) {
            case JsonString string -> string.text();
            case JsonBoolean flag -> flag.value();
            case JsonNull nothing -> null;
            case JsonNumber number -> {
                OptionalLong whole = number.wholeNumber();
                if (whole.isPresent()) {
                    yield whole.getAsLong();
                }
                yield number(name, number, NumberRange.finite());
            }
            case JsonArray array -> {
                List<@Nullable Object> list = new ArrayList<>();
                for (JsonValue element : array.elements()) {
                    list.add(plain(name + '[' + list.size() + ']', element));
                }
                yield list;
            }
            case JsonObject object -> {
                Map<String, @Nullable Object> map = new LinkedHashMap<>();
                object.members().forEach((key, member) -> map.put(key, plain(name + '.' + key, member)));
                yield map;
            }
        };
    }

    /** Reports a value that is none of {@code expected}. */
    void wrong(String name, JsonValue value, String expected) {
        findings.problem(value, name + " must be " + expected + ", got " + value.shown(), null);
    }

    private static @Nullable JsonNumber number(JsonValue value) {
        return switch (value) {
            case JsonNumber number -> number;
            case JsonString string
            when JsonNumber.isNumber(string.text()) -> new JsonNumber(string.line(), string.pointer(), string.text());
            case JsonString string -> null;
            case JsonBoolean flag -> null;
            case JsonNull nothing -> null;
            case JsonArray array -> null;
            case JsonObject object -> null;
        };
    }

    private void warnOfQuotes(String name, JsonValue value) {
        if (value instanceof JsonString string && string.source().equals(string.text())) {
            findings.warning(value, name + " is in quotes", "write " + string.text() + " without quotes");
        }
    }
}
