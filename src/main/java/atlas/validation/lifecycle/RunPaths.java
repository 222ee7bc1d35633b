package atlas.validation.lifecycle;

import static java.util.Objects.requireNonNull;

import java.nio.file.Path;
import java.util.function.Function;

/**
 * Where a run keeps its files, as far as servers have to do with them.
 *
 * @param folder the run's folder, absolute
 * @param serverLogs names the file that the log of a target's server is followed into; its folder exists
 */
public record RunPaths(Path folder, Function<String, Path> serverLogs) {

    public RunPaths {
        requireNonNull(serverLogs, "serverLogs is null");
        if (!folder.isAbsolute()) {
            throw new IllegalArgumentException("folder must be absolute, got [" + folder + "]");
        }
    }

    /** Returns the file that a target's server log is followed into. */
    Path serverLog(String target) {
        return serverLogs.apply(target);
    }
}
