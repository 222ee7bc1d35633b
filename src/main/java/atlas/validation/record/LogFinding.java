package atlas.validation.record;

import org.jspecify.annotations.Nullable;

/**
 * A phrase that was found in a server's log, or in what its runtime said, and what it means.
 *
 * @param kind what it is a sign of, such as {@code out_of_memory}; the documentation lists the kinds
 * @param fatal whether a server that says so is of no use any more
 * @param phrase the phrase that was looked for
 * @param line the first line that held it
 * @param meaning what it means, in one sentence
 * @param cell the cell during which it was first seen, or null outside the cells
 * @param count how many lines held it
 */
public record LogFinding(
        String kind,
        boolean fatal,
        String phrase,
        String line,
        String meaning,
        @Nullable String cell,
        long count) {

    public LogFinding {
        if (count < 1) {
            throw new IllegalArgumentException("count must be positive, got [" + count + "]");
        }
    }

    /** Returns the same finding, first seen during a cell. */
    public LogFinding during(@Nullable String seen) {
        return new LogFinding(kind, fatal, phrase, line, meaning, seen, count);
    }

    /** Returns the same finding with one more line. */
    public LogFinding again() {
        return new LogFinding(kind, fatal, phrase, line, meaning, cell, count + 1);
    }
}
