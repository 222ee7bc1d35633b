package atlas.validation.cli;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/**
 * One command of the jar, run in this process with its output caught.
 *
 * @param exitCode what the process would have ended with
 * @param out what it printed
 * @param err what it complained about
 */
public record CommandRun(int exitCode, String out, String err) {

    /** Runs a command in this process's folder. */
    public static CommandRun of(String... arguments) {
        return in(Path.of(""), Map.of(), arguments);
    }

    /** Runs a command whose paths are relative to a folder. */
    public static CommandRun in(Path folder, String... arguments) {
        return in(folder, Map.of(), arguments);
    }

    /** Runs a command whose paths are relative to a folder, with an environment of its own. */
    public static CommandRun in(Path folder, Map<String, String> environment, String... arguments) {
        return on(false, folder, environment, arguments);
    }

    /** Runs a command as if a person watched on a terminal. */
    static CommandRun onTerminal(Map<String, String> environment, String... arguments) {
        return on(true, Path.of(""), environment, arguments);
    }

    private static CommandRun on(boolean terminal, Path folder, Map<String, String> environment, String... arguments) {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        ByteArrayOutputStream err = new ByteArrayOutputStream();
        Terminal caught = Terminal.of(
                new PrintStream(out, true, StandardCharsets.UTF_8),
                new PrintStream(err, true, StandardCharsets.UTF_8),
                terminal,
                environment);
        int exitCode = AtlasValidation.run(new Surroundings(caught, environment, folder), List.of(arguments));
        return new CommandRun(exitCode, out.toString(StandardCharsets.UTF_8), err.toString(StandardCharsets.UTF_8));
    }

    /** Returns what it printed with each run of blanks as one, for what may be wrapped anywhere. */
    public String words() {
        return out.replaceAll("[\\s│]+", " ");
    }

    @Override
    public String toString() {
        return "exit code %d%n%s%n%s".formatted(exitCode, out, err);
    }
}
