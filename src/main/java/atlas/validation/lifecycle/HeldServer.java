package atlas.validation.lifecycle;

import static java.util.Objects.requireNonNull;

import atlas.validation.server.RunningServer;
import atlas.validation.server.ServerException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.jspecify.annotations.Nullable;

/**
 * The server that a target holds on to, the way to it, and how both are let go of. Used by the running thread; only
 * {@link #kill()}, {@link #launching} and {@link #server(RunningServer)} may come from another.
 */
final class HeldServer {

    private final List<Runnable> removals = new CopyOnWriteArrayList<>();
    private volatile @Nullable RunningServer server;
    private @Nullable ServerConnection connection;

    /** Keeps how all that a launch has started is removed at once. */
    void launching(Runnable removal) {
        removals.add(removal);
    }

    void server(RunningServer launched) {
        server = launched;
    }

    @Nullable
    RunningServer server() {
        return server;
    }

    void connection(ServerConnection opened) {
        connection = opened;
    }

    ServerConnection connection() {
        return requireNonNull(connection, "server_health has opened no connection");
    }

    /** Lets go of the server and of the client; does nothing a second time. */
    void release() {
        ServerConnection open = connection;
        connection = null;
        if (open != null) {
            open.close();
        }
        RunningServer running = server;
        server = null;
        if (running != null) {
            running.close();
        }
        removals.clear();
    }

    /** Ends the server and all that its launch has started, at once and from any thread, without a teardown. */
    void kill() {
        List<Runnable> ends = new ArrayList<>(removals);
        RunningServer running = server;
        if (running != null) {
            ends.addFirst(() -> running.stop(Duration.ZERO));
        }
        for (Runnable end : ends) {
            try {
                end.run();
            } catch (ServerException stays) {
                System.err.println(stays.sentence());
            }
        }
    }
}
