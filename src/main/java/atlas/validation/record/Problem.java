package atlas.validation.record;

import static java.util.Objects.requireNonNull;

import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * One thing that is wrong with the input, and what to do about it.
 *
 * @param file the file as its user named it, or null when a setting is at fault
 * @param line 1-based line in the file, or null where none is known
 * @param pointer JSON pointer (RFC 6901) to the value, or null
 * @param message one sentence: what is wrong and what was seen
 * @param fix one sentence: what to write instead, or null when the message says it all
 */
public record Problem(
        @Nullable String file,
        @Nullable Integer line,
        @Nullable String pointer,
        String message,
        @Nullable String fix) {

    private static final Comparator<Problem> BY_LINE =
            Comparator.comparing(Problem::line, Comparator.nullsFirst(Comparator.naturalOrder()));

    public Problem {
        requireNonNull(message, "message is null");
    }

    /** Returns a problem of a setting, such as {@code -Dconfig}, that no file carries. */
    public static Problem ofSetting(String message, @Nullable String fix) {
        return new Problem(null, null, null, message, fix);
    }

    /**
     * Returns problems as a reader goes through the files: file by file in the order in which they first occur, by line
     * within each. What holds for a file as a whole comes before its lines, and settings are a file of their own.
     */
    public static List<Problem> byPlace(Collection<Problem> problems) {
        Map<Optional<String>, List<Problem>> byFile = new LinkedHashMap<>();
        for (Problem problem : problems) {
            byFile.computeIfAbsent(Optional.ofNullable(problem.file()), file -> new ArrayList<>())
                    .add(problem);
        }
        return byFile.values().stream()
                .flatMap(ofOne -> ofOne.stream().sorted(BY_LINE))
                .toList();
    }

    /** Returns the problem on one line: {@code file:line pointer: message; fix}. */
    public String sentence() {
        StringBuilder text = new StringBuilder();
        if (file != null) {
            text.append(file);
            if (line != null) {
                text.append(':').append(line);
            }
            if (pointer != null && !pointer.isEmpty()) {
                text.append(' ').append(pointer);
            }
            text.append(": ");
        }
        text.append(message);
        if (fix != null) {
            text.append("; ").append(fix);
        }
        return text.toString();
    }
}
