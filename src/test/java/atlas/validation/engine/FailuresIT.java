package atlas.validation.engine;

import static atlas.validation.testing.ChatEvents.answer;
import static org.assertj.core.api.Assertions.assertThat;

import atlas.validation.record.CellRecord;
import atlas.validation.record.FailureRecord;
import atlas.validation.record.Outcome;
import atlas.validation.record.Phase;
import atlas.validation.record.RunRecord;
import atlas.validation.record.Status;
import atlas.validation.testing.EngineRun;
import atlas.validation.testing.FixtureConfig;
import atlas.validation.testing.ReceivedRequest;
import atlas.validation.testing.Reply;
import atlas.validation.testing.ScriptedServer;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.IntFunction;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Whole runs against a server that fails: what its record, rows and files say. */
@Timeout(300)
class FailuresIT {

    @TempDir
    private Path folder;

    @Test
    void d12D14WhenAllFailThereIsAReportWithoutFiguresAndTheRunFails() throws IOException {
        RunRecord record =
                run(index -> Reply.json(500, "{\"error\":{\"message\":\"worker %d died\"}}".formatted(index)));
        CellRecord cell = cell(record);

        assertThat(record.status()).isEqualTo(Status.ERROR);
        assertThat(record.exitCode()).isNotZero();
        assertThat(cell.status()).isEqualTo(Status.ERROR);
        assertThat(cell.counts().succeeded()).isZero();
        assertThat(cell.counts().failed()).isEqualTo(20);
        assertThat(cell.metrics().get("mean_ttft_ms")).isNull();
        assertThat(cell.metrics().get("output_throughput")).isNull();
        assertThat(cell.metrics().get("request_throughput")).isZero();
        assertThat(cell.failures())
                .filteredOn(failure -> failure.phase() == Phase.MEASURE)
                .singleElement()
                .satisfies(failure -> {
                    assertThat(failure.count())
                            .as("numbers do not split a cause")
                            .isEqualTo(20);
                    assertThat(failure.httpStatus()).isEqualTo(500);
                    assertThat(failure.request())
                            .startsWith("POST http://127.0.0.1:")
                            .endsWith("/v1/chat/completions");
                    assertThat(latest("logs", "failing", "w1-conc2", failure.log()))
                            .content()
                            .contains("died");
                });
        assertThat(latest("run_deck.html")).isNotEmptyFile();
        assertThat(latest("summary.md")).content().contains("20 http_error 500: worker");
    }

    @Test
    void d15OneOfManyThatFailsIsInTheRecordTheSummaryTheDeckAndTheLog() throws IOException {
        RunRecord record = run(index ->
                index == 7 ? Reply.json(503, "{\"error\":\"queue is full, id 4711\"}") : Reply.stream(answer(128, 24)));
        CellRecord cell = cell(record);

        assertThat(cell.counts().attempted()).isEqualTo(20);
        assertThat(cell.counts().failed()).isEqualTo(1);
        assertThat(cell.failures()).singleElement().satisfies(failure -> {
            assertThat(failure.outcome()).isEqualTo(Outcome.HTTP_ERROR);
            assertThat(failure.message()).isEqualTo("queue is full, id 4711");
        });
        assertThat(latest("summary.md"))
                .content()
                .contains("queue is full, id 4711")
                .contains("19/20");
        assertThat(latest("run_deck.html")).content().contains("queue is full, id 4711");
        assertThat(latest("logs", "failing", "w1-conc2", "client.log"))
                .content()
                .contains("queue is full, id 4711");
    }

    @Test
    void d13WhenAllTimeOutThereIsASummaryOfTimeouts() {
        RunRecord record = run(index -> new Reply().hold(new CountDownLatch(1)), "\"first_token_timeout_s\": 0.3");
        CellRecord cell = cell(record);

        assertThat(record.exitCode()).isNotZero();
        assertThat(cell.counts().byOutcome()).containsOnlyKeys("first_token_timeout");
        assertThat(cell.failures()).extracting(FailureRecord::message).contains("no token came within 0.3 s");
    }

    @Test
    void d13AServerThatAnswersNoRequestBeforeTheClockEndsTheCellIsGone() {
        CountDownLatch never = new CountDownLatch(1);
        AtomicBoolean hangs = new AtomicBoolean();
        ScriptedServer.Script script = request -> {
            if (String.valueOf(request.header("x-request-id")).contains("-w1-conc1-measure-")) {
                hangs.set(true);
            }
            return plain(request, hangs.get() ? new Reply().hold(never) : Reply.stream(answer(5, 1)));
        };
        try (ScriptedServer server = ScriptedServer.start(script)) {
            rows = EngineRun.of(
                    FixtureConfig.named("failing")
                            .runningAt(server.baseUrl())
                            .cell("w1", 1)
                            .cell("w1", 2)
                            .recordOnly()
                            .params("\"first_token_timeout_s\": 0.5, \"duration_s\": 0.2, \"drain_s\": 0")
                            .writeTo(folder),
                    folder.resolve("runs"));
        }

        assertThat(cell(rows.record()).counts().byOutcome()).containsOnlyKeys("cancelled");
        assertThat(rows.row("atlas_inference[w1-conc2]"))
                .startsWith("skipped")
                .contains("the server is gone after w1-conc1");
    }

    @Test
    void d24ARefusalOfEveryRequestEndsTheCellAndTheRunSaysWhy() {
        RunRecord record = run(index -> Reply.json(401, "{\"error\":{\"message\":\"invalid key\"}}"));
        CellRecord cell = cell(record);

        assertThat(record.status()).isEqualTo(Status.ERROR);
        assertThat(record.exitCode()).isNotZero();
        assertThat(cell.status()).isEqualTo(Status.ERROR);
        assertThat(cell.message()).contains("the server refuses every request").contains("HTTP 401, invalid key");
        assertThat(cell.counts().attempted()).isLessThan(20);
        assertThat(cell.failures())
                .isNotEmpty()
                .allMatch(failure -> failure.message().equals("invalid key"));
        assertThat(rows.row("atlas_inference[w1-conc2]")).startsWith("failed").contains("HTTP 401");
    }

    @Test
    void theAnswerToASingleRequestThatFailsIsKept() {
        try (ScriptedServer server =
                ScriptedServer.start(request -> plain(request, Reply.json(500, "{\"error\":\"no weights\"}")))) {
            rows = EngineRun.of(config(server, ""), folder.resolve("runs"));
        }

        assertThat(latest("logs", "failing", "first_request", "failed-0.txt"))
                .content()
                .contains("no weights");
    }

    @Test
    void theAnswersOfTwoServersAreKeptApart() {
        try (ScriptedServer one = ScriptedServer.start(request -> plain(request, Reply.json(500, "no weights")));
                ScriptedServer two = ScriptedServer.start(request -> plain(request, Reply.json(500, "no memory")))) {
            Path other = FixtureConfig.named("other")
                    .runningAt(two.baseUrl())
                    .cell("w1", 2)
                    .recordOnly()
                    .writeTo(folder);
            rows = EngineRun.of(Path.of(config(one, "") + "," + other), folder.resolve("runs"));
        }

        assertThat(latest("logs", "failing", "first_request", "failed-0.txt"))
                .content()
                .contains("no weights");
        assertThat(latest("logs", "other", "first_request", "failed-0.txt"))
                .content()
                .contains("no memory");
    }

    private EngineRun rows;

    /**
     * Runs one cell of 20 requests, of which a script answers each by its index, and all that is no measured one as -1;
     * the first token is always given.
     */
    private RunRecord run(IntFunction<Reply> answers, String... params) {
        ScriptedServer.Script script = request -> plain(
                request,
                request.body().contains("Say hello in one word")
                        ? Reply.stream(answer(5, 1))
                        : answers.apply(measuredIndex(request)));
        try (ScriptedServer server = ScriptedServer.start(script)) {
            rows = EngineRun.of(config(server, String.join(", ", params)), folder.resolve("runs"));
        }
        return rows.record();
    }

    private static int measuredIndex(ReceivedRequest request) {
        String id = String.valueOf(request.header("x-request-id"));
        int at = id.indexOf("-w1-conc2-measure-");
        return at < 0 ? -1 : Integer.parseInt(id.substring(at + "-w1-conc2-measure-".length()));
    }

    private Path config(ScriptedServer server, String params) {
        FixtureConfig config = FixtureConfig.named("failing")
                .runningAt(server.baseUrl())
                .cell("w1", 2)
                .requests(20)
                .recordOnly();
        return (params.isEmpty() ? config : config.params(params)).writeTo(folder);
    }

    private static Reply plain(ReceivedRequest request, Reply chat) {
        return switch (request.requestLine().split(" ")[1]) {
            case "/v1/models" -> Reply.json(200, "{\"data\":[{\"id\":\"simulated/fixture\",\"owned_by\":\"test\"}]}");
            case "/health" -> Reply.json(200, "{\"status\":\"ok\"}");
            default -> chat;
        };
    }

    private static CellRecord cell(RunRecord record) {
        return record.targets().getFirst().cells().getFirst();
    }

    private Path latest(String... names) {
        Path path = folder.resolve("runs").resolve("latest");
        for (String name : names) {
            path = path.resolve(name);
        }
        assertThat(Files.exists(path)).as("%s exists", path).isTrue();
        return path;
    }
}
