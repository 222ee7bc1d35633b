package atlas.validation.cluster;

import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * A value as a tool printed it. Tools have many words for not knowing; all of them, blanks, and numbers that are none
 * become null.
 *
 * @param text what was printed, or null when nothing was
 */
record Told(@Nullable String text) {

    private static final Set<String> UNKNOWN = Set.of(
            "",
            "-",
            "n/a",
            "na",
            "none",
            "not supported",
            "not available",
            "not found",
            "unknown",
            "unknown error",
            "insufficient permissions",
            "gpu is lost",
            "requested functionality has been deprecated",
            "gpu requires reset");

    private static final Pattern NUMBER = Pattern.compile("-?\\d+(\\.\\d+)?");

    @Nullable
    String word() {
        if (text == null) {
            return null;
        }
        String bare = text.strip().replaceAll("^\\[|]$", "").strip();
        return UNKNOWN.contains(bare.toLowerCase(Locale.ROOT)) ? null : bare;
    }

    /** Returns the number, without a unit that may follow it. */
    @Nullable
    Double number() {
        String word = word();
        if (word == null) {
            return null;
        }
        Matcher number = NUMBER.matcher(word);
        return number.lookingAt() ? (Double) Double.parseDouble(number.group()) : null;
    }

    /** Returns the number when it is none below zero, which is how the kernel says that it does not know. */
    @Nullable
    Integer count() {
        return Optional.ofNullable(number())
                .filter(number -> number >= 0 && number <= Integer.MAX_VALUE)
                .map(Double::intValue)
                .orElse(null);
    }

    @Nullable
    Long amount() {
        return Optional.ofNullable(number())
                .filter(number -> number >= 0)
                .map(Double::longValue)
                .orElse(null);
    }
}
