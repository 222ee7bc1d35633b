package atlas.validation.server;

import java.net.URI;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CancellationException;
import java.util.function.BooleanSupplier;

/** Finds a server that runs already; launches nothing and stops nothing. */
final class RunningAlready implements ServerLauncher {

    @Override
    public RunningServer launch(LaunchRequest request, LaunchListener listener, BooleanSupplier cancelled) {
        URI given = request.baseUrl();
        if (given == null) {
            throw new ServerException("no address of the running server is given;"
                    + " set -Dbase.url=http://host:port, or params.base_url in the config");
        }
        if (cancelled.getAsBoolean()) {
            throw new CancellationException("cancelled before the server was reached");
        }
        RestAssuredWarmUp.start();
        return new Found(ServerAddress.normalized(given), System.nanoTime());
    }

    private record Found(URI baseUrl, long launchedNanos) implements RunningServer {

        @Override
        public boolean launched() {
            return false;
        }

        @Override
        public boolean isAlive() {
            return true;
        }

        @Override
        public boolean simulated() {
            return false;
        }

        @Override
        public Optional<String> exitDescription() {
            return Optional.empty();
        }

        @Override
        public List<String> lastLogLines() {
            return List.of();
        }

        @Override
        public void stop(Duration grace) {}

        @Override
        public void close() {}
    }
}
