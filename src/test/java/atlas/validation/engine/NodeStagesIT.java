package atlas.validation.engine;

import static org.assertj.core.api.Assertions.assertThat;

import atlas.validation.record.Gpu;
import atlas.validation.record.NodeRecord;
import atlas.validation.record.RunRecord;
import atlas.validation.record.StageRecord;
import atlas.validation.record.Status;
import atlas.validation.record.TargetRecord;
import atlas.validation.record.Warning;
import atlas.validation.report.RecordJson;
import atlas.validation.testing.DockerConfig;
import atlas.validation.testing.LocalHub;
import atlas.validation.testing.ModelFiles;
import atlas.validation.testing.SshServer;
import atlas.validation.testing.SuiteProcess;
import atlas.validation.testing.TestImage;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Whole runs with a container, in a process whose tools and hub are those of a test. */
@Timeout(300)
class NodeStagesIT {

    private static final String SECRET = "hf_this-is-secret";

    private final Map<String, String> environment = new HashMap<>();

    @TempDir
    private Path folder;

    private Path cache;
    private DockerConfig config;

    @BeforeEach
    void create() throws IOException {
        cache = Files.createDirectories(folder.resolve("cache"));
        Path tools = Files.createDirectories(folder.resolve("tools"));
        tool(tools, "nvidia-smi", resource("/cluster/nvidia-smi"));
        environment.put("PATH", tools + ":" + System.getenv("PATH"));
        config = new DockerConfig(folder)
                .gpuArch("l40s")
                .model(ModelFiles.MODEL)
                .volumes("\"%s:/root/.cache/huggingface\"".formatted(cache));
    }

    private static void tool(Path tools, String name, String script) throws IOException {
        Path file = Files.writeString(tools.resolve(name), script);
        assertThat(file.toFile().setExecutable(true)).isTrue();
    }

    private static String resource(String name) {
        try (InputStream stream = Objects.requireNonNull(NodeStagesIT.class.getResourceAsStream(name))) {
            return new String(stream.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException unreadable) {
            throw new UncheckedIOException(unreadable);
        }
    }

    /** Runs it to its end and returns what it printed, each run of blanks as one. */
    private String run() {
        config.write();
        try (SuiteProcess suite = SuiteProcess.start(
                SuiteMain.class, folder, environment, "-Dconfig=docker.json", "-Druns.dir=" + folder.resolve("runs"))) {
            return suite.awaitEnd();
        }
    }

    private RunRecord record() {
        return RecordJson.read(folder.resolve("runs/latest/run.json"));
    }

    private TargetRecord target() {
        return record().targets().getFirst();
    }

    private StageRecord stage(String name) {
        return target().stages().stream()
                .filter(stage -> stage.name().equals(name))
                .findFirst()
                .orElseThrow();
    }

    @Test
    void whatCanBeKnownBeforeTheLaunchIsSaidBeforeIt() {
        config.image("avarok/atlas-gb10:alpha-2.8");
        String console = run();

        String expected =
                "image avarok/atlas-gb10:alpha-2.8 is built for sm_121 (gb10), this GPU is 8.9 (NVIDIA L40S): expected not to start";
        assertThat(stage("discover_topology").status()).isEqualTo(Status.PASS);
        assertThat(stage("discover_topology").message())
                .startsWith(expected)
                .contains("127.0.0.1: 1 x NVIDIA L40S (45 GiB, compute capability 8.9, driver 580.95.05)");
        assertThat(target().warnings()).contains(new Warning("image_other_gpu", expected));
        assertThat(target().gpus()).containsExactly(new Gpu(0, "NVIDIA L40S", 46_068L, "8.9", "580.95.05"));
        assertThat(target().nodes()).singleElement().satisfies(node -> {
            assertThat(node.address()).isEqualTo("127.0.0.1");
            assertThat(node.modelsFolder()).isEqualTo(cache + "/hub");
            assertThat(node.freeDiskMb()).isPositive();
        });
        assertThat(console).contains("expected not to start");
    }

    @Test
    void aModelThatIsNotThereIsSaidWithTheCommandAndNothingIsLaunched() {
        String console = run();

        String missing =
                "org/name is not there: no %s/hub/models--org--name; fetch it with: hf download org/name --cache-dir '%s/hub'"
                        .formatted(cache, cache);
        assertThat(stage("model_fetch")).satisfies(stage -> {
            assertThat(stage.status()).isEqualTo(Status.ERROR);
            assertThat(stage.message()).isEqualTo(missing);
        });
        assertThat(stage("launch_container").status()).isEqualTo(Status.SKIPPED);
        assertThat(stage("launch_container").message()).isEqualTo("model_fetch failed: " + missing);
        assertThat(stage("setup_sshd").status()).isEqualTo(Status.SKIPPED);
        assertThat(record().exitCode()).isEqualTo(3);
        assertThat(console).contains("hf download org/name");
    }

    @Test
    void anotherGpuUnderEnforcementEndsTheRunBeforeAnythingIsFetched() {
        config.gpuArch("h100").enforced().remote();
        try (LocalHub hub = new LocalHub(ModelFiles.whole())) {
            environment.put("HF_ENDPOINT", hub.endpoint().toString());
            run();

            assertThat(stage("discover_topology").status()).isEqualTo(Status.ERROR);
            assertThat(stage("discover_topology").message())
                    .startsWith(
                            "the config is for h100 (compute capability 9.0), but 127.0.0.1 has NVIDIA L40S (compute capability 8.9)");
            assertThat(stage("model_fetch").status()).isEqualTo(Status.SKIPPED);
            assertThat(hub.asked()).isEmpty();
        }
    }

    @Test
    void aGatedModelSaysWhatToDoAndTheTokenIsNowhere() throws IOException {
        Files.writeString(folder.resolve("token"), SECRET);
        config.remote().paths("\"hf_token_file\": \"%s\"".formatted(folder.resolve("token")));
        try (LocalHub hub = new LocalHub(ModelFiles.whole())) {
            hub.guard("another");
            environment.put("HF_ENDPOINT", hub.endpoint().toString());
            String console = run();

            assertThat(stage("model_fetch").message())
                    .contains("(401)")
                    .contains("the token in " + folder.resolve("token"));
            assertThat(console).doesNotContain(SECRET);
            assertThat(hub.asked()).containsExactly("hub /api/models/org/name/revision/main with a token");
        }
        try (Stream<Path> files = Files.walk(folder.resolve("runs"))) {
            assertThat(files.filter(Files::isRegularFile))
                    .isNotEmpty()
                    .allSatisfy(file -> assertThat(Files.readString(file, StandardCharsets.ISO_8859_1))
                            .doesNotContain(SECRET));
        }
    }

    @Test
    void aModelIsFetchedAndThenServed() {
        config.image(TestImage.name()).gpus("none").remote();
        try (LocalHub hub = new LocalHub(ModelFiles.whole())) {
            environment.put("HF_ENDPOINT", hub.endpoint().toString());
            String console = run();

            assertThat(stage("model_fetch").status()).as(console).isEqualTo(Status.PASS);
            assertThat(stage("model_fetch").message()).startsWith("fetched, 6 files, ");
            assertThat(stage("launch_container").status()).as(console).isEqualTo(Status.PASS);
            assertThat(stage("server_health").status()).isEqualTo(Status.PASS);
            assertThat(target().roundTripMs())
                    .as("on this machine there is no network")
                    .isNull();
        }
    }

    @Test
    void aContainerOfAnotherMachineOverSsh() throws IOException {
        String image = TestImage.name();
        Path keys = Files.createDirectories(folder.resolve("ssh"));
        try (SshServer server = SshServer.start(keys)) {
            tool(
                    folder.resolve("tools"),
                    "ssh",
                    "#!/bin/sh\nexec /usr/bin/ssh %s \"$@\"\n".formatted(String.join(" ", server.options())));
            config.image(image)
                    .gpus("none")
                    .volumes("")
                    .dockerHost("ssh://" + System.getProperty("user.name") + "@" + SshServer.HOST);
            String console = run();

            assertThat(stage("launch_container").status()).as(console).isEqualTo(Status.PASS);
            assertThat(stage("server_health").status()).as(console).isEqualTo(Status.PASS);
            assertThat(target().baseUrl()).startsWith("http://127.0.0.1:");
            assertThat(target().nodes())
                    .extracting(NodeRecord::seenFrom)
                    .containsExactly(System.getProperty("user.name") + "@gpu-node (ssh)");
            assertThat(target().roundTripMs()).isPositive();
            assertThat(target().cells().getFirst().counts().succeeded()).isEqualTo(1);
            assertThat(stage("teardown").status()).isEqualTo(Status.PASS);
        }
        assertThat(ProcessHandle.allProcesses()
                        .filter(process ->
                                process.info().commandLine().orElse("").contains(keys.toString())))
                .as("no tunnel is left")
                .isEmpty();
    }

    @Test
    void aMachineThatCannotBeReachedIsAnErrorAndNeverTheLocalDaemon() throws IOException {
        Path keys = Files.createDirectories(folder.resolve("ssh"));
        SshServer server = SshServer.start(keys);
        server.close();
        tool(
                folder.resolve("tools"),
                "ssh",
                "#!/bin/sh\nexec /usr/bin/ssh %s \"$@\"\n".formatted(String.join(" ", server.options())));
        config.volumes("").dockerHost("ssh://" + SshServer.HOST);
        run();

        assertThat(stage("discover_topology").status()).isEqualTo(Status.ERROR);
        assertThat(stage("discover_topology").message())
                .startsWith("gpu-node cannot be reached over ssh: nothing listens on its SSH port");
        assertThat(stage("launch_container").status()).isEqualTo(Status.SKIPPED);
        assertThat(record().exitCode()).isEqualTo(3);
    }
}
