package atlas.validation.cluster;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.BooleanSupplier;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The daemon of another machine, reached with the user's own {@code ssh}. Its socket appears here in a folder that
 * nobody else can enter, and the ports of its containers on this machine's loopback: nothing is exposed on a network.
 */
final class SshDockerHost implements DockerHost {

    private static final Duration LIMIT = Duration.ofSeconds(60);

    /** Finds the socket that {@code docker} there would use, and the daemon's own id where its tool can tell. */
    private static final String QUESTION = """
            for socket in "${DOCKER_HOST#unix://}" /var/run/docker.sock "$XDG_RUNTIME_DIR/docker.sock" "$HOME/.docker/run/docker.sock"; do
              if [ -S "$socket" ]; then
                if [ -r "$socket" ] && [ -w "$socket" ]; then
                  echo "socket $socket"
                  if command -v docker >/dev/null 2>&1; then
                    DOCKER_HOST="unix://$socket" docker info --format 'id {{.ID}}' 2>/dev/null
                  fi
                  exit 0
                fi
                echo "closed $socket"
              fi
            done
            """;

    private static final Pattern SOCKET = Pattern.compile("(?m)^socket (.+)$");
    private static final Pattern CLOSED = Pattern.compile("(?m)^closed (.+)$");
    private static final Pattern ID = Pattern.compile("(?m)^id (.+)$");

    private final String asked;
    private final SshTarget target;
    private final String id;
    private final Path folder;
    private final SshTunnel daemon;
    private final Map<Integer, Reached> reached = new LinkedHashMap<>();

    private record Reached(InetSocketAddress address, SshTunnel tunnel) {}

    private SshDockerHost(String asked, SshTarget target, String id, Path folder, SshTunnel daemon) {
        this.asked = asked;
        this.target = target;
        this.id = id;
        this.folder = folder;
        this.daemon = daemon;
    }

    /**
     * Opens the way to a machine's daemon.
     *
     * @param asked what the cluster file says
     * @param cancelled asked often; true makes the call give up
     * @throws HostException if the machine or its daemon cannot be reached
     * @throws java.util.concurrent.CancellationException if it was cancelled
     */
    static SshDockerHost open(String asked, SshTarget target, BooleanSupplier cancelled) {
        ShellOutput told = new SshShell(target).run(QUESTION, LIMIT, cancelled);
        Matcher socket = SOCKET.matcher(told.out());
        if (!socket.find()) {
            throw new HostException(noSocket(target, told));
        }
        Path folder = privateFolder();
        try {
            SshTunnel tunnel = SshTunnel.open(
                    target, new Forward.Socket(folder.resolve("docker.sock"), socket.group(1)), cancelled);
            Matcher id = ID.matcher(told.out());
            return new SshDockerHost(asked, target, id.find() ? id.group(1).strip() : "", folder, tunnel);
        } catch (RuntimeException failed) {
            delete(folder);
            throw failed;
        }
    }

    private static String noSocket(SshTarget target, ShellOutput told) {
        Matcher closed = CLOSED.matcher(told.out());
        return closed.find()
                ? "the user of %s may not use the Docker daemon there: %s is closed to them; add them to the group docker"
                        .formatted(target.destination(), closed.group(1))
                : "no Docker daemon runs on %s: it has no socket /var/run/docker.sock; start it there, or set DOCKER_HOST for its shell"
                        .formatted(target.destination());
    }

    /** Returns a new folder that only this user can enter, with a path short enough for a socket in it. */
    private static Path privateFolder() {
        try {
            return Files.createTempDirectory("avs-");
        } catch (IOException unwritable) {
            throw new UncheckedIOException(unwritable);
        }
    }

    @Override
    public String asked() {
        return asked;
    }

    @Override
    public URI daemon() {
        return URI.create("unix://" + folder.resolve("docker.sock"));
    }

    @Override
    public synchronized InetSocketAddress reach(int port, BooleanSupplier cancelled) {
        Reached known = reached.get(port);
        if (known != null && known.tunnel.isOpen()) {
            return known.address;
        }
        if (!daemon.isOpen()) {
            throw new HostException(daemon.trouble());
        }
        int local = freePort();
        SshTunnel tunnel = SshTunnel.open(target, new Forward.Port(local, port), cancelled);
        InetSocketAddress address = new InetSocketAddress(InetAddress.getLoopbackAddress(), local);
        reached.put(port, new Reached(address, tunnel));
        return address;
    }

    /** Returns a port that was free a moment ago; were it taken meanwhile, the tunnel would not open. */
    private static int freePort() {
        try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            return socket.getLocalPort();
        } catch (IOException none) {
            throw new HostException("this machine has no free port (%s)".formatted(none.getMessage()));
        }
    }

    /** The machine itself was asked for its daemon's id: what answers through the tunnel must have the same. */
    @Override
    public void confirm(String otherId, String name) {
        if (!id.isEmpty() && !id.equals(otherId)) {
            throw new HostException(
                    "another Docker daemon answers than the one of %s: %s (%s) and not %s; see what DOCKER_HOST and the Docker contexts say"
                            .formatted(target.destination(), otherId, name, id));
        }
    }

    @Override
    public synchronized void close() {
        reached.values().forEach(way -> way.tunnel.close());
        reached.clear();
        daemon.close();
        delete(folder);
    }

    private static void delete(Path folder) {
        try {
            Files.deleteIfExists(folder.resolve("docker.sock"));
            Files.deleteIfExists(folder);
        } catch (IOException left) {
            // An empty folder in the temporary one harms nobody.
        }
    }
}
