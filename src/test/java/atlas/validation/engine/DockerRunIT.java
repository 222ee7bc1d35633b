package atlas.validation.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import atlas.validation.record.LogFinding;
import atlas.validation.record.Status;
import atlas.validation.record.TargetRecord;
import atlas.validation.testing.EngineRun;
import atlas.validation.testing.FixtureConfig;
import atlas.validation.testing.SuiteProcess;
import atlas.validation.testing.TestImage;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Whole runs on a server in a container. */
@Timeout(600)
class DockerRunIT {

    private static final int MOST_QUESTIONS = 200;
    private static final String NO_GPU = "{ \"gpus\": \"none\" }";
    private static final String LIMIT = "{ \"mean_ttft_ms\": { \"kind\": \"max_ms\", \"value\": 60000 } }";

    @TempDir
    private Path folder;

    private String name = "";
    private String image = "";

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
    void aServerInAContainerIsValidatedAndRemoved() throws IOException {
        EngineRun run = run(docker("whole").cell("w1", 2).limits("w1-conc2", LIMIT));

        assertThat(run.red()).isEmpty();
        assertThat(run.record().status()).isEqualTo(Status.PASS);
        TargetRecord target = run.record().targets().getFirst();
        assertThat(target.simulated()).isTrue();
        assertThat(target.image()).isEqualTo(image);
        assertThat(target.imageDigest()).startsWith("sha256:");
        assertThat(target.findings()).isEmpty();
        assertThat(target.coldStart().coldStartMs()).isPositive();
        assertThat(folder.resolve("runs/latest/logs/whole/server.log"))
                .content()
                .contains("SIMULATOR", "Listening on 0.0.0.0:8888");
        assertThat(folder.resolve("runs/latest/run_deck.html")).content().contains(target.imageDigest());
    }

    /**
     * Health stays good after a CUDA error, and nothing is generated any more. However many requests are made before
     * the load, up to 35 of them, the error comes in the second cell.
     */
    @Test
    void anErrorInTheLogEndsTheCellAndNotTheRun() {
        EngineRun run = run(docker("broken")
                .requests(60)
                .cell("w1", 1)
                .cell("w1", 2)
                .cell("w1", 4)
                .limits("w1-conc1", LIMIT)
                .limits("w1-conc2", LIMIT)
                .limits("w1-conc4", LIMIT)
                .params("\"first_token_timeout_s\": 5")
                .simulator("--sim-fail", "stall-after-requests=100"));

        TargetRecord target = run.record().targets().getFirst();
        assertThat(run.row("cell_metrics[w1-conc1-ttft]")).isEqualTo("successful");
        assertThat(run.row("atlas_inference[w1-conc2]"))
                .startsWith("failed: error: the server's log tells that it broke while it served: "
                        + "cuMemcpyDtoDAsync_v2 failed with CUDA error 700");
        assertThat(run.row("atlas_inference[w1-conc4]")).contains("the server is gone after w1-conc2");
        assertThat(run.row("teardown")).isEqualTo("successful");
        assertThat(run.record().status()).isEqualTo(Status.ERROR);
        assertThat(target.findings()).singleElement().satisfies(found -> {
            assertThat(found.kind()).isEqualTo("crashed_while_serving");
            assertThat(found.fatal()).isTrue();
            assertThat(found.cell()).isEqualTo("w1-conc2");
            assertThat(found.line()).contains("status 700 (simulated)");
        });
        assertThat(folder.resolve("runs/latest/run_deck.html")).content().contains("crashed_while_serving");
    }

    @Test
    void aServerThatIsRestartedAndGeneratesNothingThenIsGone() throws IOException {
        Path state = Files.createDirectory(folder.resolve("state"));
        name = "again";
        EngineRun run = run(FixtureConfig.named(name)
                .docker(image, "{ \"gpus\": \"none\", \"volumes\": [\"%s:/state\"] }".formatted(state))
                .environment("{ \"FAULT\": \"mute-after-restart\" }")
                .requests(60)
                .cell("w1", 1)
                .cell("w1", 2)
                .cell("w1", 4)
                .recordOnly()
                .params("\"first_token_timeout_s\": 5, \"restart_server\": \"once\""));

        assertThat(run.row("atlas_inference[w1-conc1]")).isEqualTo("successful");
        assertThat(run.row("atlas_inference[w1-conc2]"))
                .startsWith("failed: error: the container ended with exit code 134");
        assertThat(run.row("atlas_inference[w1-conc4]"))
                .startsWith("skipped: skipped: the server is gone after w1-conc2 and does not start again: ")
                .contains("is up but does not generate: first_token_timeout");
        assertThat(run.record().targets().getFirst().warnings())
                .extracting("code")
                .doesNotContain("server_restarted");
    }

    @Test
    void aServerThatIsHealthyAndGeneratesNothingIsNotReady() {
        EngineRun run = run(docker("mute")
                .cell("w1", 1)
                .recordOnly()
                .params("\"first_token_timeout_s\": 3")
                .simulator("--sim-fail", "health-only"));

        assertThat(run.row("server_health")).contains("is up but does not generate: first_token_timeout");
        assertThat(run.row("teardown")).isEqualTo("successful");
        assertThat(run.record().exitCode()).isEqualTo(3);
    }

    @Test
    void aContainerThatEndsAtOnceIsAFindingInEveryReport() {
        EngineRun run = run(docker("refused").cell("w1", 1).recordOnly().environment("{ \"FAULT\": \"wrong-gpu\" }"));

        String launch = run.row("launch_container") + run.row("server_health");
        assertThat(launch)
                .contains("the image is built for sm_121f, and this GPU has compute capability 8.9")
                .contains("the last lines of the server's log:", "| INFO spark: Atlas Spark starting...");
        assertThat(run.record().exitCode()).isEqualTo(3);
        assertThat(run.record().targets().getFirst().findings())
                .extracting(LogFinding::kind)
                .containsExactly("architecture_unsupported");
        assertThat(folder.resolve("runs/latest/summary.md")).content().contains("this GPU has compute capability 8.9");
    }

    @Test
    void whatAKilledRunLeavesTheNextOneRemoves() throws IOException {
        name = "killed";
        Path config = docker(name)
                .requests(100_000)
                .cell("w1", 1)
                .limits("w1-conc1", LIMIT)
                .writeTo(folder.resolve("configs"));
        try (SuiteProcess suite = SuiteProcess.start(
                SuiteMain.class, folder, "-Dconfig=" + config, "-Druns.dir=" + folder.resolve("killed-runs"))) {
            suite.awaitLine("cell 1 of 1");
            suite.kill();
        }
        assertThat(containers()).as("nobody could remove it").hasSize(1);

        EngineRun next = run(docker("killed").cell("w1", 1).limits("w1-conc1", LIMIT));

        assertThat(next.record().targets().getFirst().warnings())
                .extracting("code")
                .contains("leftover_removed");
    }

    /** Containers that are asked one thing before the launch, and hang. */
    @ParameterizedTest
    @CsvSource({"help-hangs, --help", "check-hangs, --check-kernels"})
    void twoSignalsLeaveNoContainerThatAnImageIsAskedIn(String fault, String question) throws Exception {
        assumeTrue(Files.isExecutable(Path.of("/bin/kill")), "no kill here");
        name = fault;
        Path config = docker(name)
                .environment("{ \"FAULT\": \"%s\" }".formatted(fault))
                .cell("w1", 1)
                .recordOnly()
                .writeTo(folder.resolve("configs"));
        try (SuiteProcess suite = SuiteProcess.start(
                SuiteMain.class, folder, "-Dconfig=" + config, "-Druns.dir=" + folder.resolve("runs"))) {
            suite.awaitLine("launch_container");
            while (!commands().contains(question)) {
                Thread.onSpinWait();
            }
            suite.interrupt();
            suite.interrupt();
            suite.awaitEnd();
        }
        assertNoneStays();
    }

    /** Returns what the containers of the test's config that run were started with. */
    private String commands() {
        String ofConfig = "label=atlas.validation.config=" + name;
        return TestImage.run("docker", "ps", "--no-trunc", "--format", "{{.Command}}", "--filter", ofConfig);
    }

    @Test
    void twoSignalsLeaveNoContainer() throws Exception {
        assumeTrue(Files.isExecutable(Path.of("/bin/kill")), "no kill here");
        name = "twice";
        Path config = docker(name)
                .requests(100_000)
                .cell("w1", 1)
                .limits("w1-conc1", LIMIT)
                .writeTo(folder.resolve("configs"));
        try (SuiteProcess suite = SuiteProcess.start(
                SuiteMain.class, folder, "-Dconfig=" + config, "-Druns.dir=" + folder.resolve("runs"))) {
            suite.awaitLine("cell 1 of 1");
            suite.interrupt();
            suite.interrupt();
            suite.awaitEnd();
        }
        assertNoneStays();
    }

    /** The daemon goes on removing what it was asked to remove when whoever asked has ended. */
    private void assertNoneStays() {
        for (int asked = 0; asked < MOST_QUESTIONS && !containers().isEmpty(); asked++) {
            Thread.onSpinWait();
        }
        assertThat(containers()).isEmpty();
    }

    private FixtureConfig docker(String config) {
        name = config;
        return FixtureConfig.named(config).docker(image, NO_GPU);
    }

    private EngineRun run(FixtureConfig config) {
        return EngineRun.of(config.writeTo(folder.resolve("configs")), folder.resolve("runs"));
    }

    /** Returns the containers of the test's config, running or not. */
    private List<String> containers() {
        return TestImage.run("docker", "ps", "-aq", "--filter", "label=atlas.validation.config=" + name)
                .lines()
                .toList();
    }
}
