package atlas.validation.client;

import static atlas.validation.client.WireRow.fails;
import static atlas.validation.client.WireRow.row;
import static atlas.validation.client.WireRow.success;
import static atlas.validation.testing.ChatEvents.DONE;
import static atlas.validation.testing.ChatEvents.KEEP_ALIVE;
import static atlas.validation.testing.ChatEvents.content;
import static atlas.validation.testing.ChatEvents.data;
import static atlas.validation.testing.ChatEvents.delta;
import static atlas.validation.testing.ChatEvents.error;
import static atlas.validation.testing.ChatEvents.finish;
import static atlas.validation.testing.ChatEvents.usage;
import static org.assertj.core.api.Assertions.assertThat;

import atlas.validation.record.Outcome;
import atlas.validation.stream.AnswerReader;
import atlas.validation.testing.Reply;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** What ends an answer well, what ends it in an error, and what only looks like either. */
@Timeout(120)
class TerminalSignsOverTheWireIT {

    @ParameterizedTest(name = "{0}")
    @MethodSource({"noSigns", "signs", "errors", "givenUp", "notGivenUp", "noErrors", "otherBodies"})
    void ends(WireRow row) {
        row.check();
    }

    static Stream<WireRow> noSigns() {
        return Stream.of(
                row(
                        "a finish reason of an empty string in each chunk",
                        Reply.stream(finished("a", "\"\"").repeat(3)),
                        unfinished(3)),
                row(
                        "a finish reason of the word null in each chunk",
                        Reply.stream(finished("a", "\"null\"").repeat(3)),
                        unfinished(3)),
                row(
                        "A21 a token in an event that nothing ends",
                        Reply.stream(
                                "event: message\nid: 7\n" + content("a"),
                                content("b").strip()),
                        unfinished(2).warns(AnswerReader.UNTERMINATED_FINAL_EVENT)),
                row(
                        "a finish reason of false",
                        Reply.stream(finished("a", "false").repeat(3)),
                        unfinished(3)),
                row(
                        "a finish reason of an object",
                        Reply.stream(finished("a", "{}").repeat(3)),
                        unfinished(3)),
                row("[DONE] in a comment", Reply.stream(content("a"), ": [DONE]\n\n"), unfinished(1)),
                row("[DONE] as the type of an event", Reply.stream(content("a"), "event: [DONE]\n\n"), unfinished(1)),
                row("[DONE] as the text of a token", Reply.stream(content("[DONE]")), unfinished(1)),
                row(
                        "a finish reason outside of any choice",
                        Reply.stream(content("a"), data("{\"choices\":[],\"finish_reason\":\"stop\"}")),
                        unfinished(1)),
                row("usage, as if all were said", Reply.stream(content("a"), usage(5, 1)), unfinished(1)));
    }

    private static WireRow.Expected unfinished(int chunks) {
        return fails(Outcome.INCOMPLETE_STREAM).chunks(chunks);
    }

    private static String finished(String text, String reason) {
        return data("{\"choices\":[{\"index\":0,\"delta\":{\"content\":\"" + text + "\"},\"finish_reason\":" + reason
                + "}]}");
    }

    static Stream<WireRow> signs() {
        return Stream.of(
                row(
                        "tokens behind the finish reason are tokens, and the last of them is the last",
                        new Reply()
                                .streamHead()
                                .chunk(content("a") + finish("stop"))
                                .pause(Duration.ofMillis(30))
                                .chunk(content("b") + usage(5, 2) + DONE)
                                .end(),
                        success()
                                .chunks(2)
                                .tokens(2)
                                .finish("stop")
                                .and(played -> assertThat(played.row().e2eMs()
                                                - played.row().ttftMs())
                                        .isPositive())),
                row(
                        "a finish reason that a later chunk takes back with null stays",
                        Reply.stream(content("a"), finish("length"), delta("{}"), usage(5, 1), DONE),
                        success().finish("length")),
                row(
                        "[DONE] over two lines of data is none, and the finish reason is enough",
                        Reply.stream(content("a"), finish("stop"), "data: [DONE]\ndata\n\n"),
                        success().chunks(1)),
                row(
                        "a finish reason with the first token, for an answer of one",
                        Reply.stream(finished("a", "\"length\""), usage(5, 1), DONE),
                        success().chunks(1).tokens(1).and(played -> {
                            assertThat(played.row().tpotMs()).isNull();
                            assertThat(played.row().e2eMs())
                                    .isEqualTo(played.row().ttftMs());
                            assertThat(played.row().chunkGapsMs()).isEmpty();
                        })));
    }

    static Stream<WireRow> errors() {
        return Stream.of(
                row(
                        "an error within the choice, which ends it",
                        Reply.stream(
                                content("a"),
                                data(
                                        "{\"choices\":[{\"index\":0,\"delta\":{\"content\":\"\"},\"finish_reason\":\"error\",\"error\":{\"code\":502,\"message\":\"x\"}}]}"),
                                usage(5, 1),
                                DONE),
                        inStream().chunks(1)),
                row(
                        "an error within one of two choices",
                        Reply.stream(
                                data(
                                        "{\"choices\":[{\"index\":0,\"delta\":{\"content\":\"a\"}},{\"index\":1,\"delta\":{},\"error\":{\"message\":\"x\"}}]}"),
                                finish("stop"),
                                usage(5, 1),
                                DONE),
                        inStream().chunks(1)),
                row(
                        "an error beside a choice",
                        Reply.stream(
                                content("a"),
                                data("{\"choices\":[{\"delta\":{\"content\":\"b\"}}],\"error\":{\"message\":\"x\"}}"),
                                finish("stop"),
                                DONE),
                        inStream().chunks(2)),
                row(
                        "an error before the first token, and tokens behind it",
                        Reply.stream(error("x"), content("a"), finish("stop"), DONE),
                        inStream().chunks(1)),
                row(
                        "the first of two errors is the cause",
                        Reply.stream(content("a"), error("x"), error("cancelled"), DONE),
                        inStream()),
                row(
                        "an event of type error whose name has no blank",
                        Reply.stream("event:error\ndata:{\"message\":\"x\"}\n\n", DONE),
                        inStream()),
                row(
                        "an event of type error behind its data",
                        Reply.stream("data: {\"message\":\"x\"}\nevent: error\n\n", DONE),
                        inStream()),
                row(
                        "an error that the end of the body cuts",
                        Reply.stream(content("a"), "data: {\"error\":{\"message\":\"x\"}}"),
                        inStream().chunks(1)),
                row(
                        "an error over two lines of data",
                        Reply.stream(content("a"), "data: {\"error\":\ndata: {\"message\":\"x\"}}\n\n", DONE),
                        inStream().chunks(1)),
                row(
                        "details where a chunk should be",
                        Reply.stream(data("{\"detail\":\"x\"}"), DONE),
                        inStream().chunks(0)),
                row(
                        "a message and its code in the midst of an answer that goes on",
                        Reply.stream(
                                content("a"),
                                data("{\"message\":\"x\",\"code\":500}"),
                                content("b"),
                                finish("stop"),
                                usage(5, 2),
                                DONE),
                        inStream().chunks(2)),
                row(
                        "an error that is a list",
                        Reply.stream(data("{\"error\":[{\"message\":\"x\"}]}"), DONE),
                        inStream()));
    }

    static Stream<WireRow> givenUp() {
        Stream<WireRow> reasons = Stream.of(
                        "abort", "aborted", "error", "ERROR", "cancelled", "insufficient_system_resource")
                .map(reason -> row(
                        "a server that says " + reason + " has not answered",
                        Reply.stream(content("a"), finish(reason), usage(5, 1), DONE),
                        fails(Outcome.IN_STREAM_ERROR)
                                .error("the server ended the answer with finish_reason \"" + reason + "\"")
                                .finish(reason)
                                .chunks(1)));
        return Stream.concat(
                reasons,
                Stream.of(
                        row(
                                "a request that was given up before its first token",
                                Reply.stream(finish("abort"), DONE),
                                fails(Outcome.IN_STREAM_ERROR)
                                        .error("finish_reason \"abort\"")
                                        .chunks(0)),
                        row(
                                "a router that ends a stream that was given up as if it were one",
                                Reply.stream(content("a"), finish("abort"), finish("stop"), usage(5, 1), DONE),
                                fails(Outcome.IN_STREAM_ERROR).error("finish_reason \"abort\"")),
                        row(
                                "an error behind a finish reason that tells of it",
                                Reply.stream(content("a"), finish("error"), error("x"), DONE),
                                inStream().finish("error"))));
    }

    static Stream<WireRow> notGivenUp() {
        return Stream.of("stop", "length", "tool_calls", "content_filter", "eos_token", "repetition", "end_turn")
                .map(reason -> row(
                        "an answer that ends with " + reason,
                        Reply.stream(content("a"), finish(reason), usage(5, 1), DONE),
                        success().finish(reason).chunks(1)));
    }

    private static WireRow.Expected inStream() {
        return fails(Outcome.IN_STREAM_ERROR).error("x");
    }

    static Stream<WireRow> noErrors() {
        return Stream.of("null", "false", "\"\"", "[]")
                .map(none -> row(
                        "an error of " + none + " in each chunk is none",
                        Reply.stream(
                                data("{\"choices\":[{\"delta\":{\"content\":\"a\"}}],\"error\":" + none + "}"),
                                finish("stop"),
                                usage(5, 1),
                                DONE),
                        success().chunks(1)));
    }

    static Stream<WireRow> otherBodies() {
        String lines = "{\"message\":{\"content\":\"a\"},\"done\":false}\n{\"done\":true}\n";
        return Stream.of(
                row(
                        "JSON lines instead of events",
                        new Reply().whole(200, "Content-Type: application/x-ndjson\r\n", lines),
                        fails(Outcome.NOT_STREAMED).noTtft()),
                row(
                        "an error behind JSON lines",
                        new Reply()
                                .whole(
                                        200,
                                        "Content-Type: application/x-ndjson\r\n",
                                        lines + "{\"error\":{\"message\":\"x\"}}\n"),
                        fails(Outcome.IN_STREAM_ERROR).error("x").noTtft()),
                row(
                        "an error behind JSON lines that come one by one, and no end of its line",
                        new Reply()
                                .streamHead()
                                .chunk("{\"done\":false}\r\n")
                                .chunk("{\"done\":false}\r\n")
                                .chunk("{\"error\":\"x\"}")
                                .end(),
                        fails(Outcome.IN_STREAM_ERROR).error("x").noTtft()),
                row(
                        "an error behind thousands of JSON lines",
                        new Reply().whole(200, "", lines.repeat(5_000) + "{\"detail\":\"x\"}\n"),
                        fails(Outcome.IN_STREAM_ERROR).error("x").noTtft()),
                row(
                        "blank lines to keep the connection alive, then one JSON body",
                        new Reply()
                                .streamHead()
                                .chunk("\n\n")
                                .chunk("\n\n")
                                .chunk("{\"choices\":[]}")
                                .end(),
                        fails(Outcome.NOT_STREAMED).noTtft()),
                row(
                        "an error in a list, as one JSON body",
                        Reply.json(200, "[{\"error\":{\"code\":400,\"message\":\"x\"}}]"),
                        fails(Outcome.IN_STREAM_ERROR).error("x").noTtft()),
                row(
                        "a good stream that calls itself text",
                        new Reply()
                                .whole(
                                        200,
                                        "Content-Type: text/plain\r\n",
                                        content("a") + finish("stop") + usage(5, 1) + DONE),
                        success().chunks(1).warnsOnly(RequestRows.UNEXPECTED_CONTENT_TYPE)),
                row(
                        "comments before a page for people",
                        new Reply()
                                .whole(
                                        200,
                                        "Content-Type: text/event-stream\r\n",
                                        KEEP_ALIVE + "<html>Bad Gateway</html>"),
                        fails(Outcome.INCOMPLETE_STREAM).noTtft()),
                row(
                        "UTF-16",
                        new Reply().whole(200, "", "d\0a\0t\0a\0:\0 \0{\0}\0\n\0\n\0"),
                        fails(Outcome.MALFORMED_STREAM).noTtft()));
    }

    /** With its finish reason, an answer has all that a success needs; the body's end is the transport's business. */
    @Test
    void aBodyThatIsHeldOpenBehindItsFinishReasonIsNoSilence() {
        CountDownLatch never = new CountDownLatch(1);
        TimeLimits limits = new TimeLimits(Loads.NEVER, Duration.ofMillis(300), Loads.NEVER);
        Reply reply = new Reply()
                .streamHead()
                .chunk(content("a") + content("b") + finish("stop") + usage(5, 2))
                .hold(never);

        row(
                        "finish reason, usage, silence",
                        reply,
                        success().chunks(2).tokens(2).warns(AnswerReader.MISSING_DONE, RequestRows.BODY_NOT_ENDED))
                .check(limits, false);
        never.countDown();
    }
}
