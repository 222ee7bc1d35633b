package atlas.validation.engine;

import static atlas.validation.testing.ChatEvents.answer;
import static org.assertj.core.api.Assertions.assertThat;

import atlas.validation.record.CellRecord;
import atlas.validation.record.Status;
import atlas.validation.record.TargetRecord;
import atlas.validation.testing.EngineRun;
import atlas.validation.testing.FixtureConfig;
import atlas.validation.testing.ReceivedRequest;
import atlas.validation.testing.Reply;
import atlas.validation.testing.ScriptedServer;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** After every cell the server is asked for a token, whatever its health path says. */
@Timeout(120)
class LivenessIT {

    private static final int MEASURED = 8;
    private static final String EASY = "{ \"mean_ttft_ms\": { \"kind\": \"max_ms\", \"value\": 60000 } }";

    private final CountDownLatch never = new CountDownLatch(1);
    private final List<String> asked = new CopyOnWriteArrayList<>();
    private final AtomicInteger measured = new AtomicInteger();
    private final AtomicInteger tokens = new AtomicInteger();

    @TempDir
    private Path folder;

    /** Not one request of the cell failed: nothing but a token tells. */
    @Test
    void aServerThatIsHealthyAndHangsAfterACellWithoutAFailureIsGone() {
        EngineRun run = run(request -> measured.get() <= MEASURED ? Reply.stream(answer(5, 1)) : held());

        TargetRecord target = run.record().targets().getFirst();
        CellRecord first = target.cells().getFirst();
        assertThat(first.counts().succeeded()).isEqualTo(MEASURED);
        assertThat(first.counts().failed()).isZero();
        assertThat(first.status()).isEqualTo(Status.ERROR);
        assertThat(run.row("atlas_inference[w1-conc1]"))
                .startsWith("failed: error: ")
                .contains("is up but does not generate: first_token_timeout");
        assertThat(run.row("cell_metrics[w1-conc1-ttft]"))
                .as("what was measured is judged")
                .isEqualTo("successful");
        assertThat(run.row("atlas_inference[w1-conc2]"))
                .startsWith("skipped: skipped: the server is gone after w1-conc1");
        assertThat(asked).as("none of the next cell").noneMatch(id -> id.contains("-w1-conc2-"));
        assertThat(run.record().status()).isEqualTo(Status.ERROR);
        assertThat(run.record().exitCode()).isEqualTo(1);
    }

    @Test
    void aServerThatServesOnIsAskedForOneStreamedTokenAfterEachCell() {
        EngineRun run = run(request -> Reply.stream(answer(5, 1)));

        assertThat(run.red()).isEmpty();
        List<String> order = asked.stream()
                .filter(id -> id.matches(".*-w1-conc\\d-measure-.*") || id.contains("liveness"))
                .map(id -> id.contains("liveness") ? "token" : id.replaceAll(".*(w1-conc\\d).*", "$1"))
                .toList();
        assertThat(String.join(" ", order)).matches("(w1-conc1 ){8}token (w1-conc2 ){8}token");
        assertThat(run.record().targets().getFirst().cells())
                .as("the token is none of a cell's")
                .allSatisfy(cell -> assertThat(cell.counts().attempted()).isEqualTo(MEASURED));
    }

    /** A server may refuse a request now and then, this one as any other. */
    @Test
    void oneTokenThatIsRefusedDecidesNothing() {
        EngineRun run = run(request -> id(request).contains("liveness") && tokens.getAndIncrement() == 0
                ? Reply.json(503, "{\"error\":\"busy\"}")
                : Reply.stream(answer(5, 1)));

        assertThat(run.red()).isEmpty();
        assertThat(tokens).hasValueGreaterThan(2);
    }

    private EngineRun run(ScriptedServer.Script chat) {
        ScriptedServer.Script script = request -> switch (request.requestLine().split(" ")[1]) {
            case "/v1/models" -> Reply.json(200, "{\"data\":[{\"id\":\"simulated/fixture\",\"owned_by\":\"test\"}]}");
            case "/health" -> Reply.json(200, "{\"status\":\"ok\"}");
            default -> {
                asked.add(id(request));
                boolean counts = id(request).contains("-w1-conc1-measure-") || measured.get() >= MEASURED;
                if (counts) {
                    measured.incrementAndGet();
                }
                yield chat.replyTo(request);
            }
        };
        try (ScriptedServer server = ScriptedServer.start(script)) {
            return EngineRun.of(
                    FixtureConfig.named("alive")
                            .runningAt(server.baseUrl())
                            .cell("w1", 1)
                            .cell("w1", 2)
                            .limits("w1-conc1", EASY)
                            .limits("w1-conc2", EASY)
                            .params("\"first_token_timeout_s\": 0.5")
                            .writeTo(folder),
                    folder.resolve("runs"));
        }
    }

    private Reply held() {
        return new Reply().hold(never);
    }

    private static String id(ReceivedRequest request) {
        return String.valueOf(request.header("x-request-id"));
    }
}
