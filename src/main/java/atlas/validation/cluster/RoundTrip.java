package atlas.validation.cluster;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.URI;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/**
 * Measures how long the network takes to a server and back, in milliseconds: the median of several. It is part of every
 * time to first token.
 */
public final class RoundTrip {

    private static final int TRIES = 7;
    private static final int PATIENCE_MILLIS = 5_000;
    private static final long LONGEST_ECHO_SECONDS = 30;

    private RoundTrip() {}

    /**
     * Measures the opening of a TCP connection, which takes one round trip. Empty for a server of this machine, where
     * there is no network to speak of, and where no connection comes about.
     */
    public static Optional<Double> ofConnection(URI server) {
        try {
            InetAddress host = InetAddress.getByName(server.getHost());
            return host.isLoopbackAddress()
                    ? Optional.empty()
                    : ofConnection(new InetSocketAddress(host, port(server)));
        } catch (IOException unreachable) {
            return Optional.empty();
        }
    }

    static Optional<Double> ofConnection(InetSocketAddress address) {
        List<Double> times = new ArrayList<>();
        try {
            for (int i = 0; i < TRIES; i++) {
                try (Socket socket = new Socket()) {
                    long started = System.nanoTime();
                    socket.connect(address, PATIENCE_MILLIS);
                    times.add((System.nanoTime() - started) / 1e6);
                }
            }
        } catch (IOException refused) {
            return Optional.empty();
        }
        return Optional.of(median(times));
    }

    private static int port(URI server) {
        if (server.getPort() >= 0) {
            return server.getPort();
        }
        return "https".equals(server.getScheme()) ? 443 : 80;
    }

    /**
     * Measures one byte there and back over SSH, the way that a tunnelled request takes: a connection to the tunnel's
     * own end would tell nothing.
     */
    static Optional<Double> ofTunnel(SshTarget target) {
        List<String> command = new ArrayList<>(target.command(List.of()));
        command.add("cat");
        try {
            Process process = new ProcessBuilder(command)
                    .redirectError(ProcessBuilder.Redirect.DISCARD)
                    .start();
            CompletableFuture<Double> measured = new CompletableFuture<>();
            Thread.ofVirtual().start(() -> echo(process, measured));
            try {
                return Optional.of(measured.get(LONGEST_ECHO_SECONDS, TimeUnit.SECONDS));
            } catch (ExecutionException | TimeoutException broken) {
                return Optional.empty();
            } catch (InterruptedException interrupted) {
                Thread.currentThread().interrupt();
                return Optional.empty();
            } finally {
                process.destroy();
            }
        } catch (IOException missing) {
            return Optional.empty();
        }
    }

    private static void echo(Process process, CompletableFuture<Double> measured) {
        List<Double> times = new ArrayList<>();
        try (OutputStream there = process.getOutputStream();
                InputStream back = process.getInputStream()) {
            // The first byte waits for the connection, and does not count.
            for (int i = 0; i <= TRIES; i++) {
                long started = System.nanoTime();
                there.write('.');
                there.flush();
                if (back.read() < 0) {
                    throw new IOException("the connection ended");
                }
                if (i > 0) {
                    times.add((System.nanoTime() - started) / 1e6);
                }
            }
            measured.complete(median(times));
        } catch (IOException broken) {
            measured.completeExceptionally(broken);
        }
    }

    private static double median(List<Double> times) {
        double middle = times.stream().sorted().toList().get(times.size() / 2);
        return Math.round(middle * 1e3) / 1e3;
    }
}
