package atlas.validation.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import atlas.validation.record.Status;
import atlas.validation.record.TargetRecord;
import atlas.validation.simulator.Simulator;
import atlas.validation.simulator.SimulatorOptions;
import atlas.validation.testing.EngineRun;
import atlas.validation.testing.FixtureConfig;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What the rows say, and what the record says, for each way that a run can go. */
class AtlasTestEngineIT {

    private static final String EASY = "{ \"mean_ttft_ms\": { \"kind\": \"max_ms\", \"value\": 60000 } }";
    private static final String IMPOSSIBLE = "{ \"output_throughput\": { \"kind\": \"min_tok_s\", \"value\": 1e9 },"
            + " \"mean_ttft_ms\": { \"kind\": \"max_ms\", \"value\": 60000 } }";

    private static Simulator simulator;

    @TempDir
    private Path folder;

    @BeforeAll
    static void start() {
        simulator = Simulator.start(SimulatorOptions.of("simulated/running"));
    }

    @AfterAll
    static void stop() {
        simulator.close();
    }

    @Test
    void aRunningServerGivesTheSameKindOfRecord() {
        EngineRun run = run(running("here").cell("w1", 2).limits("w1-conc2", EASY));

        assertThat(run.red()).isEmpty();
        assertThat(run.row("launch_container")).startsWith("skipped: skipped: nothing to launch");
        assertThat(run.row("model_fetch")).startsWith("skipped");
        assertThat(run.row("server_health")).isEqualTo("successful");
        TargetRecord target = run.record().targets().getFirst();
        assertThat(target.status()).isEqualTo(Status.PASS);
        assertThat(target.simulated())
                .as("a simulator is told by what it says of itself")
                .isTrue();
        assertThat(target.baseUrl()).isEqualTo(simulator.baseUrl().toString());
        assertThat(target.cells().getFirst().counts().succeeded()).isEqualTo(8);
        assertThat(target.coldStart()).isNotNull();
        assertThat(target.coldStart().firstRequestMs()).isPositive();
        assertThat(target.coldStart().coldStartMs())
                .as("it was not launched here")
                .isNull();
    }

    @Test
    void theModelOfARunningServerIsAskedFor() {
        Path config = running("asked").cell("w1", 1).recordOnly().writeTo(folder);

        EngineRun run = EngineRun.of(
                config, folder.resolve("runs"), "base.url", simulator.baseUrl().toString());

        assertThat(run.record().targets().getFirst().model()).isEqualTo("simulated/running");
        assertThat(run.record().settings().get("base.url").origin()).isEqualTo("-Dbase.url");
    }

    @Test
    void aSecondRunningServerIsComparedWithTheFirst() {
        Path config = running("pair").cell("w1", 1).recordOnly().writeTo(folder);

        try (Simulator other = Simulator.start(SimulatorOptions.of("simulated/other"))) {
            EngineRun run = EngineRun.of(
                    config,
                    folder.resolve("runs"),
                    "base.url",
                    simulator.baseUrl().toString(),
                    "compare.url",
                    other.baseUrl().toString());

            assertThat(run.red()).isEmpty();
            assertThat(run.record().targets())
                    .extracting(TargetRecord::name, TargetRecord::model)
                    .containsExactly(tuple("pair", "simulated/running"), tuple("pair-compared", "simulated/other"));
            assertThat(run.record().comparison().others())
                    .singleElement()
                    .satisfies(compared -> assertThat(compared.notAlike())
                            .anySatisfy(difference -> assertThat(difference).contains("simulated/other")));
        }
    }

    @Test
    void aMissedLimitFailsItsRowAndNoOther() {
        EngineRun run = run(running("slow")
                .cell("w1", 1)
                .cell("w1", 2)
                .limits("w1-conc1", IMPOSSIBLE)
                .limits("w1-conc2", EASY));

        assertThat(run.red()).containsExactly("cell_metrics[w1-conc1-throughput]");
        assertThat(run.failures().get("cell_metrics[w1-conc1-throughput]"))
                .isInstanceOf(AssertionError.class)
                .hasMessageStartingWith("fail: output_throughput ")
                .hasMessageContaining("is below 1000000000 tok/s")
                .hasMessageContaining("in w1-conc1 [throughput], ")
                .hasMessageContaining("slow_threshold.json:2");
        assertThat(run.record().status()).isEqualTo(Status.FAIL);
        assertThat(run.record().exitCode()).isEqualTo(1);
    }

    @Test
    void aMissThatIsNotEnforcedIsOnRecord() {
        EngineRun run = run(running("watched").recordOnly().cell("w1", 1).limits("w1-conc1", IMPOSSIBLE));

        assertThat(run.red()).isEmpty();
        assertThat(run.row("cell_metrics[w1-conc1-throughput]")).startsWith("skipped: record: would fail 1 of 1");
        assertThat(run.record().status()).isEqualTo(Status.RECORD);
        assertThat(run.record().exitCode()).isZero();
    }

    @Test
    void aTierThatWasNotChosenIsNotJudged() {
        Path config =
                running("chosen").cell("w1", 1).limits("w1-conc1", IMPOSSIBLE).writeTo(folder);

        EngineRun run = EngineRun.of(config, folder.resolve("runs"), "groups", "ttft");

        assertThat(run.red()).isEmpty();
        assertThat(run.record().status()).isEqualTo(Status.PASS);
        assertThat(run.record().targets().getFirst().cells().getFirst().tiers())
                .extracting("name")
                .containsExactly("ttft");
    }

    @Test
    void tooFewSamplesDecideNothing() {
        FixtureConfig few = running("few")
                .cell("w1", 1)
                .limits("w1-conc1", "{ \"p99_ttft_ms\": { \"kind\": \"max_ms\", \"value\": 60000 } }");

        EngineRun failing = run(few);
        EngineRun warning = EngineRun.of(few.writeTo(folder), folder.resolve("runs"), "inconclusive", "warn");

        assertThat(failing.red()).contains("cell_metrics[w1-conc1-ttft]");
        assertThat(failing.failures().get("cell_metrics[w1-conc1-ttft]"))
                .isNotInstanceOf(AssertionError.class)
                .hasMessageStartingWith("inconclusive: ");
        assertThat(failing.record().exitCode()).isEqualTo(4);
        assertThat(warning.red()).isEmpty();
        assertThat(warning.row("cell_metrics[w1-conc1-ttft]")).startsWith("skipped: inconclusive: ");
        assertThat(warning.record().status()).isEqualTo(Status.INCONCLUSIVE);
        assertThat(warning.record().exitCode()).isZero();
    }

    @Test
    void nobodyAtTheAddressIsOneSentenceBeforeAnyCell() throws IOException {
        int port;
        try (ServerSocket free = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            port = free.getLocalPort();
        }
        URI nobody = URI.create("http://127.0.0.1:" + port);

        EngineRun run = run(
                FixtureConfig.named("nobody").runningAt(nobody).cell("w1", 1).limits("w1-conc1", EASY));

        assertThat(run.red()).containsExactly("server_health");
        assertThat(run.row("server_health")).contains(nobody.toString()).doesNotContain("\n");
        assertThat(run.row("cell_metrics[w1-conc1-ttft]")).startsWith("skipped: skipped: server_health failed: ");
        assertThat(run.row("teardown")).isEqualTo("successful");
        assertThat(run.row("run_deck")).isEqualTo("successful");
        assertThat(run.record().exitCode()).isEqualTo(3);
        assertThat(run.record().targets().getFirst().cells().getFirst().status())
                .isEqualTo(Status.SKIPPED);
    }

    /** However many requests are made before the load, up to 35 of them, the server dies in the second cell. */
    @Test
    void aServerThatDiesEndsTheSweepAndNotTheVerdictsBeforeIt() {
        EngineRun run = run(FixtureConfig.named("dying")
                .requests(60)
                .cell("w1", 1)
                .cell("w1", 2)
                .cell("w1", 3)
                .simulator("--sim-fail", "crash-after-requests=100")
                .limits("w1-conc1", EASY)
                .limits("w1-conc2", EASY)
                .limits("w1-conc3", EASY));

        assertThat(run.row("cell_metrics[w1-conc1-ttft]")).isEqualTo("successful");
        assertThat(run.red()).contains("atlas_inference[w1-conc2]");
        assertThat(run.row("atlas_inference[w1-conc2]"))
                .contains("the simulator was killed by signal 6 (exit code 134)")
                .contains(": cuMemcpyDtoDAsync_v2 failed with CUDA error 700");
        assertThat(run.row("atlas_inference[w1-conc3]"))
                .startsWith("skipped: skipped: the server is gone after w1-conc2");
        assertThat(run.record().status()).isEqualTo(Status.ERROR);
        assertThat(run.record().targets().getFirst().cells())
                .extracting("status")
                .containsExactly(Status.PASS, Status.ERROR, Status.SKIPPED);
    }

    @Test
    void aServerMayBeRestartedOnce() {
        EngineRun run = run(FixtureConfig.named("again")
                .requests(60)
                .cell("w1", 1)
                .cell("w1", 2)
                .cell("w1", 3)
                .simulator("--sim-fail", "crash-after-requests=100")
                .params("\"restart_server\": \"once\"")
                .limits("w1-conc1", EASY)
                .limits("w1-conc2", EASY)
                .limits("w1-conc3", EASY));

        assertThat(run.red()).contains("atlas_inference[w1-conc2]");
        assertThat(run.row("cell_metrics[w1-conc3-ttft]")).isEqualTo("successful");
        assertThat(run.record().targets().getFirst().warnings())
                .extracting("code")
                .contains("server_restarted");
    }

    @Test
    void everyProblemIsInTheRecordAndInTheRow() {
        EngineRun run = run(FixtureConfig.named("broken")
                .cell("w1", 0)
                .cell("nowhere", 1)
                .params("\"request_rat\": \"inf\", \"seed\": \"many\", \"port\": 99999"));

        assertThat(run.rows()).containsOnlyKeys("configuration");
        assertThat(run.row("configuration"))
                .contains("concurrency", "nowhere", "did you mean request_rate", "seed", "99999");
        assertThat(run.record().problems()).hasSizeGreaterThanOrEqualTo(5);
        assertThat(run.record().problems())
                .allSatisfy(problem ->
                        assertThat(run.failures().get("configuration")).hasMessageContaining(problem.message()));
        assertThat(run.record().exitCode()).isEqualTo(2);
        assertThat(run.record().targets()).isEmpty();
    }

    @Test
    void aRunLeavesItsFilesWhole() throws IOException {
        run(running("whole").cell("w1", 1).recordOnly());

        Path latest = folder.resolve("runs").resolve("latest");
        try (Stream<Path> files = Files.list(latest)) {
            assertThat(files.map(file -> file.getFileName().toString()))
                    .contains(
                            "run.json",
                            "requests.jsonl",
                            "run_deck.html",
                            "summary.md",
                            "results.csv",
                            "inputs",
                            "logs")
                    .noneMatch(name -> name.endsWith(".tmp"));
        }
        List<String> rows = Files.readAllLines(latest.resolve("requests.jsonl"));
        assertThat(rows).hasSize(8 + 1);
        assertThat(rows).allMatch(row -> row.startsWith("{\"target\":\"whole\",\"cell\":\"w1-conc1\""));
    }

    @Test
    void cellsThatDidNotRunHaveTheirTiersAllTheSame() throws IOException {
        EngineRun run = run(FixtureConfig.named("absent")
                .simulator("--sim-fail", "exit-at-start")
                .cell("w1", 1)
                .cell("w1", 2)
                .recordOnly());

        assertThat(run.red()).containsExactly("launch_container");
        assertThat(run.row("launch_container")).contains("exit code 1");
        assertThat(run.row("cell_metrics[w1-conc1-ttft]")).contains("launch_container failed");
        assertThat(run.row("teardown")).isEqualTo("successful");
        assertThat(run.record().exitCode()).isEqualTo(3);
        assertThat(run.record().targets().getFirst().cells())
                .hasSize(2)
                .allMatch(cell -> cell.status() == Status.SKIPPED);
        assertThat(run.record().targets().getFirst().cells().getFirst().tiers())
                .hasSize(6)
                .allMatch(tier -> tier.status() == Status.SKIPPED)
                .allMatch(tier -> String.valueOf(tier.message()).startsWith("skipped: launch_container failed"));
    }

    @Test
    void aServerThatIsHealthyAndGeneratesNothingIsNotReady() {
        EngineRun run = run(FixtureConfig.named("mute")
                .simulator("--sim-fail", "health-only")
                .params("\"first_token_timeout_s\": 1")
                .cell("w1", 1)
                .recordOnly());

        assertThat(run.red()).containsExactly("server_health");
        assertThat(run.row("server_health")).contains("is up but does not generate: first_token_timeout");
        assertThat(run.record().exitCode()).isEqualTo(3);
    }

    @Test
    void aModelThatIsNotServedIsNotMeasured() {
        Path config = running("wrong").cell("w1", 1).recordOnly().writeTo(folder);

        EngineRun run = EngineRun.of(config, folder.resolve("runs"), "model", "somebody/else");

        assertThat(run.red()).containsExactly("server_health");
        assertThat(run.row("server_health")).contains("serves simulated/running, and not 'somebody/else'");
    }

    @Test
    void anExpressionThatCannotBeReadIsAProblem() {
        Path config = running("torn").cell("w1", 1).recordOnly().writeTo(folder);

        for (String expression : List.of("a b", "a &", "(w1", "&")) {
            EngineRun run = EngineRun.withoutFilter(config, folder.resolve("runs"), "groups", expression);

            assertThat(run.rows()).containsOnlyKeys("configuration");
            assertThat(run.row("configuration")).contains("-Dgroups='" + expression + "' is no tag expression");
            assertThat(run.record().exitCode()).isEqualTo(2);
        }
    }

    @Test
    void expressionsThatCommasJoinAreAlternatives() {
        Path config = running("either").cell("w1", 1).cell("w1", 2).recordOnly().writeTo(folder);

        EngineRun run =
                EngineRun.withoutFilter(config, folder.resolve("runs"), "groups", "w1-conc1 & ttft,w1-conc2 & tpot");

        assertThat(run.rows().keySet().stream().filter(name -> name.startsWith("cell_metrics")))
                .containsExactly("cell_metrics[w1-conc1-ttft]", "cell_metrics[w1-conc2-tpot]");
    }

    private static FixtureConfig running(String name) {
        return FixtureConfig.named(name).model("simulated/running").runningAt(simulator.baseUrl());
    }

    private EngineRun run(FixtureConfig config) {
        return EngineRun.of(config.writeTo(folder), folder.resolve("runs"));
    }
}
