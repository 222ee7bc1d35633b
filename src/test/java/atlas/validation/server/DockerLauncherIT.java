package atlas.validation.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeFalse;

import atlas.validation.config.ClusterFile;
import atlas.validation.config.ClusterNode;
import atlas.validation.config.Driver;
import atlas.validation.config.RuntimeArguments;
import atlas.validation.config.ServerRuntime;
import atlas.validation.record.LogFinding;
import atlas.validation.record.Warning;
import atlas.validation.testing.SocketProxy;
import atlas.validation.testing.TestImage;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.BooleanSupplier;
import org.assertj.core.api.AbstractThrowableAssert;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Launches the simulator in containers of a real daemon, and has it fail in every way that a server can. */
@Timeout(180)
class DockerLauncherIT {

    private static final ServerDriver ATLAS = ServerDriver.of(Driver.ATLAS);
    private static final Path SOCKET = Path.of("/var/run/docker.sock");

    /** Containers of this test alone: others may run at the same daemon. */
    private final String runId = "it-" + UUID.randomUUID();

    private final Heard heard = new Heard();
    private String image = "";
    private ClusterFile cluster = ClusterFile.thisMachine();
    private String fault = "";

    @TempDir
    private Path folder;

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

    @Test
    void itServesOnAFreePortOfLoopbackAloneAndIsGoneAfterwards() throws IOException {
        try (RunningServer server = launch(quick(), "--sim-start-ms", "0")) {
            Ready ready = await(server, 60);
            String ports = TestImage.run("docker", "port", containers().getFirst());

            assertThat(ready.models()).containsExactly("a/model");
            assertThat(ready.simulated())
                    .as("the simulator says so itself, wherever it runs")
                    .isTrue();
            assertThat(ports.strip())
                    .isEqualTo("8888/tcp -> 127.0.0.1:" + server.baseUrl().getPort());
            assertThat(server.exitDescription()).isEmpty();
            assertThat(heard.images).singleElement().satisfies(known -> {
                assertThat(known.digest()).startsWith("sha256:");
                assertThat(known.entrypoint()).containsExactly("spark");
            });
            assertThat(heard.warnings).isEmpty();
            server.stop(Duration.ofSeconds(10));
            assertThat(server.isAlive()).isFalse();
            assertThat(containers()).isEmpty();
        }
        assertThat(Files.readAllLines(log()))
                .anyMatch(line -> line.matches("\\d{4}-\\d\\d-\\d\\dT\\S+Z .*Listening on 0\\.0\\.0\\.0:8888"));
    }

    @Test
    void twoRunsAtOnceDoNotCollideAndNeitherTakesTheOthersForALeftover() {
        try (RunningServer one = launch(quick());
                RunningServer two = launch(quick())) {
            await(one, 60);
            await(two, 60);

            assertThat(one.baseUrl()).isNotEqualTo(two.baseUrl());
            assertThat(containers()).hasSize(2);
        }
    }

    @Test
    void whatTheConfigGivesTheContainerReachesTheDaemonAndNothingMore() throws IOException {
        RuntimeArguments arguments = new RuntimeArguments(
                "none",
                "bridge",
                "host",
                64L << 20,
                512L << 20,
                List.of(folder + ":/models:ro"),
                List.of("/dev/null:/dev/nothing:r"),
                List.of("IPC_LOCK"),
                List.of("seccomp=unconfined"),
                List.of("44"),
                List.of("nofile=1024:2048", "core=0"),
                false);
        try (RunningServer server = launch(arguments)) {
            await(server, 60);
            String seen = TestImage.run(
                    "docker",
                    "inspect",
                    "-f",
                    "{{.HostConfig.IpcMode}} {{.HostConfig.ShmSize}} {{.HostConfig.Memory}} {{.HostConfig.Binds}}"
                            + " {{.HostConfig.Devices}} {{.HostConfig.CapAdd}} {{.HostConfig.SecurityOpt}}"
                            + " {{.HostConfig.GroupAdd}} {{.HostConfig.Ulimits}} {{.HostConfig.Privileged}}"
                            + " {{.Config.Env}}",
                    containers().getFirst());

            assertThat(seen)
                    .startsWith("host 67108864 536870912 [" + folder + ":/models:ro]")
                    .contains("{/dev/null /dev/nothing r}")
                    .contains("IPC_LOCK")
                    .contains("[seccomp=unconfined", "] [44] [")
                    .contains("nofile=1024:2048", "core=0:0")
                    .contains(" false [")
                    .contains("FAULT=");
        }
    }

    @Test
    void onTheHostsNetworkItListensOnLoopback() throws IOException {
        try (RunningServer server = launch(network("host"), freePort())) {
            await(server, 60);

            assertThat(Files.readString(log()))
                    .contains("Listening on 127.0.0.1:" + server.baseUrl().getPort());
        }
    }

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
    void anOlderImageIsGivenTheFlagsThatItKnows() {
        fault = "no-bind";
        try (RunningServer server = launch(quick())) {
            await(server, 60);
        }
        assertThat(heard.warnings)
                .containsExactly(
                        new Warning(
                                "command_fitted",
                                "this image's serve --help lists no --bind: it is left out, and the server's own default holds"));
    }

    /** A program that is linked to the GPU's driver does not start where there is none, not even to tell its flags. */
    @Test
    void anImageThatTellsNothingOnItsOwnIsAskedWithWhatItsServerIsGiven() {
        fault = "help-needs-more";
        try (RunningServer server = launch(quick())) {
            assertThat(server.isAlive()).isTrue();
        }
        assertThat(heard.warnings)
                .containsExactly(
                        new Warning("command_fitted", "this image knows --host and no --bind: it is given --host"));
    }

    @Test
    void anotherEntrypointIsFitted() {
        image = TestImage.withEntrypoint("serve", "[\"spark\", \"serve\"]");
        try (RunningServer server = launch(quick())) {
            assertThat(await(server, 60).models()).containsExactly("a/model");
        }
        assertThat(heard.warnings).extracting(Warning::code).containsExactly("command_fitted");
    }

    @Test
    void theImagesOwnCheckIsAskedAndTheLaunchTriedAllTheSame() {
        fault = "kernel-check";
        try (RunningServer server = launch(quick())) {
            await(server, 60);
        }
        assertThat(heard.findings).singleElement().satisfies(found -> {
            assertThat(found.kind()).isEqualTo("kernel_unresolved");
            assertThat(found.meaning()).startsWith("expected not to start: the image lacks 2 kernels for m on sm_89");
        });
    }

    @Test
    void whatADeadRunLeftIsRemovedAndWhatALivingOneHasIsNot() {
        RunOwner here = RunOwner.current();
        String dead = leftover(new RunOwner(here.machine(), here.boot(), here.space(), 1L << 40, 1));
        String living = leftover(here);
        String unknown = leftover(new RunOwner(here.machine(), here.boot(), "pid:[1]", 1L << 40, 1));
        try (RunningServer server = launch(quick())) {
            assertThat(server.isAlive()).isTrue();

            assertThat(containers()).contains(living, unknown).doesNotContain(dead);
            assertThat(heard.warnings).extracting(Warning::code).containsOnly("leftover_removed", "leftover_seen");
        } finally {
            TestImage.run("docker", "rm", "-f", living, unknown);
        }
    }

    @Test
    void aLaunchThatIsCancelledLeavesNothing() {
        BooleanSupplier whenThereIsAServer = () -> !heard.servers.isEmpty();

        assertThatThrownBy(() -> ServerLauncher.of(ServerRuntime.DOCKER)
                        .launch(request(quick(), 8888), heard, whenThereIsAServer))
                .isInstanceOf(CancellationException.class);
        assertThat(containers()).isEmpty();
    }

    private String leftover(RunOwner owner) {
        List<String> command = new ArrayList<>(List.of("docker", "create"));
        owner.labels().forEach((name, value) -> command.addAll(List.of("--label", name + "=" + value)));
        command.addAll(List.of("--label", Leftovers.RUN + "=" + runId, image));
        return TestImage.run(command.toArray(String[]::new)).strip().substring(0, 12);
    }

    /** Returns the containers of this test, running or not. */
    private List<String> containers() {
        return TestImage.run("docker", "ps", "-aq", "--filter", "label=" + Leftovers.RUN + "=" + runId)
                .lines()
                .toList();
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

    private static RuntimeArguments quick() {
        return arguments("none", "bridge", null);
    }

    private static RuntimeArguments network(String network) {
        return arguments("none", network, null);
    }

    private static RuntimeArguments arguments(String gpus, String network, @Nullable Long memoryBytes) {
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

    private static int freePort() throws IOException {
        try (ServerSocket any = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            return any.getLocalPort();
        }
    }

    private RunningServer launch(RuntimeArguments arguments, String... more) {
        return launch(arguments, 8888, more);
    }

    private RunningServer launch(RuntimeArguments arguments, int port, String... more) {
        return ServerLauncher.of(ServerRuntime.DOCKER).launch(request(arguments, port, more), heard, () -> false);
    }

    private LaunchRequest request(RuntimeArguments arguments, int port, String... more) {
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

    private static Ready await(RunningServer server, int seconds) {
        return new ServerReadiness(ATLAS, Access.PLAIN).await(server, Duration.ofSeconds(seconds), () -> false);
    }

    private Path log() {
        return folder.resolve("logs/server.log");
    }

    private static ClusterFile cluster(String dockerHost) {
        ClusterNode node = new ClusterNode("127.0.0.1", null, null, dockerHost);
        return new ClusterFile("c.json", "container", null, null, node.address(), List.of(node), Map.of());
    }

    /** Keeps all that it hears. */
    private static final class Heard implements LaunchListener {

        private final List<String> progress = new CopyOnWriteArrayList<>();
        private final List<ImageFacts> images = new CopyOnWriteArrayList<>();
        private final List<Warning> warnings = new CopyOnWriteArrayList<>();
        private final List<RunningServer> servers = new CopyOnWriteArrayList<>();
        private final List<LogFinding> findings = new CopyOnWriteArrayList<>();

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
