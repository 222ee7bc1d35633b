package atlas.validation.server;

import atlas.validation.cluster.NodeShell;
import java.net.URI;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;

/** A server that was launched or reached. Safe for use by several threads. */
public interface RunningServer extends AutoCloseable {

    /** Returns the server's address, without {@code /v1} and without a trailing slash. */
    URI baseUrl();

    /**
     * Returns {@link System#nanoTime} just before it was launched; for a server that ran already, when it was reached.
     */
    long launchedNanos();

    /** Tells whether the suite launched it. */
    boolean launched();

    /** Tells whether its process lives; always true for one that the suite did not launch. */
    boolean isAlive();

    /** Returns what completes when its process has ended: never for one that the suite did not launch. */
    default CompletableFuture<?> ended() {
        return new CompletableFuture<>();
    }

    /** Tells whether it is a simulator by construction, so that nothing measured on it is taken for a real server's. */
    boolean simulated();

    /** Returns how its process ended, in one sentence with its last line, or nothing while it lives. */
    Optional<String> exitDescription();

    /** Returns the last lines of its log, oldest first; empty for one that the suite did not launch. */
    List<String> lastLogLines();

    /** Returns the way into its container, where there is one that has a shell. */
    default Optional<NodeShell> shell() {
        return Optional.empty();
    }

    /**
     * Asks the process to end and kills it when the grace is over; returns when it is gone. Does nothing to a server
     * that the suite did not launch, or a second time.
     *
     * @throws ServerException if it cannot be told that it is gone
     */
    void stop(Duration grace);

    /** Stops the process with a short grace; never throws. */
    @Override
    void close();
}
