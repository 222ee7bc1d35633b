package atlas.validation.testing;

import atlas.validation.server.RunningServer;
import java.net.URI;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/** A server that counts as launched by the suite, lives for ever and has no log. */
public interface LaunchedServer extends RunningServer {

    /** Returns one at an address, launched now. */
    static RunningServer at(URI baseUrl) {
        return new At(baseUrl, System.nanoTime());
    }

    /** One that is nothing but an address. */
    record At(URI baseUrl, long launchedNanos) implements LaunchedServer {}

    @Override
    default boolean launched() {
        return true;
    }

    @Override
    default boolean isAlive() {
        return true;
    }

    @Override
    default boolean simulated() {
        return false;
    }

    @Override
    default Optional<String> exitDescription() {
        return Optional.empty();
    }

    @Override
    default List<String> lastLogLines() {
        return List.of();
    }

    @Override
    default void stop(Duration grace) {}

    @Override
    default void close() {}
}
