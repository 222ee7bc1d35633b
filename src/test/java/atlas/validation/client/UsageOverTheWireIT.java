package atlas.validation.client;

import static atlas.validation.client.WireRow.fails;
import static atlas.validation.client.WireRow.row;
import static atlas.validation.client.WireRow.success;
import static atlas.validation.testing.ChatEvents.DONE;
import static atlas.validation.testing.ChatEvents.content;
import static atlas.validation.testing.ChatEvents.data;
import static atlas.validation.testing.ChatEvents.finish;
import static atlas.validation.testing.ChatEvents.reasoning;
import static atlas.validation.testing.ChatEvents.role;
import static atlas.validation.testing.ChatEvents.usage;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.offset;

import atlas.validation.metric.CellMetrics;
import atlas.validation.record.CellId;
import atlas.validation.record.Outcome;
import atlas.validation.record.RequestRecord;
import atlas.validation.record.TokenCountSource;
import atlas.validation.record.Warning;
import atlas.validation.stream.AnswerReader;
import atlas.validation.testing.CellInputBuilder;
import atlas.validation.testing.Reply;
import atlas.validation.testing.ScriptedServer;
import java.time.Duration;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Field cases of group C: token counts wherever a server tells them, from a real socket to the row and the counts. */
@Timeout(120)
class UsageOverTheWireIT {

    @ParameterizedTest(name = "{0}")
    @MethodSource({"places", "orders", "counts", "withoutUsage"})
    void ends(WireRow row) {
        row.check();
    }

    static Stream<WireRow> places() {
        return Stream.of(
                row(
                        "C1 usage without choices",
                        Reply.stream(content("a"), content("b"), finish("stop"), usage(5, 2), DONE),
                        two()),
                row(
                        "C1 usage without a field of choices",
                        Reply.stream(
                                content("a"),
                                content("b"),
                                finish("stop"),
                                data("{\"usage\":{\"prompt_tokens\":5,\"completion_tokens\":2}}"),
                                DONE),
                        two()),
                row(
                        "C1 usage with choices null",
                        Reply.stream(
                                content("a"),
                                content("b"),
                                finish("stop"),
                                data("{\"choices\":null,\"usage\":{\"prompt_tokens\":5,\"completion_tokens\":2}}"),
                                DONE),
                        two()),
                row(
                        "C2 usage beside the last text",
                        Reply.stream(
                                content("a"),
                                data(
                                        "{\"choices\":[{\"delta\":{\"content\":\"b\"},\"finish_reason\":\"stop\"}],\"usage\":{\"prompt_tokens\":5,\"completion_tokens\":2,\"prompt_tokens_details\":{\"cached_tokens\":4}}}"),
                                DONE),
                        two().finish("stop")
                                .and(played ->
                                        assertThat(played.row().cachedTokens()).isEqualTo(4))),
                row(
                        "C2 usage beside the finish reason",
                        Reply.stream(
                                content("a"),
                                content("b"),
                                data(
                                        "{\"choices\":[{\"delta\":{},\"finish_reason\":\"stop\"}],\"usage\":{\"prompt_tokens\":5,\"completion_tokens\":2}}"),
                                DONE),
                        two()),
                row(
                        "C2 usage inside of the choice",
                        Reply.stream(
                                content("a"),
                                content("b"),
                                data(
                                        "{\"choices\":[{\"delta\":{},\"finish_reason\":\"stop\",\"usage\":{\"prompt_tokens\":5,\"completion_tokens\":2}}]}"),
                                DONE),
                        two()),
                row(
                        "C4 usage null in each chunk",
                        Reply.stream(nullUsage("a"), nullUsage("b"), finish("stop"), usage(5, 2), DONE),
                        two()),
                row(
                        "C4 usage null behind the counts",
                        Reply.stream(
                                content("a"),
                                content("b"),
                                usage(5, 2),
                                finish("stop"),
                                data("{\"choices\":[],\"usage\":null}"),
                                DONE),
                        two()));
    }

    static Stream<WireRow> orders() {
        return Stream.of(
                row(
                        "C1 usage before the finish reason",
                        Reply.stream(content("a"), content("b"), usage(5, 2), finish("stop"), DONE),
                        two().finish("stop")),
                row(
                        "C1 usage before the first token",
                        Reply.stream(usage(5, 2), content("a"), content("b"), finish("stop"), DONE),
                        two()),
                row(
                        "C1 usage behind [DONE] comes too late",
                        Reply.stream(content("a"), finish("stop"), DONE, usage(5, 9)),
                        success().tokens(1, TokenCountSource.CHUNKS).warns(AnswerReader.EVENTS_AFTER_DONE)),
                row(
                        "C1 usage and no [DONE]",
                        Reply.stream(content("a"), content("b"), finish("stop"), usage(5, 2)),
                        success().tokens(2).warns(AnswerReader.MISSING_DONE)),
                row(
                        "C1 usage, [DONE] and no finish reason",
                        Reply.stream(content("a"), content("b"), usage(5, 2), DONE),
                        success().tokens(2).warns(AnswerReader.MISSING_FINISH_REASON)));
    }

    static Stream<WireRow> counts() {
        return Stream.of(
                row(
                        "C5 cumulative counts never add up, and tell the tokens of each chunk",
                        Reply.stream(
                                counted("a", 1),
                                counted("b c d e", 5),
                                counted("f", 6),
                                counted("g", 99),
                                finish("stop"),
                                DONE),
                        success()
                                .tokens(99)
                                .chunks(4)
                                .and(played ->
                                        assertThat(played.row().chunkTokens()).containsExactly(1, 4, 1, 93))),
                row(
                        "C5 cumulative counts and a final one",
                        Reply.stream(counted("a", 1), counted("b", 2), finish("stop"), usage(5, 3), DONE),
                        success().tokens(3)),
                row(
                        "C8 pieces of words are not tokens",
                        Reply.stream(
                                content("Hel"), content("lo"), content(" world"), finish("stop"), usage(5, 2), DONE),
                        success().chunks(3).tokens(2)),
                row(
                        "C10 a hundred spaces",
                        Reply.stream(content(" ").repeat(100), finish("length"), usage(5, 100), DONE),
                        success().chunks(100).tokens(100)),
                row(
                        "C11 reasoning counts as the server counts it",
                        Reply.stream(
                                reasoning("x").repeat(7), content("a").repeat(3), finish("stop"), usage(5, 1023), DONE),
                        success().chunks(10).tokens(1023)),
                row(
                        "C5 counts as fractions",
                        Reply.stream(
                                content("a"),
                                finish("stop"),
                                data("{\"choices\":[],\"usage\":{\"prompt_tokens\":5.0,\"completion_tokens\":2.0}}"),
                                DONE),
                        success().tokens(2)),
                row(
                        "C1 counts that cannot be",
                        Reply.stream(
                                content("a"),
                                finish("stop"),
                                data(
                                        "{\"choices\":[],\"usage\":{\"prompt_tokens\":-1,\"completion_tokens\":\"many\"}}"),
                                DONE),
                        success().tokens(1, TokenCountSource.CHUNKS)),
                row(
                        "C1 counts of which one is missing",
                        Reply.stream(
                                content("a"),
                                finish("stop"),
                                data("{\"choices\":[],\"usage\":{\"completion_tokens\":2}}"),
                                DONE),
                        success()
                                .tokens(2)
                                .and(played ->
                                        assertThat(played.row().promptTokens()).isNull())),
                row(
                        "C18 an echo of the prompt: usage wins",
                        Reply.stream(content("word ").repeat(300), finish("stop"), usage(200, 100), DONE),
                        success().chunks(300).tokens(100)),
                row(
                        "C18 an echo of the prompt in a body that is not streamed: no token, and no count of its text",
                        Reply.json(
                                200,
                                "{\"choices\":[{\"message\":{\"content\":\"" + "word ".repeat(300)
                                        + "\"},\"finish_reason\":\"stop\"}],"
                                        + "\"usage\":{\"prompt_tokens\":200,\"completion_tokens\":100}}"),
                        fails(Outcome.NOT_STREAMED).noTtft().chunks(0).and(played -> {
                            assertThat(played.row().completionTokens()).isNull();
                            assertThat(played.metrics()
                                            .value("total_output_tokens")
                                            .value())
                                    .isNull();
                        })));
    }

    static Stream<WireRow> withoutUsage() {
        return Stream.of(
                row(
                        "C8 no usage: chunks are counted, and it is said",
                        Reply.stream(content("a").repeat(3), finish("stop"), DONE),
                        success().tokens(3, TokenCountSource.CHUNKS).warns(AnswerReader.MISSING_USAGE)),
                row(
                        "C8 no usage, and token ids",
                        Reply.stream(
                                data("{\"choices\":[{\"delta\":{\"content\":\"a b\"},\"token_ids\":[4,5]}]}"),
                                finish("stop"),
                                DONE),
                        success().tokens(2, TokenCountSource.TOKEN_IDS)),
                row(
                        "C8 a usage of zero beside tokens is not believed",
                        Reply.stream(content("a").repeat(3), finish("stop"), usage(5, 0), DONE),
                        success().tokens(3, TokenCountSource.CHUNKS)));
    }

    @Test
    void c12DividesByWhatWasGeneratedAndNotByWhatWasAsked() {
        Reply reply = new Reply()
                .streamHead()
                .chunk(content("a"))
                .pause(Duration.ofMillis(50))
                .chunk(content("b ").repeat(9))
                .chunk(finish("stop") + usage(5, 10) + DONE)
                .end();

        row("C12", reply, success().tokens(10).and(played -> {
                    RequestRecord row = played.row();
                    assertThat(row.tpotMs()).isCloseTo((row.e2eMs() - row.ttftMs()) / 9, offset(0.001));
                }))
                .check();
    }

    @Test
    void c14FailsAStopBeforeTheForcedLengthAndNotTheWholeLength() {
        row(
                        "C14",
                        Reply.stream(content("a").repeat(8), finish("stop"), usage(5, 8), DONE),
                        fails(Outcome.TRUNCATED)
                                .error("8 of 16 tokens, finish_reason stop")
                                .and(played -> assertThat(played.row().ttftMs()).isPositive()))
                .checkWithLengthForced();
        row(
                        "C14 whole",
                        Reply.stream(role(), content("a").repeat(16), finish("length"), usage(5, 16), DONE),
                        success().tokens(16))
                .checkWithLengthForced();
        row(
                        "C14 clamped",
                        Reply.stream(content("a").repeat(8), finish("length"), usage(5, 8), DONE),
                        fails(Outcome.TRUNCATED).error("8 of 16 tokens, finish_reason length"))
                .checkWithLengthForced();
    }

    @Test
    void c15C16TellsTheLengthsThatTheServerCountedBesideThoseThatWereAsked() {
        ScriptedServer.Script script = request -> Reply.stream(
                content("a").repeat(16), finish("length"), usage(request.number() % 2 == 0 ? 820 : 1024, 16), DONE);
        try (ScriptedServer server = ScriptedServer.start(script)) {
            List<RequestRecord> rows = Loads.run(server, Loads.cell(1, 0, 10)).rows();
            CellMetrics metrics = CellMetrics.of(CellInputBuilder.input(CellId.ofConcurrency("w", 1), rows)
                    .gpus(1)
                    .asking(1024, 16)
                    .percentiles(List.of(50.0))
                    .build());

            assertThat(metrics.numbers().get("mean_isl")).isEqualTo(922);
            assertThat(metrics.numbers().get("mean_osl")).isEqualTo(16);
            assertThat(metrics.warnings()).extracting(Warning::code).contains("isl_off_target");
        }
    }

    private static WireRow.Expected two() {
        return success()
                .chunks(2)
                .tokens(2)
                .and(played -> assertThat(played.row().promptTokens()).isEqualTo(5));
    }

    private static String nullUsage(String text) {
        return data("{\"choices\":[{\"delta\":{\"content\":\"" + text + "\"}}],\"usage\":null}");
    }

    private static String counted(String text, int total) {
        return data("{\"choices\":[{\"delta\":{\"content\":\"" + text
                + "\"}}],\"usage\":{\"prompt_tokens\":5,\"completion_tokens\":" + total + "}}");
    }
}
