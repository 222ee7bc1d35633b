package atlas.validation.cluster;

import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.Socket;
import java.net.SocketAddress;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CancellationException;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;

/**
 * A tunnel to another machine: {@code ssh -N -L} with the user's own {@code ssh}. Safe for use by several threads.
 *
 * <p>A shell stands between this process and {@code ssh}, and ends it when its own input closes. So the tunnel ends
 * with this process, even one that is killed, without anything to clean up at the next start.
 */
final class SshTunnel implements AutoCloseable {

    private static final Duration LONGEST_OPENING = Duration.ofSeconds(60);
    private static final Duration LONGEST_END = Duration.ofSeconds(5);
    private static final Duration CHECK = Duration.ofMillis(20);
    private static final int MOST_ERROR_BYTES = 16 << 10;

    /**
     * Starts the command, and a watch that ends it with the input; takes away the local end, and its folder if empty.
     */
    private static final String GUARD = """
            socket=$1
            shift
            exec 3<&0
            "$@" </dev/null 3<&- &
            command=$!
            { cat <&3 >/dev/null; kill "$command"; } >/dev/null 2>&1 &
            watch=$!
            exec 3<&-
            wait "$command"
            code=$?
            kill "$watch" 2>/dev/null
            if [ -S "$socket" ]; then rm -f "$socket"; fi
            rmdir "${socket%/*}" 2>/dev/null
            exit "$code"
            """;

    private final SshTarget target;
    private final Forward forward;
    private final Process process;
    private final StringBuffer errors = new StringBuffer();
    private final Thread reader;

    private SshTunnel(SshTarget target, Forward forward, Process process) {
        this.target = target;
        this.forward = forward;
        this.process = process;
        this.reader = Thread.ofVirtual().start(this::readErrors);
    }

    /**
     * Opens a tunnel and returns when its local end takes connections.
     *
     * @param cancelled asked often; true makes the call give up
     * @throws HostException if it cannot be opened; then nothing is left of it
     * @throws CancellationException if it was cancelled
     */
    static SshTunnel open(SshTarget target, Forward forward, BooleanSupplier cancelled) {
        String socket = switch (forward) {
            case Forward.Socket(Path local, String remote) -> local.toString();
            case Forward.Port(int local, int remote) -> "";
        };
        List<String> command = new ArrayList<>(List.of("sh", "-c", GUARD, "tunnel", socket));
        command.addAll(target.command(List.of(
                "-N", "-o", "ExitOnForwardFailure=yes", "-o", "StreamLocalBindUnlink=yes", "-L", forward.argument())));
        try {
            SshTunnel tunnel = new SshTunnel(target, forward, new ProcessBuilder(command).start());
            boolean opened = false;
            try {
                tunnel.awaitOpen(cancelled);
                opened = true;
                return tunnel;
            } finally {
                if (!opened) {
                    tunnel.close();
                }
            }
        } catch (IOException missing) {
            throw new HostException(
                    "no tunnel can be opened: this machine has no shell (%s)".formatted(missing.getMessage()));
        }
    }

    private void awaitOpen(BooleanSupplier cancelled) {
        long deadline = System.nanoTime() + LONGEST_OPENING.toNanos();
        try {
            while (!connects()) {
                if (process.waitFor(CHECK.toMillis(), TimeUnit.MILLISECONDS)) {
                    reader.join();
                    throw new HostException(SshTrouble.sentence(target, errors.toString()));
                }
                if (cancelled.getAsBoolean()) {
                    throw new CancellationException("cancelled while a tunnel was opened");
                }
                if (System.nanoTime() - deadline > 0) {
                    throw new HostException("%s opens no tunnel within %d s; try: %s"
                            .formatted(target.destination(), LONGEST_OPENING.toSeconds(), target.trial()));
                }
            }
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
            throw new CancellationException("interrupted while a tunnel was opened");
        }
    }

    /** Tells whether the local end takes a connection; what it leads to is not asked. */
    private boolean connects() {
        return switch (forward) {
            case Forward.Socket(var local, var remote) -> connects(UnixDomainSocketAddress.of(local));
            case Forward.Port(int local, int remote) -> connects(local);
        };
    }

    private static boolean connects(SocketAddress address) {
        try (SocketChannel channel = SocketChannel.open(StandardProtocolFamily.UNIX)) {
            return channel.connect(address);
        } catch (IOException notYet) {
            return false;
        }
    }

    private static boolean connects(int port) {
        try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), port)) {
            return socket.isConnected();
        } catch (IOException notYet) {
            return false;
        }
    }

    /** Tells whether the connection stands. */
    boolean isOpen() {
        return process.isAlive();
    }

    /** Returns why it broke, in one sentence; only for one that is not open. */
    String trouble() {
        return SshTrouble.sentence(target, errors.toString());
    }

    private void readErrors() {
        byte[] buffer = new byte[1024];
        try (InputStream stream = process.getErrorStream()) {
            for (int read = stream.read(buffer); read >= 0; read = stream.read(buffer)) {
                if (errors.length() < MOST_ERROR_BYTES) {
                    errors.append(new String(buffer, 0, read, StandardCharsets.UTF_8));
                }
            }
        } catch (IOException closed) {
            // There is nothing more to read.
        }
    }

    @Override
    public void close() {
        List<ProcessHandle> started = process.descendants().toList();
        try {
            process.getOutputStream().close();
            if (!process.waitFor(LONGEST_END.toMillis(), TimeUnit.MILLISECONDS)) {
                started.forEach(ProcessHandle::destroyForcibly);
                process.destroyForcibly();
            }
        } catch (IOException broken) {
            process.destroyForcibly();
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
            started.forEach(ProcessHandle::destroyForcibly);
            process.destroyForcibly();
        }
    }
}
