package atlas.validation.server;

import atlas.validation.cluster.NodeShell;
import atlas.validation.record.LogFinding;
import com.github.dockerjava.api.async.ResultCallback;
import com.github.dockerjava.api.command.InspectContainerResponse.ContainerState;
import com.github.dockerjava.api.exception.NotFoundException;
import com.github.dockerjava.api.exception.NotModifiedException;
import com.github.dockerjava.api.model.WaitResponse;
import java.net.URI;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;

/** A server in a container. Whoever launched it stops it, and with it the container and the way to its daemon. */
final class ContainerServer implements RunningServer {

    private static final Duration SHORT_GRACE = Duration.ofSeconds(2);
    private static final Duration MARGIN = Duration.ofSeconds(30);
    private static final long LOG_END_MILLIS = 2_000;
    private static final int SHOWN_ID = 12;

    private final DockerDaemon daemon;
    private final String id;
    private final ServerLog log;
    private final LogWatch watch;
    private final ContainerLog output;
    private final @Nullable Long memoryBytes;
    private final CompletableFuture<ContainerExit> exit = new CompletableFuture<>();
    private final AtomicBoolean closed = new AtomicBoolean();
    private volatile long launchedNanos = System.nanoTime();
    private volatile boolean removed;
    private volatile @Nullable URI baseUrl;

    /**
     * Takes over a container that was created and not yet started.
     *
     * @param memoryBytes the most memory that it may use, or null for no limit
     */
    ContainerServer(DockerDaemon daemon, String id, ServerLog log, LogWatch watch, @Nullable Long memoryBytes) {
        this.daemon = daemon;
        this.id = id;
        this.log = log;
        this.watch = watch;
        this.output = new ContainerLog(log);
        this.memoryBytes = memoryBytes;
    }

    String id() {
        return id;
    }

    @Override
    public Optional<NodeShell> shell() {
        return Optional.of(new ContainerShell(daemon, id));
    }

    /** Notes the moment just before the start. */
    void starting() {
        launchedNanos = System.nanoTime();
    }

    /** Follows the output and waits for the end from now on. */
    void started() {
        daemon.client()
                .logContainerCmd(id)
                .withFollowStream(true)
                .withStdOut(true)
                .withStdErr(true)
                .exec(output);
        Thread.ofPlatform().name("container-watch").daemon().start(this::awaitExit);
    }

    void listeningOn(URI address) {
        baseUrl = address;
    }

    /** Waits for the end of the container; a wait that breaks off tells nothing until the daemon has been asked. */
    private void awaitExit() {
        while (!exit.isDone()) {
            try {
                daemon.client()
                        .waitContainerCmd(id)
                        .exec(new ResultCallback.Adapter<WaitResponse>())
                        .awaitCompletion();
            } catch (InterruptedException interrupted) {
                Thread.currentThread().interrupt();
                exit.complete(ContainerExit.lost("is no longer watched"));
                return;
            } catch (RuntimeException broken) {
                if (!DockerTrouble.isOfDaemon(broken)) {
                    exit.complete(ContainerExit.lost("can no longer be watched: unexpected " + broken));
                    return;
                }
                // The daemon refuses or went away, or the connection was cut: which of them, the next question tells.
            }
            look();
        }
    }

    private static LogFinding outOfMemory() {
        return new LogFinding(
                FailureKind.OUT_OF_MEMORY.word(),
                true,
                "OOMKilled",
                "OOMKilled: true",
                "the container used up the memory that it may use; raise container.runtime.args.memory, or ask less of it",
                null,
                1);
    }

    private void look() {
        try {
            ContainerState state =
                    daemon.client().inspectContainerCmd(id).exec().getState();
            if (!Boolean.TRUE.equals(state.getRunning())) {
                if (Boolean.TRUE.equals(state.getOOMKilled())) {
                    watch.found(outOfMemory());
                }
                exit.complete(ContainerExit.of(state, memoryBytes));
            }
        } catch (NotFoundException gone) {
            exit.complete(ContainerExit.lost("was removed"));
        } catch (RuntimeException silent) {
            exit.complete(ContainerExit.lost("is out of reach, and so is whether it runs: "
                    + DockerTrouble.exception(
                                    "the daemon went away", daemon.host().asked(), silent)
                            .sentence()));
        }
    }

    @Override
    public URI baseUrl() {
        URI known = baseUrl;
        if (known == null) {
            throw new IllegalStateException("the container has no address yet");
        }
        return known;
    }

    @Override
    public long launchedNanos() {
        return launchedNanos;
    }

    @Override
    public boolean launched() {
        return true;
    }

    @Override
    public boolean isAlive() {
        return !exit.isDone() && !removed;
    }

    @Override
    public CompletableFuture<?> ended() {
        return exit.copy();
    }

    @Override
    public boolean simulated() {
        return false;
    }

    /** Waits a moment for the container's end to be noticed; empty when it lives. */
    Optional<String> awaitExit(Duration limit) {
        try {
            exit.get(limit.toMillis(), TimeUnit.MILLISECONDS);
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
        } catch (ExecutionException | TimeoutException lives) {
            return Optional.empty();
        }
        return exitDescription();
    }

    @Override
    public Optional<String> exitDescription() {
        ContainerExit ended = exit.getNow(null);
        if (ended == null) {
            return Optional.empty();
        }
        awaitLogEnd();
        double seconds = (ended.nanos() - launchedNanos) / 1e9;
        return Optional.of("the container %s %.1f s after its launch%s; last line: %s"
                .formatted(ended.sentence(), seconds, watch.meaning(), log.lastLine()));
    }

    private void awaitLogEnd() {
        try {
            output.awaitCompletion(LOG_END_MILLIS, TimeUnit.MILLISECONDS);
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
        } catch (RuntimeException broken) {
            // The log holds why it ends.
        }
    }

    @Override
    public List<String> lastLogLines() {
        return log.lastLines();
    }

    @Override
    public void stop(Duration grace) {
        if (removed) {
            return;
        }
        Duration limit = grace.plus(MARGIN);
        try {
            daemon.ask("the container cannot be removed", limit, () -> false, () -> {
                try {
                    end(grace);
                } catch (RuntimeException cut) {
                    // A connection of the pool may be older than the daemon behind it.
                    if (!DockerTrouble.isCutOff(cut)) {
                        throw cut;
                    }
                    end(grace);
                }
                return id;
            });
            removed = true;
        } catch (ServerException stays) {
            throw new ServerException("%s; the next run removes it, or: docker rm -f %s"
                    .formatted(stays.sentence(), id.substring(0, SHOWN_ID)));
        }
        awaitLogEnd();
    }

    private void end(Duration grace) {
        try {
            if (!grace.isZero() && !exit.isDone()) {
                daemon.client()
                        .stopContainerCmd(id)
                        .withTimeout((int) Math.max(1, grace.toSeconds()))
                        .exec();
            }
        } catch (NotFoundException | NotModifiedException ended) {
            // It is what was wanted.
        }
        try {
            daemon.client()
                    .removeContainerCmd(id)
                    .withForce(true)
                    .withRemoveVolumes(true)
                    .exec();
        } catch (NotFoundException gone) {
            // As above.
        }
    }

    @Override
    public void close() {
        if (closed.compareAndSet(false, true)) {
            try {
                stop(SHORT_GRACE);
            } catch (ServerException stays) {
                // Whoever stopped it before has been told, and the next run removes it.
            }
            log.close();
            daemon.close();
        }
    }
}
