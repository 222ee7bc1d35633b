package atlas.validation.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeFalse;

import atlas.validation.config.RuntimeArguments;
import atlas.validation.config.ServerRuntime;
import atlas.validation.testing.SocketProxy;
import atlas.validation.testing.TestImage;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.CancellationException;
import java.util.function.BooleanSupplier;
import org.assertj.core.api.AbstractThrowableAssert;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Servers in containers that fail in every way that a server can. */
@Timeout(180)
class DockerFailuresIT extends DockerLaunches {

    private static final Path SOCKET = Path.of("/var/run/docker.sock");

    @Test
    void aPortThatIsTakenIsNamed() throws IOException {
        try (ServerSocket taken = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            assertFails(network("host"), taken.getLocalPort())
                    .hasMessageContaining("exit code 1")
                    .hasMessageContaining("another process has the port");
        }
        assertThat(heard.kinds()).contains("port_in_use");
    }

    /** It would answer for ours, which has yet to load: figures of another server, and no word of it. */
    @Test
    void aServerThatAnswersAtThePortAlreadyIsNotTakenForOurs() throws IOException {
        try (ScriptedHttpServer other = new ScriptedHttpServer()) {
            other.on("/health", 200, "").on("/v1/models", 200, "{\"data\":[{\"id\":\"a/model\"}]}");
            int port = other.baseUrl().getPort();

            assertThatThrownBy(() -> launch(network("host"), port))
                    .isInstanceOf(ServerException.class)
                    .hasMessageContaining("/health answers already, with HTTP 200: another server has port " + port)
                    .extracting(trouble ->
                            ((ServerException) trouble).finding().orElseThrow().kind())
                    .isEqualTo("port_in_use");
        }
        assertThat(heard.servers).isEmpty();
    }

    @Test
    void anImageThatCannotBeHadIsToldInOneSentence() {
        image = "localhost:1/no/such:image";

        assertThatThrownBy(() -> launch(quick()))
                .isInstanceOf(ServerException.class)
                .hasMessageStartingWith("the image localhost:1/no/such:image cannot be pulled: the registry does not")
                .extracting(trouble ->
                        ((ServerException) trouble).finding().orElseThrow().kind())
                .isEqualTo("image");
        assertThat(heard.progress).contains("pulling the image localhost:1/no/such:image");
    }

    /** There is no NVIDIA runtime where this runs; where there is one, the message cannot be had. */
    @Test
    void aDaemonThatCannotHandOutGpusSaysSoInWordsOfOurs() {
        assumeFalse(TestImage.run("docker", "info").contains("nvidia"), "this daemon has an NVIDIA runtime");
        RuntimeArguments gpus = arguments("all", "bridge", null);

        assertThatThrownBy(() -> launch(gpus))
                .isInstanceOf(ServerException.class)
                .hasMessageContaining("the container cannot be started: Docker on that host cannot hand GPUs")
                .hasMessageContaining("could not select device driver \"\" with capabilities: [[gpu]]")
                .extracting(trouble ->
                        ((ServerException) trouble).finding().orElseThrow().kind())
                .isEqualTo("gpu_runtime_missing");
    }

    @Test
    void aContainerThatEndsAtOnceIsToldWithItsCodeAndItsLastLines() {
        fault = "exit-at-once";

        assertFails(quick(), 8888)
                .hasMessageContaining("the container ended with exit code 3")
                .hasMessageContaining("last line: INFO spark: Atlas Spark starting...");
    }

    @Test
    void anImageForAnotherGpuNamesBoth() {
        fault = "wrong-gpu";

        assertFails(quick(), 8888)
                .hasMessageContaining("the image is built for sm_121f, and this GPU has compute capability 8.9");
        assertThat(heard.kinds()).contains("architecture_unsupported");
    }

    @Test
    void memoryThatDoesNotSufficeIsNamed() {
        fault = "memory";

        assertFails(arguments("none", "bridge", 128L << 20), 8888)
                .hasMessageContaining("exit code 137 (out of memory: it was killed at its limit of 128 MB)");
        assertThat(heard.kinds()).contains("out_of_memory");
    }

    @Test
    void aServerThatHangsBeforeItIsReadyIsToldWithItsLastLine() {
        try (RunningServer server = launch(quick(), "--sim-fail", "never-ready")) {
            untilItLogs(server);

            assertThatThrownBy(() -> await(server, 1))
                    .isInstanceOf(ServerException.class)
                    .hasMessageContaining("the server was not ready within 1 s")
                    .hasMessageContaining("last line of its log: ");
        }
    }

    @Test
    void aServerThatIsKilledAfterItWasReadyIsMissed() {
        try (RunningServer server = launch(quick())) {
            await(server, 60);
            TestImage.run("docker", "kill", containers().getFirst());

            assertThat(exit(server)).contains("the container ended with exit code 137 (killed: by hand, or");
            assertThat(server.isAlive()).isFalse();
        }
    }

    @Test
    void aDaemonThatGoesAwayIsNotTakenForAServerThatEnded() throws IOException {
        Path socket = Files.createTempDirectory("docker").resolve("d.sock");
        cluster = cluster("unix://" + socket);
        String id;
        try (SocketProxy daemon = SocketProxy.listen(socket, SOCKET)) {
            RunningServer server = launch(quick());
            await(server, 60);
            id = containers().getFirst();
            daemon.close();

            assertThat(exit(server))
                    .contains("the container is out of reach, and so is whether it runs")
                    .contains("no Docker daemon answers at unix://" + socket);
            server.close();
        }
        TestImage.run("docker", "rm", "-f", id);
    }

    @Test
    void aLaunchThatIsCancelledLeavesNothing() {
        BooleanSupplier whenThereIsAServer = () -> !heard.servers.isEmpty();

        assertThatThrownBy(() -> ServerLauncher.of(ServerRuntime.DOCKER)
                        .launch(request(quick(), 8888), heard, whenThereIsAServer))
                .isInstanceOf(CancellationException.class);
        assertThat(containers()).isEmpty();
    }

    private static void untilItLogs(RunningServer server) {
        long deadline = System.nanoTime() + Duration.ofSeconds(60).toNanos();
        while (server.lastLogLines().isEmpty() && System.nanoTime() - deadline < 0) {
            Thread.onSpinWait();
        }
    }

    private static String exit(RunningServer server) {
        long deadline = System.nanoTime() + Duration.ofSeconds(30).toNanos();
        while (server.exitDescription().isEmpty() && System.nanoTime() - deadline < 0) {
            Thread.onSpinWait();
        }
        return server.exitDescription().orElse("(it lives)");
    }

    private AbstractThrowableAssert<?, ? extends Throwable> assertFails(RuntimeArguments arguments, int port) {
        return assertThatThrownBy(() -> {
                    try (RunningServer server = launch(arguments, port)) {
                        await(server, 60);
                    }
                })
                .isInstanceOf(ServerException.class)
                .satisfies(trouble ->
                        assertThat(((ServerException) trouble).lastLines()).isNotEmpty());
    }
}
