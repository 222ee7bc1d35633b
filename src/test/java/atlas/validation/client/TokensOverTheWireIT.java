package atlas.validation.client;

import static atlas.validation.client.WireRow.fails;
import static atlas.validation.client.WireRow.row;
import static atlas.validation.client.WireRow.success;
import static atlas.validation.testing.ChatEvents.DONE;
import static atlas.validation.testing.ChatEvents.KEEP_ALIVE;
import static atlas.validation.testing.ChatEvents.answer;
import static atlas.validation.testing.ChatEvents.content;
import static atlas.validation.testing.ChatEvents.data;
import static atlas.validation.testing.ChatEvents.delta;
import static atlas.validation.testing.ChatEvents.finish;
import static atlas.validation.testing.ChatEvents.reasoning;
import static atlas.validation.testing.ChatEvents.reasoningContent;
import static atlas.validation.testing.ChatEvents.role;
import static atlas.validation.testing.ChatEvents.roleWithNull;
import static atlas.validation.testing.ChatEvents.toolArguments;
import static atlas.validation.testing.ChatEvents.toolCall;
import static atlas.validation.testing.ChatEvents.usage;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.offset;

import atlas.validation.metric.CellMetrics;
import atlas.validation.record.Outcome;
import atlas.validation.record.RequestRecord;
import atlas.validation.stream.AnswerReader;
import atlas.validation.testing.Reply;
import atlas.validation.testing.ScriptedServer;
import java.time.Duration;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Field cases of group B: what is a token, and which one is the first, from a real socket to the row and the counts.
 */
@Timeout(120)
class TokensOverTheWireIT {

    private static final Duration PAUSE = Duration.ofMillis(30);

    @ParameterizedTest(name = "{0}")
    @MethodSource({"firstTokens", "thoughts", "toolCalls", "oddChoices", "noTokens"})
    void ends(WireRow row) {
        row.check();
    }

    static Stream<WireRow> firstTokens() {
        return Stream.of(
                row(
                        "B1 a role chunk long before the first token",
                        paced(roleWithNull(), content("a"), content("b"), finish("stop") + usage(5, 2) + DONE),
                        late().chunks(2).tokens(2).and(played -> {
                            RequestRecord row = played.row();
                            assertThat(row.vllmTtftMs())
                                    .as("what vllm calls TTFT")
                                    .isLessThan(row.ttftMs());
                            assertThat(row.tpotMs()).isCloseTo(row.e2eMs() - row.ttftMs(), offset(0.001));
                        })),
                row(
                        "B2 an empty string between role and first token",
                        paced(role() + content(""), content("a"), finish("stop") + usage(5, 1) + DONE),
                        late().chunks(1)
                                .and(played ->
                                        assertThat(played.row().chunkGapsMs()).isEmpty())),
                row(
                        "B2 a chunk without choices first",
                        paced(
                                data("{\"choices\":[],\"prompt_filter_results\":[]}"),
                                content("a"),
                                finish("stop") + usage(5, 1) + DONE),
                        late().chunks(1)),
                row(
                        "B1 keep-alives, then a role, then a token",
                        paced(KEEP_ALIVE + role(), content("a"), finish("stop") + usage(5, 1) + DONE),
                        late().chunks(1)));
    }

    private static WireRow.Expected late() {
        return success()
                .ttftAtLeast(PAUSE.toMillis())
                .and(played ->
                        assertThat(played.row().ttfoMs()).isEqualTo(played.row().ttftMs()));
    }

    static Stream<WireRow> thoughts() {
        return Stream.of(
                row("B4 reasoning", thought(reasoning("x")), thoughtFirst()),
                row(
                        "B4 B10 reasoning_content, one chunk after the other",
                        thought(reasoningContent("x"), reasoningContent("y")),
                        thoughtFirst()),
                row(
                        "B8 reasoning_details",
                        thought(delta("{\"reasoning_details\":[{\"type\":\"reasoning.text\",\"text\":\"x\"}]}")),
                        thoughtFirst()),
                row(
                        "B8 thinking among the parts of content",
                        thought(
                                delta(
                                        "{\"content\":[{\"type\":\"thinking\",\"thinking\":[{\"type\":\"text\",\"text\":\"x\"}]}]}")),
                        thoughtFirst()),
                row(
                        "B5 nothing but reasoning",
                        Reply.stream(role(), reasoning("x").repeat(256), finish("length"), usage(10, 256), DONE),
                        success().chunks(256).tokens(256).finish("length").and(played -> {
                            assertThat(played.row().ttftMs()).isPositive();
                            assertThat(played.row().ttfoMs())
                                    .as("there was no answer")
                                    .isNull();
                            assertThat(played.metrics().numbers().get("mean_ttfo_ms"))
                                    .isNull();
                        })),
                row(
                        "B9 reasoning and usage in chunks without choices",
                        Reply.stream(reasoning("x"), usage(7, 1), DONE),
                        success()
                                .chunks(1)
                                .tokens(1)
                                .and(played ->
                                        assertThat(played.row().promptTokens()).isEqualTo(7))),
                row(
                        "B12 reasoning tokens are part of the completion's",
                        Reply.stream(
                                reasoning("x"),
                                content("a"),
                                finish("stop"),
                                data(
                                        "{\"choices\":[],\"usage\":{\"prompt_tokens\":5,\"completion_tokens\":14,\"completion_tokens_details\":{\"reasoning_tokens\":9}}}"),
                                DONE),
                        success()
                                .tokens(14)
                                .and(played -> assertThat(played.row().reasoningTokens())
                                        .isEqualTo(9))));
    }

    private static Reply thought(String... thoughts) {
        return paced(role() + String.join("", thoughts), content("a"), finish("stop") + usage(5, 2) + DONE);
    }

    private static WireRow.Expected thoughtFirst() {
        return success().tokens(2).and(played -> {
            assertThat(played.row().ttfoMs()).isGreaterThan(played.row().ttftMs());
            assertThat(played.row().ttfoMs()).isGreaterThanOrEqualTo(PAUSE.toMillis());
        });
    }

    static Stream<WireRow> toolCalls() {
        String call = "[{\"index\":0,\"function\":{\"name\":\"f\",\"arguments\":\"\"}}]";
        return Stream.of(
                row(
                        "B14 tool_calls null beside text",
                        Reply.stream(
                                delta("{\"content\":\"a\",\"tool_calls\":null}"), finish("stop"), usage(5, 1), DONE),
                        answered(1)),
                row(
                        "B15 content null beside a tool call",
                        Reply.stream(
                                delta("{\"content\":null,\"tool_calls\":" + call + "}"),
                                finish("tool_calls"),
                                usage(5, 1),
                                DONE),
                        answered(1).finish("tool_calls")),
                row(
                        "B16 a stream of tool calls alone",
                        paced(
                                role(),
                                toolCall("f"),
                                toolArguments("{"),
                                toolArguments("}"),
                                finish("tool_calls") + usage(9, 12) + DONE),
                        answered(3)
                                .tokens(12)
                                .finish("tool_calls")
                                .and(played -> assertThat(played.row().tpotMs())
                                        .isCloseTo(
                                                (played.row().e2eMs()
                                                                - played.row().ttftMs())
                                                        / 11,
                                                offset(0.001)))),
                row(
                        "B16 two tool calls at once",
                        Reply.stream(toolCall("f") + toolCall("g"), finish("tool_calls"), usage(9, 4), DONE),
                        answered(2)));
    }

    private static WireRow.Expected answered(int chunks) {
        return success()
                .chunks(chunks)
                .and(played -> assertThat(played.row().ttfoMs())
                        .isNotNull()
                        .isEqualTo(played.row().ttftMs()));
    }

    static Stream<WireRow> oddChoices() {
        return Stream.of(
                row(
                        "B16 n choices that take turns",
                        Reply.stream(
                                choice(0, "a"),
                                choice(1, "b"),
                                choice(1, "c"),
                                choice(0, "d"),
                                finish("stop"),
                                usage(5, 4),
                                DONE),
                        success().chunks(4).tokens(4)),
                row(
                        "B16 two choices in one chunk are one chunk",
                        Reply.stream(
                                data(
                                        "{\"choices\":[{\"index\":0,\"delta\":{\"content\":\"a\"}},{\"index\":1,\"delta\":{\"content\":\"b\"}}]}"),
                                finish("stop"),
                                usage(5, 2),
                                DONE),
                        success().chunks(1).tokens(2)),
                row(
                        "B2 a choice without a delta",
                        Reply.stream(
                                data("{\"choices\":[{\"index\":0,\"content_filter_offsets\":{}}]}"),
                                content("a"),
                                finish("stop"),
                                usage(5, 1),
                                DONE),
                        success().chunks(1)),
                row(
                        "B2 a delta of null",
                        Reply.stream(delta("null"), content("a"), finish("stop"), usage(5, 1), DONE),
                        success().chunks(1)),
                row(
                        "B14 a finish reason beside text",
                        Reply.stream(
                                data("{\"choices\":[{\"delta\":{\"content\":\"a\"},\"finish_reason\":\"length\"}]}"),
                                usage(5, 1),
                                DONE),
                        success().chunks(1).finish("length")),
                row(
                        "B14 legacy text",
                        Reply.stream(data("{\"choices\":[{\"text\":\"a\"}]}"), finish("stop"), usage(5, 1), DONE),
                        success().chunks(1)),
                row(
                        "B14 a refusal",
                        Reply.stream(delta("{\"refusal\":\"no\"}"), finish("stop"), usage(5, 1), DONE),
                        success().chunks(1)));
    }

    private static String choice(int index, String text) {
        return data("{\"choices\":[{\"index\":%d,\"delta\":{\"content\":\"%s\"}}]}".formatted(index, text));
    }

    static Stream<WireRow> noTokens() {
        return Stream.of(
                row("B20 a role and an end", Reply.stream(role(), finish("stop"), DONE), nothing()),
                row("B21 an end alone", Reply.stream(finish("stop"), DONE), nothing()),
                row("B21 [DONE] alone", Reply.stream(DONE), nothing()),
                row(
                        "B20 empty strings of every kind",
                        Reply.stream(
                                delta(
                                        "{\"content\":\"\",\"reasoning\":\"\",\"reasoning_content\":\"\",\"tool_calls\":[]}"),
                                finish("stop"),
                                DONE),
                        nothing()),
                row("B20 usage of zero tokens", Reply.stream(role(), finish("stop"), usage(5, 0), DONE), nothing()),
                row(
                        "B20 usage of tokens that never came",
                        Reply.stream(role(), finish("stop"), usage(5, 9), DONE),
                        nothing()));
    }

    private static WireRow.Expected nothing() {
        return fails(Outcome.NO_TOKENS).noTtft().chunks(0);
    }

    /** The stream on which the definitions of the known clients differ most, with a pause in the place of each gap. */
    @Test
    void b19MeasuresTheWorkedStreamByOurDefinitionsAndKeepsTheOtherOne() {
        Reply reply = new Reply()
                .streamHead()
                .chunk(role())
                .pause(Duration.ofMillis(100))
                .chunk(reasoningContent("so, "))
                .pause(PAUSE)
                .chunk(content("a"))
                .pause(PAUSE)
                .chunk(content("b c d"))
                .chunk(finish("stop"))
                .chunk(usage(9, 6))
                .chunk(DONE)
                .end();

        row(
                        "B19",
                        reply,
                        success().chunks(3).tokens(6).finish("stop").warnsOnly().and(played -> {
                            RequestRecord row = played.row();
                            assertThat(row.firstEventMs())
                                    .isEqualTo(row.vllmTtftMs())
                                    .isLessThan(row.ttftMs());
                            assertThat(row.ttftMs()).isGreaterThanOrEqualTo(100);
                            assertThat(row.ttfoMs() - row.ttftMs()).isCloseTo(row.chunkGapsMs()[0], offset(0.001));
                            assertThat(row.tpotMs()).isCloseTo((row.e2eMs() - row.ttftMs()) / 5, offset(0.001));
                            assertThat(row.streamEndMs()).isGreaterThanOrEqualTo(row.e2eMs());
                            assertThat(played.json().path("vllm_ttft_ms").asDouble())
                                    .isEqualTo(row.vllmTtftMs());
                        }))
                .check();
    }

    @Test
    void b7LeavesOutAndCountsAMissingAnswerTokenAndNeverTakesItForZero() {
        ScriptedServer.Script script = request -> request.number() < 3
                ? Reply.stream(reasoning("x").repeat(4), finish("length"), usage(5, 4), DONE)
                : Reply.stream(answer(5, 4));
        try (ScriptedServer server = ScriptedServer.start(script)) {
            List<RequestRecord> rows = Loads.run(server, Loads.cell(1, 0, 10)).rows();
            CellMetrics metrics = WireRow.metrics(rows);

            assertThat(rows).filteredOn(row -> row.ttfoMs() == null).hasSize(3);
            assertThat(metrics.counts().succeeded()).isEqualTo(10);
            assertThat(metrics.value("mean_ttft_ms").n()).isEqualTo(10L);
            assertThat(metrics.value("mean_ttfo_ms").n()).isEqualTo(7L);
            assertThat(metrics.numbers().get("median_ttfo_ms")).isPositive();
            assertThat(rows).extracting(RequestRecord::warnings).noneMatch(w -> w.contains(AnswerReader.MISSING_DONE));
        }
    }

    private static Reply paced(String... pieces) {
        Reply reply = new Reply().streamHead().chunk(pieces[0]);
        for (int i = 1; i < pieces.length; i++) {
            reply.pause(PAUSE).chunk(pieces[i]);
        }
        return reply.end();
    }
}
