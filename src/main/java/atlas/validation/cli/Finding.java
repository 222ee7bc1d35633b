package atlas.validation.cli;

import static java.util.Objects.requireNonNull;

import org.jspecify.annotations.Nullable;

/**
 * One thing that was looked at.
 *
 * @param level how it is
 * @param name what was looked at, in a word or two
 * @param message what was seen
 * @param advice what to do, or null where nothing is to be done
 */
record Finding(
        Level level, String name, String message, @Nullable String advice) {

    /** How a thing is. */
    enum Level {
        OK,
        /** Works, but costs accuracy, time or comfort. */
        WARN,
        /** Keeps the suite from working. */
        FAIL
    }

    Finding {
        requireNonNull(level, "level is null");
        requireNonNull(name, "name is null");
        requireNonNull(message, "message is null");
    }

    static Finding ok(String name, String message) {
        return new Finding(Level.OK, name, message, null);
    }

    static Finding warn(String name, String message, String advice) {
        return new Finding(Level.WARN, name, message, advice);
    }

    static Finding fail(String name, String message, String advice) {
        return new Finding(Level.FAIL, name, message, advice);
    }
}
