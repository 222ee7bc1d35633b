package atlas.validation.cli;

import atlas.validation.gate.RunVerdict;
import org.jspecify.annotations.Nullable;

/** Ends a command: one sentence says what is wrong and what to do, and the exit code says it to a script. */
final class CommandException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    private final int exitCode;

    private CommandException(String sentence, int exitCode, @Nullable Throwable cause) {
        super(sentence, cause);
        this.exitCode = exitCode;
    }

    /** Returns that what was given cannot be used. */
    static CommandException input(String sentence, Throwable cause) {
        return new CommandException(sentence, RunVerdict.CONFIGURATION, cause);
    }

    /** Returns that what was given cannot be used. */
    static CommandException input(String sentence) {
        return new CommandException(sentence, RunVerdict.CONFIGURATION, null);
    }

    int exitCode() {
        return exitCode;
    }
}
