package atlas.validation.engine;

import static atlas.validation.testing.ChatEvents.answer;
import static org.assertj.core.api.Assertions.assertThat;

import atlas.validation.record.CellRecord;
import atlas.validation.record.RepeatRecord;
import atlas.validation.record.RequestRecord;
import atlas.validation.record.StageRecord;
import atlas.validation.record.Status;
import atlas.validation.record.SweepRepeats;
import atlas.validation.record.TargetRecord;
import atlas.validation.report.RecordJson;
import atlas.validation.testing.EngineRun;
import atlas.validation.testing.FixtureConfig;
import atlas.validation.testing.ReceivedRequest;
import atlas.validation.testing.Reply;
import atlas.validation.testing.ScriptedServer;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.assertj.core.data.Offset;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Cells that are measured several times, through the whole engine. */
@Timeout(120)
class RepeatsIT {

    private static final String EASY = "{ \"mean_ttft_ms\": { \"kind\": \"max_ms\", \"value\": 60000 } }";
    private static final String WHOLE = "{ \"success_rate\": { \"kind\": \"min\", \"value\": 0.9 } }";
    private static final String UNTIL_DECIDED = "\"repeats\": { \"min\": 3, \"max\": 4 }";

    private final List<ReceivedRequest> asked = new CopyOnWriteArrayList<>();
    private final CountDownLatch never = new CountDownLatch(1);

    @TempDir
    private Path folder;

    @Test
    @DisplayName("Repeats go sweep after sweep over the cells, each with warm-up, prompts and ids of its own")
    void repeatsAreInterleaved() throws IOException {
        EngineRun run = run("\"repeats\": 3", EASY, request -> Reply.stream(answer(5, 1)));

        assertThat(run.red()).isEmpty();
        assertThat(order())
                .containsExactly(
                        "w1-conc1-warmup w1-conc1-measure w1-conc2-warmup w1-conc2-measure",
                        "w1-conc1-repeat2-warmup w1-conc1-repeat2-measure w1-conc2-repeat2-warmup w1-conc2-repeat2-measure",
                        "w1-conc1-repeat3-warmup w1-conc1-repeat3-measure w1-conc2-repeat3-warmup w1-conc2-repeat3-measure");
        assertThat(asked.stream()
                        .filter(request -> id(request).contains("-w1-conc"))
                        .map(ReceivedRequest::body))
                .as("no repeat finds its prompts in the server's cache")
                .doesNotHaveDuplicates();

        TargetRecord target = target(run);
        assertThat(target.repeats()).isEqualTo(new SweepRepeats(3, 3, 3, "all were measured", false));
        for (CellRecord cell : target.cells()) {
            assertThat(cell.status()).isEqualTo(Status.PASS);
            assertThat(cell.counts().succeeded()).isEqualTo(3 * 8);
            assertThat(cell.repeats()).extracting(RepeatRecord::repeat).containsExactly(0, 1, 2);
            assertThat(cell.repeats())
                    .allSatisfy(
                            repeat -> assertThat(repeat.counts().succeeded()).isEqualTo(8));
            assertThat(cell.metrics().get("mean_ttft_ms"))
                    .isCloseTo(
                            cell.repeats().stream()
                                    .mapToDouble(repeat -> repeat.metrics().get("mean_ttft_ms"))
                                    .average()
                                    .orElseThrow(),
                            Offset.offset(1e-3));
        }
        assertThat(rows())
                .extracting(RequestRecord::repeat)
                .as("each of 8 measured and 1 to warm up, of two cells")
                .containsOnly(0, 1, 2)
                .hasSize(3 * 2 * 9);
    }

    @Test
    @DisplayName("The first cell's row runs all repeats and says so; every row's own time is that of its own cell")
    void rowsAreHonest() {
        EngineRun run = run("\"repeats\": 3", EASY, request -> Reply.stream(answer(5, 1)));

        Map<String, StageRecord> stages =
                target(run).stages().stream().collect(Collectors.toMap(StageRecord::name, Function.identity()));
        StageRecord first = stages.get("atlas_inference[w1-conc1]");
        StageRecord second = stages.get("atlas_inference[w1-conc2]");
        assertThat(first.message())
                .isEqualTo("24 of 24 requests succeeded in 3 repeats; this row ran the repeats of all 2 cells");
        assertThat(second.message()).isEqualTo("24 of 24 requests succeeded in 3 repeats");
        assertThat(first.seconds()).isPositive();
        assertThat(second.seconds()).isPositive();
        assertThat(run.row("cell_metrics[w1-conc2-ttft]")).isEqualTo("successful");
    }

    @Test
    @DisplayName("Once every enforced limit is decided, the sweep ends; never before the least number of repeats")
    void theSweepEndsEarly() {
        EngineRun run = run("\"repeats\": { \"min\": 3, \"max\": 10 }", WHOLE, request -> Reply.stream(answer(5, 1)));

        SweepRepeats repeats = target(run).repeats();
        assertThat(run.red()).isEmpty();
        assertThat(repeats.done()).isEqualTo(3);
        assertThat(repeats.ended()).isEqualTo("more repeats could decide none of the 2 checks");
        assertThat(target(run).cells())
                .allSatisfy(cell -> assertThat(cell.repeats()).hasSize(3));
    }

    @Test
    @DisplayName("A limit amid the noise keeps the sweep going to its most repeats, and stays undecided")
    void anUndecidedLimitKeepsItGoing() {
        EngineRun run = run(
                UNTIL_DECIDED,
                WHOLE,
                request -> id(request).contains("-w1-conc") && ofRepeat(request) % 2 == 1 && index(request) < 4
                        ? Reply.json(503, "{\"error\":\"busy\"}")
                        : Reply.stream(answer(5, 1)));

        assertThat(target(run).repeats().done()).isEqualTo(4);
        assertThat(target(run).repeats().ended()).contains("2 of 2 checks are undecided");
        assertThat(target(run).cells())
                .allSatisfy(cell -> assertThat(cell.status()).isEqualTo(Status.INCONCLUSIVE));
        assertThat(run.record().exitCode()).isEqualTo(4);
    }

    @Test
    @DisplayName("A repeat in which the server refuses a cell ends that cell alone, and no later one makes up for it")
    void oneRepeatInTrouble() {
        EngineRun run = run(
                "\"repeats\": 3",
                EASY,
                request -> id(request).contains("-w1-conc1-repeat2-")
                        ? Reply.json(401, "{\"error\":\"invalid key\"}")
                        : Reply.stream(answer(5, 1)));

        CellRecord first = target(run).cells().getFirst();
        assertThat(first.status()).isEqualTo(Status.ERROR);
        assertThat(first.message()).startsWith("error: in repeat 2 of 3: ").contains("HTTP 401");
        assertThat(first.repeats()).hasSize(2);
        assertThat(first.repeats().get(0).trouble()).isNull();
        assertThat(first.repeats().get(1).trouble()).contains("HTTP 401");
        assertThat(first.metrics())
                .as("the figures are those of the repeat that was whole")
                .containsEntry(
                        "mean_ttft_ms", first.repeats().getFirst().metrics().get("mean_ttft_ms"));
        assertThat(first.counts().attempted())
                .isEqualTo(first.repeats().stream()
                        .mapToInt(repeat -> repeat.counts().attempted())
                        .sum());
        assertThat(asked).noneMatch(request -> id(request).contains("-w1-conc1-repeat3-"));
        assertThat(run.row("atlas_inference[w1-conc1]")).startsWith("failed: error: in repeat 2 of 3: ");
        assertThat(run.row("atlas_inference[w1-conc2]")).isEqualTo("successful");
        assertThat(target(run).cells().get(1).repeats()).hasSize(3);
        assertThat(first.failures()).anySatisfy(failure -> {
            assertThat(failure.exampleRepeat()).isEqualTo(1);
            assertThat(failure.log()).startsWith("repeat-2/failed-");
            assertThat(folder.resolve("runs/latest/logs/repeated/w1-conc1/" + failure.log()))
                    .content()
                    .contains("invalid key");
        });
        assertThat(run.record().exitCode()).isEqualTo(1);
    }

    @Test
    @DisplayName("A repeat without one success is an error, although the others have some")
    void oneRepeatWithoutASuccess() {
        EngineRun run = run(
                "\"repeats\": 3",
                EASY,
                request -> id(request).contains("-w1-conc2-repeat3-measure-")
                        ? Reply.json(503, "{\"error\":\"busy\"}")
                        : Reply.stream(answer(5, 1)));

        assertThat(run.row("atlas_inference[w1-conc2]"))
                .isEqualTo("failed: error: in repeat 3 of 3: no request succeeded: 8 http_error of 8 attempted");
        assertThat(target(run).cells().getFirst().status()).isEqualTo(Status.PASS);
        assertThat(target(run).cells().get(1).status()).isEqualTo(Status.ERROR);
    }

    @Test
    @DisplayName("A server that goes away in repeat 2 leaves no cell that looks measured")
    void theServerGoesAway() {
        EngineRun run = run(
                "\"repeats\": 3",
                EASY,
                request -> askedBefore("-w1-conc1-repeat2-measure-")
                        ? new Reply().hold(never)
                        : Reply.stream(answer(5, 1)));

        assertThat(run.row("atlas_inference[w1-conc1]")).startsWith("failed: error: in repeat 2 of 3: ");
        assertThat(run.row("atlas_inference[w1-conc2]"))
                .startsWith("failed: error: 1 of 3 repeats measured: the server is gone after w1-conc1");
        assertThat(run.row("cell_metrics[w1-conc2-ttft]"))
                .as("what was measured is judged")
                .isEqualTo("successful");
        assertThat(target(run).repeats().done()).isEqualTo(1);
        assertThat(target(run).repeats().ended()).startsWith("the server is gone after w1-conc1");
        assertThat(run.row("teardown")).isEqualTo("successful");
    }

    @Test
    @DisplayName("A tag filter that leaves one cell leaves its repeats alone")
    void oneCellOfTwo() {
        EngineRun run = run("\"repeats\": 3", EASY, request -> Reply.stream(answer(5, 1)), "groups", "conc2");

        assertThat(run.red()).isEmpty();
        assertThat(run.rows()).doesNotContainKey("atlas_inference[w1-conc1]");
        assertThat(target(run).stages())
                .filteredOn(stage -> stage.name().startsWith("atlas_inference"))
                .extracting(StageRecord::message)
                .containsExactly("24 of 24 requests succeeded in 3 repeats");
    }

    @Test
    @DisplayName("A cell that is measured once has no repeats in its record")
    void onceIsAsBefore() {
        EngineRun run = run("\"repeats\": 1", EASY, request -> Reply.stream(answer(5, 1)));

        assertThat(target(run).repeats()).isNull();
        assertThat(target(run).cells())
                .allSatisfy(cell -> assertThat(cell.repeats()).isEmpty());
        assertThat(order()).containsExactly("w1-conc1-warmup w1-conc1-measure w1-conc2-warmup w1-conc2-measure");
    }

    private EngineRun run(String params, String limits, Function<ReceivedRequest, Reply> chat, String... knobs) {
        ScriptedServer.Script script = request -> {
            asked.add(request);
            return plain(request, chat);
        };
        try (ScriptedServer server = ScriptedServer.start(script)) {
            Path config = FixtureConfig.named("repeated")
                    .runningAt(server.baseUrl())
                    .params("\"first_token_timeout_s\": 0.5, " + params)
                    .cell("w1", 1)
                    .cell("w1", 2)
                    .limits("w1-conc1", limits)
                    .limits("w1-conc2", limits)
                    .writeTo(folder);
            return EngineRun.of(config, folder.resolve("runs"), knobs);
        }
    }

    private static Reply plain(ReceivedRequest request, Function<ReceivedRequest, Reply> chat) {
        return switch (request.requestLine().split(" ")[1]) {
            case "/v1/models" ->
                Reply.json(200, "{\"data\":[{\"id\":\"simulated/fixture\",\"owned_by\":\"a simulator\"}]}");
            case "/health" -> Reply.json(200, "{\"status\":\"ok\"}");
            default -> chat.apply(request);
        };
    }

    /** Returns cell, repeat and phase of the loads in the order in which they began, one line a sweep. */
    private List<String> order() {
        List<String> loads = asked.stream()
                .map(RepeatsIT::id)
                .filter(id -> id.contains("-w1-conc") && id.matches(".*-(warmup|measure)-\\d+"))
                .map(id -> id.replaceAll(".*-(w1-conc.*)-\\d+", "$1"))
                .distinct()
                .toList();
        return IntStream.range(0, loads.size() / 4)
                .mapToObj(sweep -> String.join(" ", loads.subList(4 * sweep, 4 * sweep + 4)))
                .toList();
    }

    private boolean askedBefore(String part) {
        return asked.stream().anyMatch(request -> id(request).contains(part));
    }

    private static int ofRepeat(ReceivedRequest request) {
        String id = id(request);
        return id.contains("-repeat") ? Integer.parseInt(id.replaceAll(".*-repeat(\\d+)-.*", "$1")) : 1;
    }

    private static int index(ReceivedRequest request) {
        String id = id(request);
        return id.matches(".*-measure-\\d+") ? Integer.parseInt(id.replaceAll(".*-measure-", "")) : Integer.MAX_VALUE;
    }

    private static String id(ReceivedRequest request) {
        return String.valueOf(request.header("x-request-id"));
    }

    private static TargetRecord target(EngineRun run) {
        return run.record().targets().getFirst();
    }

    private List<RequestRecord> rows() throws IOException {
        return Files.readAllLines(folder.resolve("runs/latest/requests.jsonl")).stream()
                .map(RecordJson::readRequest)
                .toList();
    }
}
