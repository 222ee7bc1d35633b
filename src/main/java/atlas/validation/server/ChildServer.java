package atlas.validation.server;

import java.io.IOException;
import java.net.URI;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** A server in a child process that ends when its standard input does. */
final class ChildServer implements RunningServer {

    private static final Duration SHORT_GRACE = Duration.ofSeconds(2);
    private static final long KILL_SECONDS = 5;
    private static final long LOG_END_MILLIS = 1_000;
    private static final int KILLED_BY_SIGNAL = 128;

    private final String name;
    private final Process process;
    private final FollowedLog output;
    private final ServerLog log;
    private final LogWatch watch;
    private final long launchedNanos;
    private final CompletableFuture<Long> exitedNanos;
    private volatile @Nullable URI baseUrl;

    ChildServer(String name, Process process, FollowedLog output, ServerLog log, LogWatch watch, long launchedNanos) {
        this.name = name;
        this.process = process;
        this.output = output;
        this.log = log;
        this.watch = watch;
        this.launchedNanos = launchedNanos;
        this.exitedNanos = process.onExit().thenApply(ended -> System.nanoTime());
    }

    void listeningOn(URI address) {
        baseUrl = address;
    }

    CompletableFuture<?> exited() {
        return exitedNanos;
    }

    @Override
    public URI baseUrl() {
        URI known = baseUrl;
        if (known == null) {
            throw new IllegalStateException(name + " does not listen yet");
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
    public CompletableFuture<?> ended() {
        return process.onExit();
    }

    @Override
    public boolean isAlive() {
        return process.isAlive();
    }

    @Override
    public boolean simulated() {
        return true;
    }

    @Override
    public Optional<String> exitDescription() {
        if (process.isAlive()) {
            return Optional.empty();
        }
        output.awaitEnd(LOG_END_MILLIS);
        int code = process.exitValue();
        String how = code > KILLED_BY_SIGNAL
                ? "was killed by signal " + (code - KILLED_BY_SIGNAL) + " (exit code " + code + ")"
                : "ended with exit code " + code;
        double seconds = (exitedNanos.getNow(System.nanoTime()) - launchedNanos) / 1e9;
        return Optional.of("%s %s %.1f s after its launch%s; last line: %s"
                .formatted(name, how, seconds, watch.meaning(), log.lastLine()));
    }

    String lastLine() {
        return log.lastLine();
    }

    @Override
    public List<String> lastLogLines() {
        return log.lastLines();
    }

    @Override
    public void stop(Duration grace) {
        try {
            process.getOutputStream().close();
        } catch (IOException alreadyGone) {
            // The pipe ended with the process.
        }
        try {
            if (!process.waitFor(grace.toMillis(), TimeUnit.MILLISECONDS)) {
                kill();
            }
        } catch (InterruptedException interrupted) {
            process.destroyForcibly();
            Thread.currentThread().interrupt();
        }
        output.awaitEnd(LOG_END_MILLIS);
    }

    private void kill() throws InterruptedException {
        process.destroyForcibly();
        process.waitFor(KILL_SECONDS, TimeUnit.SECONDS);
    }

    @Override
    public void close() {
        stop(SHORT_GRACE);
    }
}
