package atlas.validation.server;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.BufferedReader;
import java.io.IOException;
import java.net.URI;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A null server in a process of its own: what the client is calibrated against. The process ends with its standard
 * input, so it cannot outlive this one. Safe for use by several threads.
 */
public final class NullServerProcess implements AutoCloseable {

    /** Named, not referred to: this package does not depend on the simulator's. */
    private static final String MAIN_CLASS = "atlas.validation.simulator.NullServerMain";

    private static final Pattern LISTENING = Pattern.compile("Listening on (\\S+:\\d+)");
    private static final Duration START_LIMIT = Duration.ofSeconds(15);
    private static final long STOP_SECONDS = 2;

    /** Its sockets break some moments before the system says that the process has ended. */
    private static final long END_SECONDS = 1;

    private final Process process;
    private final CompletableFuture<URI> address;

    private NullServerProcess(Process process, CompletableFuture<URI> address) {
        this.process = process;
        this.address = address;
    }

    /**
     * Starts a null server and returns at once.
     *
     * @param firstToken from a request's last byte to its first token
     * @param gap between two tokens
     * @param tokens tokens of an answer
     * @throws ServerException if no process can be started
     */
    public static NullServerProcess start(Duration firstToken, Duration gap, int tokens) {
        List<String> command = List.of(
                EmbeddedLauncher.javaBinary(),
                "--enable-native-access=ALL-UNNAMED",
                "-Xmx128m",
                "-XX:+UseSerialGC",
                // It is there within a moment, and does too little for the optimising compiler to pay.
                "-XX:TieredStopAtLevel=1",
                "-cp",
                System.getProperty("java.class.path", ""),
                MAIN_CLASS,
                "--ttft-ms",
                millis(firstToken),
                "--itl-ms",
                millis(gap),
                "--tokens",
                Integer.toString(tokens));
        try {
            Process process =
                    new ProcessBuilder(command).redirectErrorStream(true).start();
            CompletableFuture<URI> address = new CompletableFuture<>();
            Thread.ofPlatform().name("atlas-null-server").daemon().start(() -> follow(process, address));
            return new NullServerProcess(process, address);
        } catch (IOException impossible) {
            throw new ServerException("the null server cannot be started: " + impossible.getMessage());
        }
    }

    private static String millis(Duration duration) {
        return Double.toString(duration.toNanos() / 1e6);
    }

    private static void follow(Process process, CompletableFuture<URI> address) {
        String last = "(none)";
        try (BufferedReader lines = process.inputReader(UTF_8)) {
            for (String line = lines.readLine(); line != null; line = lines.readLine()) {
                last = line;
                Matcher listening = LISTENING.matcher(line);
                if (listening.find()) {
                    address.complete(URI.create("http://" + listening.group(1)));
                }
            }
        } catch (IOException broken) {
            last = String.valueOf(broken.getMessage());
        }
        address.completeExceptionally(new ServerException("the null server ended; last line: " + last));
    }

    /**
     * Waits until it listens and returns its address.
     *
     * @throws ServerException if it ends, or does not listen in time
     */
    public URI awaitAddress() {
        try {
            return address.get(START_LIMIT.toSeconds(), TimeUnit.SECONDS);
        } catch (ExecutionException ended) {
            throw ended.getCause() instanceof ServerException known
                    ? known
                    : new ServerException("the null server ended: " + ended.getCause());
        } catch (TimeoutException silent) {
            throw new ServerException("the null server does not listen after " + START_LIMIT.toSeconds() + " s");
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
            throw new ServerException("interrupted while the null server started");
        }
    }

    /** Tells whether the process has ended, or is about to; waits a moment for it otherwise. */
    public boolean hasEnded() {
        try {
            return process.waitFor(END_SECONDS, TimeUnit.SECONDS);
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
            return false;
        }
    }

    /** Ends the process; does nothing a second time. */
    @Override
    public void close() {
        try {
            process.getOutputStream().close();
        } catch (IOException alreadyGone) {
            // The pipe ended with the process.
        }
        try {
            if (!process.waitFor(STOP_SECONDS, TimeUnit.SECONDS)) {
                process.destroyForcibly();
            }
        } catch (InterruptedException interrupted) {
            process.destroyForcibly();
            Thread.currentThread().interrupt();
        }
    }

    /** Ends the process at once. */
    public void kill() {
        process.destroyForcibly();
    }
}
