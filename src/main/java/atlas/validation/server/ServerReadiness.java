package atlas.validation.server;

import static java.util.Objects.requireNonNull;

import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CancellationException;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;

/**
 * Waits until a server is ready: its process lives, its health path says so, and its models can be listed. A server
 * that the suite launched may refuse connections while it loads; one that ran already must answer at once.
 */
public final class ServerReadiness {

    private static final long POLL_MILLIS = 50;
    private static final Duration BETWEEN_LINES = Duration.ofSeconds(30);
    private static final Duration PATIENCE = Duration.ofSeconds(5);
    private static final int NOT_FOUND = 404;
    private static final int UNAVAILABLE = 503;

    private final ServerDriver driver;
    private final Access access;
    private final Consumer<String> waiting;
    private final Duration betweenLines;

    /**
     * Prepares to wait.
     *
     * @param driver the server's driver, which knows the health paths
     * @param access the key, whom to trust, and the proxy
     */
    public ServerReadiness(ServerDriver driver, Access access) {
        this(driver, access, sentence -> {});
    }

    /**
     * Prepares to wait, and to tell how it goes.
     *
     * @param waiting hears now and then what a server says that takes long to load
     */
    public ServerReadiness(ServerDriver driver, Access access, Consumer<String> waiting) {
        this(driver, access, waiting, BETWEEN_LINES);
    }

    ServerReadiness(ServerDriver driver, Access access, Consumer<String> waiting, Duration betweenLines) {
        this.driver = requireNonNull(driver, "driver is null");
        this.access = requireNonNull(access, "access is null");
        this.waiting = requireNonNull(waiting, "waiting is null");
        this.betweenLines = requireNonNull(betweenLines, "betweenLines is null");
    }

    /**
     * Returns what was seen once the server is ready.
     *
     * @param timeout longest time since its launch
     * @param cancelled asked often; true makes the call give up
     * @throws ServerException if it died, cannot be reached, or is not ready in time
     * @throws CancellationException if it was cancelled
     */
    public Ready await(RunningServer server, Duration timeout, BooleanSupplier cancelled) {
        PlainRequests requests = new PlainRequests(server.baseUrl(), access, PATIENCE);
        long told = System.nanoTime();
        while (true) {
            failIfDead(server);
            Health health = health(requests, cancelled);
            Duration waited = Duration.ofNanos(System.nanoTime() - server.launchedNanos());
            if (health.ready) {
                Reply models = ServedModels.ask(requests, cancelled);
                if (!server.launched() || !ServedModels.mayComeYet(models)) {
                    return ready(server, waited, health.path, ServedModels.listed(models));
                }
                health = Health.of(health.path, models);
            }
            failIfDead(server);
            if (!health.mayBecomeReady(server.launched())) {
                throw new ServerException(health.sentence);
            }
            if (waited.compareTo(timeout) > 0) {
                throw new ServerException(
                        "the server was not ready within %.0f s: %s%s"
                                .formatted(timeout.toMillis() / 1e3, health.sentence, lastLine(server)),
                        server.lastLogLines());
            }
            if (System.nanoTime() - told >= betweenLines.toNanos()) {
                told = System.nanoTime();
                waiting.accept("not ready after %.0f s%s".formatted(waited.toMillis() / 1e3, lastLine(server)));
            }
            pause(cancelled);
        }
    }

    private static Ready ready(
            RunningServer server, Duration waited, String healthPath, List<ServedModels.Model> models) {
        boolean simulated = server.simulated() || models.stream().anyMatch(ServedModels.Model::isSimulated);
        return new Ready(
                waited, healthPath, models.stream().map(ServedModels.Model::id).toList(), simulated);
    }

    /** One look at the server's health. */
    private record Health(boolean ready, int status, String path, String sentence) {

        static Health of(String path, Reply reply) {
            return switch (reply) {
                case Reply.Answer answer -> new Health(answer.isSuccess(), answer.status(), path, answer.sentence());
                case Reply.NoAnswer(String sentence) -> new Health(false, 0, path, sentence);
            };
        }

        boolean mayBecomeReady(boolean launched) {
            return status == UNAVAILABLE || (launched && status != NOT_FOUND);
        }
    }

    private Health health(PlainRequests requests, BooleanSupplier cancelled) {
        Health seen = new Health(false, 0, "", driver.word() + " has no health path");
        for (String path : driver.healthPaths()) {
            seen = Health.of(path, requests.get(path, cancelled));
            if (seen.status != NOT_FOUND) {
                return seen;
            }
        }
        return seen;
    }

    private static String lastLine(RunningServer server) {
        List<String> lines = server.lastLogLines();
        return lines.isEmpty() ? "" : "; last line of its log: " + lines.getLast();
    }

    private static void failIfDead(RunningServer server) {
        Optional<String> exit = server.exitDescription();
        if (exit.isPresent()) {
            throw new ServerException(exit.get(), server.lastLogLines());
        }
    }

    private static void pause(BooleanSupplier cancelled) {
        try {
            TimeUnit.MILLISECONDS.sleep(POLL_MILLIS);
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
            throw new CancellationException("interrupted while waiting for the server");
        }
        if (cancelled.getAsBoolean()) {
            throw new CancellationException("cancelled while waiting for the server");
        }
    }
}
