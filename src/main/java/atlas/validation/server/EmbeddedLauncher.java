package atlas.validation.server;

import atlas.validation.config.Driver;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.BooleanSupplier;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Launches the simulator in a process of its own: on this Java, with this class path, on a free port. It speaks Atlas's
 * command line whatever the driver. The process ends with its standard input, so it cannot outlive this one.
 */
final class EmbeddedLauncher implements ServerLauncher {

    /** Named, not referred to: this package does not depend on the simulator's. */
    private static final String MAIN_CLASS = "atlas.validation.simulator.SimulatorMain";

    private static final String LOOPBACK = "127.0.0.1";
    private static final Pattern LISTENING = Pattern.compile("\\bListening on ([\\d.]+):(\\d+)");
    private static final Duration CANCEL_CHECK = Duration.ofMillis(50);
    private static final Duration LONGEST_WARM_UP = Duration.ofSeconds(5);

    @Override
    public RunningServer launch(LaunchRequest request, LaunchListener listener, BooleanSupplier cancelled) {
        warmUp(cancelled);
        ProcessBuilder builder = new ProcessBuilder(command(request)).redirectErrorStream(true);
        builder.environment().putAll(request.environment());
        CompletableFuture<URI> address = new CompletableFuture<>();
        LogWatch watch = new LogWatch(ServerDriver.of(Driver.ATLAS), listener);
        ServerLog log = ServerLog.open(
                request.log(),
                line -> {
                    watch.line(line);
                    listening(line).ifPresent(address::complete);
                },
                listener::warn);
        long launchedNanos = System.nanoTime();
        Process process = start(builder, log);
        FollowedLog output = FollowedLog.start(process.getInputStream(), log);
        ChildServer server = new ChildServer("the simulator", process, output, log, watch, launchedNanos);
        listener.launched(server);
        try {
            server.listeningOn(awaitAddress(server, address, request, cancelled));
            return server;
        } catch (RuntimeException failed) {
            server.close();
            throw failed;
        }
    }

    private static Optional<URI> listening(String line) {
        Matcher listening = LISTENING.matcher(line);
        return listening.find()
                ? Optional.of(URI.create("http://" + listening.group(1) + ":" + listening.group(2)))
                : Optional.empty();
    }

    /** A process that starts within a second would be ready before the warm-up is over, and be seen so too late. */
    private static void warmUp(BooleanSupplier cancelled) {
        Thread warmUp = RestAssuredWarmUp.start();
        long deadline = System.nanoTime() + LONGEST_WARM_UP.toNanos();
        try {
            while (!cancelled.getAsBoolean()) {
                if (warmUp.join(CANCEL_CHECK) || System.nanoTime() - deadline > 0) {
                    return;
                }
            }
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
        }
        throw new CancellationException("cancelled before the simulator was launched");
    }

    private static URI awaitAddress(
            ChildServer server, CompletableFuture<URI> address, LaunchRequest request, BooleanSupplier cancelled) {
        long deadline = server.launchedNanos() + request.readyTimeout().toNanos();
        CompletableFuture<?> either = CompletableFuture.anyOf(address, server.exited());
        while (!cancelled.getAsBoolean()) {
            try {
                either.get(CANCEL_CHECK.toMillis(), TimeUnit.MILLISECONDS);
                return address.isDone() ? address.join() : fail(server);
            } catch (TimeoutException notYet) {
                if (System.nanoTime() - deadline > 0) {
                    throw new ServerException("the simulator does not listen after %.0f s; last line: %s"
                            .formatted(request.readyTimeout().toMillis() / 1e3, server.lastLine()));
                }
            } catch (ExecutionException impossible) {
                throw new IllegalStateException("waiting for the simulator's address broke", impossible);
            } catch (InterruptedException interrupted) {
                Thread.currentThread().interrupt();
                break;
            }
        }
        throw new CancellationException("cancelled while the simulator started");
    }

    private static URI fail(ChildServer server) {
        throw new ServerException(server.exitDescription().orElse("the simulator ended"), server.lastLogLines());
    }

    private static List<String> command(LaunchRequest request) {
        List<String> command = new ArrayList<>(List.of(
                javaBinary(),
                "--enable-native-access=ALL-UNNAMED",
                "-Xmx256m",
                "-XX:+UseSerialGC",
                "-cp",
                System.getProperty("java.class.path", ""),
                MAIN_CLASS));
        command.addAll(ServerDriver.of(Driver.ATLAS).commandLine(request, LOOPBACK, 0));
        command.add("--sim-exit-with-stdin");
        return command;
    }

    static String javaBinary() {
        return ProcessHandle.current()
                .info()
                .command()
                .orElseGet(() ->
                        Path.of(System.getProperty("java.home"), "bin", "java").toString());
    }

    private static Process start(ProcessBuilder builder, ServerLog log) {
        try {
            return builder.start();
        } catch (IOException impossible) {
            log.close();
            throw new ServerException("the simulator cannot be started: " + impossible.getMessage());
        }
    }
}
