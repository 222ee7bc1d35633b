package atlas.validation.cli;

import atlas.validation.cluster.DockerHost;
import atlas.validation.cluster.HostException;
import atlas.validation.cluster.NodeShell;
import atlas.validation.cluster.ShellOutput;
import atlas.validation.config.ClusterFile;
import atlas.validation.config.ClusterNode;
import atlas.validation.config.LoadedConfig;
import atlas.validation.config.ServerRuntime;
import atlas.validation.config.ValidationConfig;
import atlas.validation.record.Problem;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.URI;
import java.net.UnknownHostException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Looks whether what a config names is there: paths, image, Docker daemon, hosts. Starts and changes nothing. */
final class Presence {

    private static final int CONNECT_MILLIS = 3_000;
    private static final int SSH_PORT = 22;

    /** The name of an image: lower-case parts, a host and a port before them, a tag and a digest behind. */
    private static final Pattern IMAGE = Pattern.compile("(?:[A-Za-z0-9](?:[A-Za-z0-9.-]*[A-Za-z0-9])?(?::\\d+)?/)?"
            + "[a-z0-9]+(?:(?:[._]|__|-+)[a-z0-9]+)*(?:/[a-z0-9]+(?:(?:[._]|__|-+)[a-z0-9]+)*)*"
            + "(?::\\w[\\w.-]{0,127})?(?:@sha256:[0-9a-f]{64})?");

    private final ValidationConfig config;
    private final ClusterFile cluster;
    private final Surroundings surroundings;
    private final List<Problem> problems = new ArrayList<>();
    private final List<Problem> warnings = new ArrayList<>();

    Presence(LoadedConfig loaded, Surroundings surroundings) {
        this.config = loaded.config();
        this.cluster = loaded.cluster();
        this.surroundings = surroundings;
    }

    List<Problem> problems() {
        return problems;
    }

    List<Problem> warnings() {
        return warnings;
    }

    void check() {
        if (!config.launches()) {
            runningServer();
        } else if (config.container().runtime() == ServerRuntime.DOCKER) {
            boolean there = daemon();
            image(there);
            if (isLocal()) {
                paths();
                volumes();
            }
        }
    }

    private boolean isLocal() {
        return cluster.head().dockerHost().equals(ClusterNode.LOCAL);
    }

    private void runningServer() {
        URI base = config.params().baseUrl();
        if (base == null) {
            return;
        }
        int port = base.getPort() > 0 ? base.getPort() : "https".equals(base.getScheme()) ? 443 : 80;
        unreachable(base.getHost(), port)
                .ifPresent(why -> warnings.add(of(
                        config.file(),
                        "params.base_url %s: %s".formatted(base, why),
                        "start the server, or correct the address")));
    }

    /** Looks at the way to the daemon; returns whether there is one. */
    private boolean daemon() {
        String asked = cluster.head().dockerHost();
        String file = cluster.file() == null ? config.file() : cluster.file();
        String key = cluster.privateKeyFile();
        if (asked.startsWith("ssh:") && key != null && !Files.exists(Path.of(key))) {
            warnings.add(of(
                    file,
                    "priv_key_file %s does not exist on this machine".formatted(key),
                    "ssh falls back to the keys of your agent and configuration; correct it if that is not meant"));
        }
        if (asked.equals(ClusterNode.LOCAL) || asked.startsWith("unix:")) {
            try (DockerHost host = DockerHost.open(cluster, () -> false)) {
                return Files.exists(Path.of(host.daemon().getPath()));
            } catch (HostException none) {
                problems.add(of(file, none.sentence(), null));
                return false;
            }
        }
        URI url = URI.create(asked);
        int port = url.getPort() > 0 ? url.getPort() : url.getScheme().equals("ssh") ? SSH_PORT : 2375;
        Optional<String> why = unreachable(url.getHost(), port);
        why.ifPresent(reason -> problems.add(of(
                file,
                "docker_host %s: %s".formatted(asked.replaceFirst(":[^:@/]*@", "@"), reason),
                "correct docker_host, or start the machine")));
        return why.isEmpty();
    }

    private void image(boolean daemonIsThere) {
        String image = config.container().image();
        if (image == null) {
            return;
        }
        if (!IMAGE.matcher(image).matches()) {
            problems.add(of(
                    config.file(),
                    "container.image %s is no name of an image".formatted(image),
                    "write repository:tag in lower-case letters"));
            return;
        }
        Optional<NodeShell> shell = NodeShell.ofHead(cluster);
        if (!daemonIsThere || shell.isEmpty()) {
            return;
        }
        try {
            ShellOutput found = shell.get()
                    .run(
                            "command -v docker >/dev/null || exit 99; docker image inspect -f . '" + image + "'",
                            Duration.ofSeconds(20),
                            () -> false);
            if (found.exitCode() == 1) {
                warnings.add(of(
                        config.file(),
                        "container.image %s is not on %s yet"
                                .formatted(image, shell.get().place()),
                        "the run pulls it; docker pull fetches it before"));
            }
        } catch (HostException unreachable) {
            problems.add(of(cluster.file() == null ? config.file() : cluster.file(), unreachable.sentence(), null));
        }
    }

    private void paths() {
        config.paths().forEach((name, value) -> {
            if (!name.equals("log_dir") && missing(value)) {
                warnings.add(of(
                        config.file(),
                        "paths.%s %s does not exist on this machine".formatted(name, value),
                        name.equals("hf_token_file")
                                ? "write the token there if the model asks for one, or remove the key"
                                : "make the folder, or correct the path"));
            }
        });
    }

    private void volumes() {
        for (var volume : config.container().arguments().volumes()) {
            String host = volume.toString().split(":", -1)[0];
            if (host.startsWith("/") && missing(host)) {
                warnings.add(of(
                        config.file(),
                        "the volume %s does not exist on this machine".formatted(host),
                        "correct it: Docker makes an empty folder of that name, in which there are no weights"));
            }
        }
    }

    private boolean missing(String path) {
        if (!path.startsWith("/")) {
            return false;
        }
        try {
            return !Files.exists(surroundings.workingDirectory().resolve(path));
        } catch (InvalidPathException noPath) {
            return true;
        }
    }

    private static Optional<String> unreachable(@Nullable String host, int port) {
        if (host == null) {
            return Optional.empty();
        }
        String name = host.replaceAll("^\\[|]$", "");
        try (Socket socket = new Socket()) {
            socket.connect(new InetSocketAddress(InetAddress.getByName(name), port), CONNECT_MILLIS);
            return Optional.empty();
        } catch (UnknownHostException unknown) {
            return Optional.of("the host %s is not known".formatted(name));
        } catch (IOException refused) {
            return Optional.of("nothing answers at %s:%d (%s)".formatted(name, port, refused.getMessage()));
        }
    }

    private static Problem of(String file, String message, @Nullable String fix) {
        return new Problem(file, null, null, message, fix);
    }
}
