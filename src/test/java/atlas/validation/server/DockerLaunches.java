package atlas.validation.server;

import static org.assertj.core.api.Assertions.assertThat;

import atlas.validation.config.ClusterFile;
import atlas.validation.config.ClusterNode;
import atlas.validation.config.Driver;
import atlas.validation.config.RuntimeArguments;
import atlas.validation.config.ServerRuntime;
import atlas.validation.record.LogFinding;
import atlas.validation.record.Warning;
import atlas.validation.testing.TestImage;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.CopyOnWriteArrayList;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;

/** Launches the simulator in containers of a real daemon, and makes sure that none of them is left. */
abstract class DockerLaunches {

    static final ServerDriver ATLAS = ServerDriver.of(Driver.ATLAS);

    /** Containers of this test alone: others may run at the same daemon. */
    final String runId = "it-" + UUID.randomUUID();

    final Heard heard = new Heard();
    String image = "";
    ClusterFile cluster = ClusterFile.thisMachine();
    String fault = "";

    @TempDir
    Path folder;

    @BeforeEach
    void image() {
        image = TestImage.name();
    }

    @AfterEach
    void nothingIsLeft() {
        List<String> left = containers();
        left.forEach(id -> TestImage.run("docker", "rm", "-f", id));
        assertThat(left).isEmpty();
    }

    /** Returns the containers of this test, running or not. */
    List<String> containers() {
        return TestImage.run("docker", "ps", "-aq", "--filter", "label=" + Leftovers.RUN + "=" + runId)
                .lines()
                .toList();
    }

    static RuntimeArguments quick() {
        return arguments("none", "bridge", null);
    }

    static RuntimeArguments network(String network) {
        return arguments("none", network, null);
    }

    static RuntimeArguments arguments(String gpus, String network, @Nullable Long memoryBytes) {
        return new RuntimeArguments(
                gpus,
                network,
                null,
                null,
                memoryBytes,
                List.of(),
                List.of(),
                List.of(),
                List.of(),
                List.of(),
                List.of(),
                false);
    }

    static int freePort() throws IOException {
        try (ServerSocket any = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            return any.getLocalPort();
        }
    }

    RunningServer launch(RuntimeArguments arguments, String... more) {
        return launch(arguments, 8888, more);
    }

    RunningServer launch(RuntimeArguments arguments, int port, String... more) {
        return ServerLauncher.of(ServerRuntime.DOCKER).launch(request(arguments, port, more), heard, () -> false);
    }

    LaunchRequest request(RuntimeArguments arguments, int port, String... more) {
        return new LaunchRequest(
                ATLAS,
                "a/model",
                port,
                null,
                1,
                1,
                List.of(more),
                Map.of("FAULT", fault),
                null,
                Duration.ofSeconds(60),
                log(),
                new ContainerRequest(image, arguments, cluster, runId, "config"));
    }

    static Ready await(RunningServer server, int seconds) {
        return new ServerReadiness(ATLAS, Access.PLAIN).await(server, Duration.ofSeconds(seconds), () -> false);
    }

    Path log() {
        return folder.resolve("logs/server.log");
    }

    static ClusterFile cluster(String dockerHost) {
        ClusterNode node = new ClusterNode("127.0.0.1", null, null, dockerHost);
        return new ClusterFile("c.json", "container", null, null, node.address(), List.of(node), Map.of());
    }

    /** Keeps all that it hears. */
    static final class Heard implements LaunchListener {

        final List<String> progress = new CopyOnWriteArrayList<>();
        final List<ImageFacts> images = new CopyOnWriteArrayList<>();
        final List<Warning> warnings = new CopyOnWriteArrayList<>();
        final List<RunningServer> servers = new CopyOnWriteArrayList<>();
        final List<LogFinding> findings = new CopyOnWriteArrayList<>();

        List<String> kinds() {
            return findings.stream().map(LogFinding::kind).toList();
        }

        @Override
        public void progress(String sentence) {
            progress.add(sentence);
        }

        @Override
        public void image(ImageFacts image) {
            images.add(image);
        }

        @Override
        public void warn(Warning warning) {
            warnings.add(warning);
        }

        @Override
        public void launched(RunningServer server) {
            servers.add(server);
        }

        @Override
        public void found(LogFinding finding) {
            findings.add(finding);
        }
    }
}
