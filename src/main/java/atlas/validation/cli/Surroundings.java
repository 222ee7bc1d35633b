package atlas.validation.cli;

import static java.util.Objects.requireNonNull;

import java.nio.file.Path;
import java.util.Map;

/**
 * What a command finds around it.
 *
 * @param terminal where it prints
 * @param environment the variables of its environment
 * @param workingDirectory what the paths that it is given are relative to
 */
record Surroundings(Terminal terminal, Map<String, String> environment, Path workingDirectory) {

    Surroundings {
        requireNonNull(terminal, "terminal is null");
        environment = Map.copyOf(environment);
        workingDirectory = workingDirectory.toAbsolutePath().normalize();
    }

    /** Returns those of this process. */
    static Surroundings ofThisProcess() {
        return new Surroundings(Terminal.ofThisProcess(System.getenv()), System.getenv(), Path.of(""));
    }

    void print(String line) {
        terminal.out().println(line.stripTrailing());
    }
}
