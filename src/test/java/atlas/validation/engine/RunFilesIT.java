package atlas.validation.engine;

import static java.nio.charset.StandardCharsets.UTF_8;
import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;

import atlas.validation.metric.MetricRegistry;
import atlas.validation.record.CellFitness;
import atlas.validation.record.CellRecord;
import atlas.validation.record.RunRecord;
import atlas.validation.record.StageRecord;
import atlas.validation.record.Status;
import atlas.validation.report.EvaluationSheet;
import atlas.validation.report.RecordJson;
import atlas.validation.report.RunDeck;
import atlas.validation.testing.ChatEvents;
import atlas.validation.testing.FixtureConfig;
import atlas.validation.testing.Reply;
import atlas.validation.testing.ScriptedServer;
import atlas.validation.testing.SmallDisk;
import atlas.validation.testing.SuiteProcess;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** What a run leaves in its folder, however it ends. */
@Timeout(120)
class RunFilesIT {

    private static final String LIMITS = "{ \"success_rate\": { \"kind\": \"min\", \"value\": 0 } }";

    @TempDir
    private Path folder;

    @Test
    void aRunLeavesEveryFileAndTheReportWhereItWasAskedFor() throws IOException {
        Path report = folder.resolve("elsewhere/report.json");

        run(small(), "-Dreport.path=" + report);

        assertThat(List.of(
                        "run.json",
                        "requests.jsonl",
                        "run_deck.html",
                        "summary.md",
                        "results.csv",
                        "evaluation.md",
                        "atlas-benchmark-report.json",
                        "inputs/small.json",
                        "inputs/small_threshold.json",
                        "logs/small/server.log",
                        "logs/small/w1-conc1/client.log"))
                .allSatisfy(name -> assertThat(run().resolve(name)).isNotEmptyFile());
        assertThat(run().resolve("inputs/small.json")).hasSameBinaryContentAs(folder.resolve("small.json"));
        assertThat(report).hasSameBinaryContentAs(run().resolve("atlas-benchmark-report.json"));
        assertThat(run().resolve("evaluation.md")).content().contains("- [x] The server starts");
    }

    @Test
    @DisplayName("F20 every cell tells whether its client was fit, from a calibration against a null server")
    void theClientIsCalibrated() {
        run(small());

        RunRecord record = RecordJson.read(run().resolve("run.json"));
        CellRecord cell = record.targets().getFirst().cells().getFirst();
        CellFitness fitness = requireNonNull(cell.fitness());
        assertThat(fitness.verdict()).as("on a simulator").isIn("fit", "marginal");
        assertThat(fitness.ttftOverheadMs()).isPositive();
        assertThat(fitness.loopLagP99Ms()).isNotNull();
        assertThat(fitness.ownCpuPct()).isPositive();
        assertThat(cell.metrics()).containsEntry("client_ttft_overhead_ms", fitness.ttftOverheadMs());
        assertThat(requireNonNull(record.client().fitness()).verdict()).isEqualTo(fitness.verdict());
    }

    @Test
    void failedRequestsLeaveALineAndTheirAnswers() throws IOException {
        ScriptedServer.Script busy = request -> {
            if (request.requestLine().contains("/v1/models")) {
                return Reply.json(200, "{\"object\":\"list\",\"data\":[{\"id\":\"simulated/fixture\"}]}");
            }
            boolean warm =
                    request.body().contains("one word") || request.requestLine().contains("/health");
            return warm
                    ? Reply.stream(ChatEvents.answer(5, 1))
                    : Reply.json(503, "{\"error\":{\"message\":\"too busy\"}}");
        };
        try (ScriptedServer server = ScriptedServer.start(busy)) {
            Path config = FixtureConfig.named("busy")
                    .cell("w1", 1)
                    .limits("w1-conc1", LIMITS)
                    .runningAt(URI.create("http://127.0.0.1:" + server.baseUrl().getPort()))
                    .writeTo(folder);
            run(config);
        }

        Path logs = run().resolve("logs/busy/w1-conc1");
        assertThat(logs.resolve("client.log"))
                .content()
                .contains("http_error status=503")
                .contains("too busy");
        try (Stream<Path> files = Files.list(logs)) {
            assertThat(files.filter(file -> file.getFileName().toString().startsWith("failed-")))
                    .isNotEmpty()
                    .allSatisfy(file -> assertThat(file)
                            .content()
                            .startsWith("HTTP/1.1 503")
                            .contains("too busy"));
        }
    }

    @Test
    void aRunThatIsKilledLeavesAWholeRecordThatNobodyTakesForItsEnd() throws IOException {
        Path config = FixtureConfig.named("killed")
                .cell("w1", 1)
                .cell("w1", 2)
                .requests(400)
                .limits("w1-conc1", LIMITS)
                .limits("w1-conc2", LIMITS)
                .writeTo(folder);
        try (SuiteProcess suite = SuiteProcess.start(SuiteMain.class, folder, "-Dconfig=" + config)) {
            suite.awaitLine("cell 2 of 2");
            suite.kill();
        }

        RunRecord record = RecordJson.read(run().resolve("run.json"));
        assertThat(record.finishedAt()).isNull();
        assertThat(record.status()).isEqualTo(Status.ERROR);
        assertThat(record.statusReason()).contains("has not ended");
        assertThat(record.exitCode()).isNotZero();
        assertThat(record.evaluation()).isNull();
        assertThat(record.targets().getFirst().cells())
                .extracting("status")
                .containsExactly(Status.PASS, Status.SKIPPED);
        assertThat(record.targets().getFirst().stages())
                .extracting(StageRecord::name)
                .contains("server_health", "atlas_inference[w1-conc1]");
        String rows = Files.readString(run().resolve("requests.jsonl"), UTF_8);
        assertThat(rows.substring(0, rows.lastIndexOf('\n')).lines())
                .hasSizeGreaterThanOrEqualTo(400)
                .allSatisfy(RecordJson::readRequest);
        try (Stream<Path> files = Files.list(run())) {
            assertThat(files.map(file -> file.getFileName().toString()).filter(name -> !name.startsWith(".")))
                    .containsExactlyInAnyOrder("run.json", "requests.jsonl", "inputs", "logs");
        }
        assertThat(RunDeck.render(record, MetricRegistry.standard())).contains("has not ended");
        assertThat(EvaluationSheet.render(record)).contains("has not ended");
    }

    @Test
    void aDiskThatFillsUpIsOneSentenceAndTheServerIsStoppedAllTheSame() throws IOException {
        Path runs = Files.createDirectory(folder.resolve("small-disk"));
        Path config = FixtureConfig.named("full")
                .cell("w1", 1)
                .requests(400)
                .limits("w1-conc1", LIMITS)
                .writeTo(folder);
        try (SmallDisk disk = SmallDisk.mountedAt(runs, "size=96k")) {
            String output = run(config, "-Druns.dir=" + runs);

            assertThat(output)
                    .contains("VERDICT: ERROR")
                    .contains("the disk is full; free some space, or choose another folder with -Druns.dir")
                    .contains("exit code 1")
                    .contains("the server is stopped")
                    .doesNotContain("VERDICT: PASS")
                    .doesNotContain(" at atlas.validation.");
            Path record = runs.resolve("latest/run.json");
            assertThat(RecordJson.read(record).status()).isEqualTo(Status.ERROR);
        }
    }

    @Test
    void aReadOnlyFolderIsToldBeforeAnythingIsStarted() throws IOException {
        Path runs = Files.createDirectory(folder.resolve("read-only"));
        try (SmallDisk disk = SmallDisk.mountedAt(runs, "size=96k,ro")) {
            assertThat(run(small(), "-Druns.dir=" + runs))
                    .contains("the file system is read-only; choose another folder with -Druns.dir")
                    .doesNotContain("starting the server");
        }
    }

    private Path small() {
        return FixtureConfig.named("small")
                .cell("w1", 1)
                .limits("w1-conc1", LIMITS)
                .writeTo(folder);
    }

    private String run(Path config, String... properties) {
        List<String> all = Stream.concat(Stream.of("-Dconfig=" + config), Stream.of(properties))
                .toList();
        try (SuiteProcess suite = SuiteProcess.start(SuiteMain.class, folder, all.toArray(String[]::new))) {
            return suite.awaitEnd();
        }
    }

    private Path run() {
        return folder.resolve("target/atlas-runs/latest");
    }
}
