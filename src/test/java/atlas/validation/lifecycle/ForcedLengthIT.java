package atlas.validation.lifecycle;

import static org.assertj.core.api.Assertions.assertThat;

import atlas.validation.record.CellRecord;
import atlas.validation.record.TargetRecord;
import atlas.validation.testing.ChatEvents;
import atlas.validation.testing.EngineRun;
import atlas.validation.testing.FixtureConfig;
import atlas.validation.testing.ReceivedRequest;
import atlas.validation.testing.Reply;
import atlas.validation.testing.ScriptedServer;
import java.net.URI;
import java.nio.file.Path;
import java.util.function.Function;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Servers that show that they can be made to reach a length, and then do not, or count in their own way. */
@Timeout(120)
class ForcedLengthIT {

    private static final Pattern LIMIT = Pattern.compile("\"max_tokens\":(\\d+)");
    private static final Pattern CONTENT = Pattern.compile("\"content\":\"([^\"]*)\"");

    /** Tokens that this server's chat template adds. */
    private static final int TEMPLATE = 11;

    @TempDir
    private Path folder;

    @Test
    void c14AStopWordInTheMiddleIsTruncatedWhereTheLengthIsProved() {
        CellRecord cell = run(
                585,
                true,
                request -> Reply.stream(
                        ChatEvents.role(),
                        ChatEvents.content("word ").repeat(280),
                        ChatEvents.finish("stop"),
                        ChatEvents.usage(tokens(request), 280),
                        ChatEvents.DONE));

        assertThat(cell.counts().byOutcome()).containsOnlyKeys("truncated");
        assertThat(cell.counts().failed()).isEqualTo(4);
    }

    @Test
    void d4TenTokensAndACleanEndAreTruncated() {
        CellRecord cell = run(
                1024, true, request -> Reply.stream(ChatEvents.content("word ").repeat(10), ChatEvents.DONE));

        assertThat(cell.counts().byOutcome()).containsOnlyKeys("truncated");
    }

    @Test
    void aShortAnswerIsNoFailureWhereNothingForcesItsLength() {
        CellRecord cell = run(
                585,
                false,
                request -> Reply.stream(
                        ChatEvents.role(),
                        ChatEvents.content("word ").repeat(280),
                        ChatEvents.finish("stop"),
                        ChatEvents.usage(tokens(request), 280),
                        ChatEvents.DONE));

        assertThat(cell.counts().succeeded()).isEqualTo(4);
        assertThat(cell.warnings()).extracting("code").contains("length_not_forced");
    }

    @Test
    void c18AnEchoOfThePromptIsNotCountedAsOutput() {
        CellRecord cell = run(
                100,
                true,
                request -> Reply.stream(
                        ChatEvents.role(),
                        ChatEvents.content("word ").repeat(300),
                        ChatEvents.finish("length"),
                        ChatEvents.usage(tokens(request), 100),
                        ChatEvents.DONE));

        assertThat(cell.counts().succeeded()).isEqualTo(4);
        assertThat(cell.metrics().get("mean_osl")).isEqualTo(100.0);
        assertThat(cell.metrics().get("mean_isl")).isEqualTo(200.0);
    }

    /** Runs four requests of 200 tokens on a server that shows, or not, that {@code min_tokens} works. */
    private CellRecord run(int osl, boolean proves, Function<ReceivedRequest, Reply> answer) {
        ScriptedServer.Script script = request -> {
            if (request.requestLine().contains("/v1/models")) {
                return Reply.json(200, "{\"object\":\"list\",\"data\":[{\"id\":\"simulated/fixture\"}]}");
            }
            if (!request.requestLine().contains("/v1/chat/completions")) {
                return Reply.json(request.requestLine().contains("/health") ? 200 : 404, "{}");
            }
            boolean forced = proves && request.body().contains("\"min_tokens\"");
            if (request.body().contains("capital of France")) {
                int tokens = forced ? limit(request) : 1;
                return Reply.stream(ChatEvents.answer(tokens(request), tokens));
            }
            return limit(request) == 1 ? Reply.stream(ChatEvents.answer(tokens(request), 1)) : answer.apply(request);
        };
        try (ScriptedServer server = ScriptedServer.start(script)) {
            Path config = FixtureConfig.named("forced")
                    .combo("{ \"name\": \"w\", \"isl\": 200, \"osl\": %d }".formatted(osl))
                    .cell("w", 1)
                    .requests(4)
                    .runningAt(URI.create("http://127.0.0.1:" + server.baseUrl().getPort()))
                    .recordOnly()
                    .writeTo(folder);
            TargetRecord target = EngineRun.of(config, folder.resolve("runs"))
                    .record()
                    .targets()
                    .getFirst();
            assertThat(target.capabilities())
                    .containsEntry("length_forcing", proves ? "min_tokens" : "none")
                    .containsEntry("length_forcing_proved", proves);
            return target.cells().getFirst();
        }
    }

    private static int limit(ReceivedRequest request) {
        Matcher limit = LIMIT.matcher(request.body());
        return limit.find() ? Integer.parseInt(limit.group(1)) : 256;
    }

    /** Counts a word as a token. */
    private static int tokens(ReceivedRequest request) {
        Matcher content = CONTENT.matcher(request.body());
        assertThat(content.find()).isTrue();
        return TEMPLATE + content.group(1).split(" ", -1).length;
    }
}
