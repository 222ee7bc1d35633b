package atlas.validation.lifecycle;

import java.nio.file.Path;

/** Where a run keeps the logs of its servers. */
@FunctionalInterface
public interface RunPaths {

    /** Returns the file that a target's server log is followed into; its folder exists. */
    Path serverLog(String target);
}
