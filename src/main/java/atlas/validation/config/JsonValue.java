package atlas.validation.config;

import atlas.validation.text.Printable;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.regex.Pattern;

/** A value of a JSON file that knows where it stands. A member of an object stands where its key stands. */
sealed interface JsonValue {

    /** Returns the 1-based line. */
    int line();

    /** Returns the JSON pointer (RFC 6901), empty for the root. */
    String pointer();

    /** Returns the value as a message shows it: short, and without what an environment variable holds. */
    String shown();

    record JsonObject(int line, String pointer, Map<String, JsonValue> members) implements JsonValue {
        public JsonObject {
            members = Collections.unmodifiableMap(new LinkedHashMap<>(members));
        }

        @Override
        public String shown() {
            return "an object";
        }
    }

    record JsonArray(int line, String pointer, List<JsonValue> elements) implements JsonValue {
        public JsonArray {
            elements = List.copyOf(elements);
        }

        @Override
        public String shown() {
            return "a list";
        }
    }

    /**
     * A string.
     *
     * @param text what it means: placeholders expanded
     * @param source what the file says
     * @param usesEnvironment whether the text holds the value of an environment variable, which may be a secret
     */
    record JsonString(int line, String pointer, String text, String source, boolean usesEnvironment)
            implements JsonValue {

        @Override
        public String shown() {
            return '"' + shortened(safeText()) + '"';
        }

        /** Returns the text as a message or record may show it. */
        String safeText() {
            return usesEnvironment ? source : text;
        }
    }

    /**
     * A number, kept as written: a double cannot hold every integer, and {@code 1e400} is for its reader to refuse.
     *
     * @param source what the file says
     */
    record JsonNumber(int line, String pointer, String source) implements JsonValue {

        private static final Pattern NUMBER = Pattern.compile("-?\\d+(\\.\\d+)?([eE][+-]?\\d+)?");
        private static final double EXACT = 1L << 53;

        /** Tells whether a text is a number as JSON writes it. */
        static boolean isNumber(String text) {
            return NUMBER.matcher(text).matches();
        }

        /** Returns the nearest double, which may be infinite. */
        double toDouble() {
            return Double.parseDouble(source);
        }

        /** Returns the number when it is whole and a long can hold it; {@code 50.0} is whole. */
        OptionalLong wholeNumber() {
            try {
                return OptionalLong.of(Long.parseLong(source));
            } catch (NumberFormatException noPlainLong) {
                double value = toDouble();
                boolean whole = value == Math.rint(value) && Math.abs(value) <= EXACT;
                return whole ? OptionalLong.of((long) value) : OptionalLong.empty();
            }
        }

        @Override
        public String shown() {
            return shortened(source);
        }
    }

    record JsonBoolean(int line, String pointer, boolean value) implements JsonValue {
        @Override
        public String shown() {
            return Boolean.toString(value);
        }
    }

    record JsonNull(int line, String pointer) implements JsonValue {
        @Override
        public String shown() {
            return "null";
        }
    }

    private static String shortened(String text) {
        String oneLine = Printable.of(text);
        return oneLine.length() <= 80 ? oneLine : oneLine.substring(0, 77) + "...";
    }
}
