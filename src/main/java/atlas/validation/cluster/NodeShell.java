package atlas.validation.cluster;

import java.time.Duration;
import java.util.function.BooleanSupplier;

/** Runs small scripts where a server runs: on this machine, over SSH, or in its container. */
public interface NodeShell {

    /** Returns where the scripts run, such as {@code this machine}: what messages call it. */
    String place();

    /**
     * Runs a script with the POSIX shell of the place and returns what it printed.
     *
     * @param script the whole script; it reads nothing
     * @param limit longest time that it may take
     * @param cancelled asked often; true makes the call give up
     * @throws HostException if the place cannot be reached, has no shell, or takes too long
     * @throws java.util.concurrent.CancellationException if it was cancelled
     */
    ShellOutput run(String script, Duration limit, BooleanSupplier cancelled);
}
