package atlas.validation.cluster;

import static java.util.Objects.requireNonNull;

import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.BooleanSupplier;

/**
 * The daemon of this machine, behind a socket in its file system.
 *
 * @param asked what the cluster file asks for
 * @param daemon the socket, as a {@code unix} URL
 */
record LocalDockerHost(String asked, URI daemon) implements DockerHost {

    private static final String USUAL_SOCKET = "/var/run/docker.sock";
    private static final String UNIX = "unix://";

    LocalDockerHost {
        requireNonNull(asked, "asked is null");
        requireNonNull(daemon, "daemon is null");
    }

    /** Returns the daemon behind a socket that a cluster file names. */
    static LocalDockerHost at(String asked, URI url) {
        return new LocalDockerHost(asked, existing(url, asked));
    }

    /**
     * Returns the daemon that {@code docker} on this machine speaks to: of {@code DOCKER_HOST}, else the usual one,
     * else the user's own.
     *
     * @throws HostException if {@code DOCKER_HOST} is another machine's, or if there is none
     */
    static LocalDockerHost ofThisMachine(Map<String, String> environment) {
        String variable = environment.getOrDefault("DOCKER_HOST", "");
        if (!variable.isBlank() && !variable.startsWith(UNIX)) {
            throw new HostException(
                    "DOCKER_HOST is a %s address, but the cluster file says docker_host local; write the address there, or unset DOCKER_HOST"
                            .formatted(variable.replaceAll(":.*", "")));
        }
        if (!variable.isBlank()) {
            return new LocalDockerHost("local", existing(URI.create(variable), "DOCKER_HOST " + variable));
        }
        List<Path> sockets = sockets(environment);
        return sockets.stream()
                .filter(Files::exists)
                .findFirst()
                .map(socket -> new LocalDockerHost("local", URI.create(UNIX + socket)))
                .orElseThrow(() -> new HostException(
                        "no Docker daemon runs on this machine: there is no socket %s; start it, or name a server that runs already with -Dbase.url"
                                .formatted(sockets.getFirst())));
    }

    private static List<Path> sockets(Map<String, String> environment) {
        List<Path> sockets = new ArrayList<>(List.of(Path.of(USUAL_SOCKET)));
        String ofSession = environment.getOrDefault("XDG_RUNTIME_DIR", "");
        if (!ofSession.isBlank()) {
            sockets.add(Path.of(ofSession, "docker.sock"));
        }
        String home = environment.getOrDefault("HOME", "");
        if (!home.isBlank()) {
            sockets.add(Path.of(home, ".docker", "run", "docker.sock"));
        }
        return sockets;
    }

    private static URI existing(URI url, String asked) {
        if (!Files.exists(Path.of(url.getPath()))) {
            throw new HostException(
                    "no Docker daemon listens at %s: there is no such socket; start it, or correct docker_host"
                            .formatted(asked));
        }
        return url;
    }

    @Override
    public InetSocketAddress reach(int port, BooleanSupplier cancelled) {
        return new InetSocketAddress(InetAddress.getLoopbackAddress(), port);
    }

    @Override
    public void close() {}
}
