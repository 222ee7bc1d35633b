package atlas.validation.config;

import atlas.validation.config.JsonValue.JsonArray;
import atlas.validation.config.JsonValue.JsonBoolean;
import atlas.validation.config.JsonValue.JsonNull;
import atlas.validation.config.JsonValue.JsonNumber;
import atlas.validation.config.JsonValue.JsonObject;
import atlas.validation.config.JsonValue.JsonString;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Finds {@code <changeme…>}: what a shipped file leaves for its user to fill in. */
final class ChangeMe {

    private static final Pattern MARK = Pattern.compile("<changeme[^>]*>", Pattern.CASE_INSENSITIVE);

    private ChangeMe() {}

    /** Reports every mark that is left in a value or below it, in keys too. */
    static void check(JsonValue value, Findings findings) {
        switch (value) {
            case JsonString string -> report(string.source(), string, findings);
            case JsonArray array -> array.elements().forEach(element -> check(element, findings));
            case JsonObject object ->
                object.members().forEach((key, member) -> {
                    report(key, member, findings);
                    check(member, findings);
                });
            case JsonNumber number -> {}
            case JsonBoolean flag -> {}
            case JsonNull nothing -> {}
        }
    }

    private static void report(String text, JsonValue at, Findings findings) {
        Matcher mark = MARK.matcher(text);
        if (mark.find()) {
            findings.problem(at, mark.group() + " is still to be filled in", "write your own value in its place");
        }
    }
}
