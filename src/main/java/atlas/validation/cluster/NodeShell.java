package atlas.validation.cluster;

import atlas.validation.config.ClusterFile;
import atlas.validation.config.ClusterNode;
import java.net.URI;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
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

    /** Tells whether this process sees the same files. */
    default boolean isHere() {
        return false;
    }

    /** Returns what a user types to have a command run there. */
    default String typed(String command) {
        return command;
    }

    /**
     * Returns how long what is tunnelled to the place takes there and back, in milliseconds; empty where nothing is
     * tunnelled, or where it cannot be measured.
     */
    default Optional<Double> roundTripMs() {
        return Optional.empty();
    }

    /**
     * Returns the way to a cluster's head node, or empty where there is none: a daemon behind {@code tcp} has no shell.
     */
    static Optional<NodeShell> ofHead(ClusterFile cluster) {
        String dockerHost = cluster.head().dockerHost();
        if (dockerHost.equals(ClusterNode.LOCAL)) {
            return Optional.of(new LocalShell());
        }
        URI url = URI.create(dockerHost);
        return switch (url.getScheme()) {
            case "unix" -> Optional.of(new LocalShell());
            case "ssh" -> Optional.of(new SshShell(SshTarget.of(dockerHost, cluster)));
            default ->
                List.of("127.0.0.1", "localhost").contains(url.getHost())
                        ? Optional.of(new LocalShell())
                        : Optional.empty();
        };
    }
}
