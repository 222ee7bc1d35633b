package atlas.validation.client;

import static atlas.validation.client.WireRow.fails;
import static atlas.validation.client.WireRow.row;
import static atlas.validation.client.WireRow.success;
import static atlas.validation.testing.ChatEvents.DONE;
import static atlas.validation.testing.ChatEvents.KEEP_ALIVE;
import static atlas.validation.testing.ChatEvents.answer;
import static atlas.validation.testing.ChatEvents.content;
import static atlas.validation.testing.ChatEvents.data;
import static atlas.validation.testing.ChatEvents.error;
import static atlas.validation.testing.ChatEvents.finish;
import static atlas.validation.testing.ChatEvents.role;
import static atlas.validation.testing.ChatEvents.usage;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import atlas.validation.metric.CellMetrics;
import atlas.validation.record.Outcome;
import atlas.validation.record.RequestRecord;
import atlas.validation.stream.AnswerReader;
import atlas.validation.testing.Reply;
import atlas.validation.testing.ScriptedServer;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.concurrent.CountDownLatch;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Field cases of group D: errors, truncation and odd endings, from a real socket to the row and the counts. */
@Timeout(120)
class EndingsOverTheWireIT {

    @ParameterizedTest(name = "{0}")
    @MethodSource({"errorsInTheStream", "ends", "finishReasons", "httpErrors"})
    void ends(WireRow row) {
        row.check();
    }

    static Stream<WireRow> errorsInTheStream() {
        return Stream.of(
                row(
                        "D1 an error and [DONE] with status 200",
                        Reply.stream(error("x"), DONE),
                        inStream().noTtft().status(200)),
                row("D1 an error alone", Reply.stream(error("x")), inStream().noTtft()),
                row("D1 an error as a string", Reply.stream(data("{\"error\":\"x\"}"), DONE), inStream()),
                row(
                        "D1 an object that says it is an error",
                        Reply.stream(data("{\"object\":\"error\",\"message\":\"x\",\"code\":400}"), DONE),
                        inStream()),
                row(
                        "D1 an error of details",
                        Reply.stream(data("{\"error\":{\"detail\":[{\"msg\":\"x\"}]}}"), DONE),
                        inStream()),
                row(
                        "D1 an error that nobody escaped",
                        Reply.stream(data("{\"error\":\"say \"x\" again\"}"), DONE),
                        inStream()),
                row("D1 an event of type error with text", Reply.stream("event: error\ndata: x\n\n"), inStream()),
                row(
                        "D1 an event of type error with a message",
                        Reply.stream("event: error\ndata: {\"message\":\"x\"}\n\n", DONE),
                        inStream()),
                row(
                        "D1 an error as one JSON body",
                        Reply.json(200, "{\"error\":{\"message\":\"x\"}}"),
                        inStream().noTtft()),
                row(
                        "D1 an error of null is none",
                        Reply.stream(
                                data("{\"error\":null,\"choices\":[{\"delta\":{\"content\":\"a\"}}]}"),
                                finish("stop"),
                                DONE),
                        success().chunks(1)),
                row(
                        "D3 an error after five tokens keeps what came",
                        Reply.stream(content("a").repeat(5), error("x"), DONE),
                        inStream().chunks(5).and(played -> {
                            assertThat(played.row().ttftMs())
                                    .as("kept apart, in the row alone")
                                    .isPositive();
                            assertThat(played.row().e2eMs()).isPositive();
                        })),
                row(
                        "D3 an error behind the finish reason",
                        Reply.stream(content("a"), finish("stop"), error("x"), DONE),
                        inStream().chunks(1)));
    }

    private static WireRow.Expected inStream() {
        return fails(Outcome.IN_STREAM_ERROR).error("x");
    }

    static Stream<WireRow> ends() {
        String three = content("a").repeat(3);
        return Stream.of(
                row(
                        "D5 no end but that of the body",
                        Reply.stream(three),
                        fails(Outcome.INCOMPLETE_STREAM).chunks(3).error("after 3 token events")),
                row(
                        "D5 a finish reason and no [DONE]",
                        Reply.stream(three, finish("stop")),
                        success().chunks(3).warns(AnswerReader.MISSING_DONE)),
                row(
                        "D5 [DONE] and no finish reason",
                        Reply.stream(three, DONE),
                        success().chunks(3).warns(AnswerReader.MISSING_FINISH_REASON)),
                row(
                        "D5 an empty body",
                        Reply.stream(),
                        fails(Outcome.INCOMPLETE_STREAM).noTtft()),
                row(
                        "D5 comments and nothing else",
                        Reply.stream(KEEP_ALIVE, KEEP_ALIVE),
                        fails(Outcome.INCOMPLETE_STREAM).noTtft()),
                row(
                        "D5 a body that ends with its connection",
                        untilClosed(three + finish("stop") + usage(5, 3) + DONE),
                        success().chunks(3).tokens(3)),
                row(
                        "D5 a body that ends with its connection, and has no end",
                        untilClosed(three),
                        fails(Outcome.INCOMPLETE_STREAM).chunks(3)),
                row(
                        "D5 events behind [DONE]",
                        Reply.stream(three, finish("stop"), DONE, content("b"), error("x")),
                        success().chunks(3).warns(AnswerReader.EVENTS_AFTER_DONE)),
                row(
                        "D5 [DONE] twice",
                        Reply.stream(three, finish("stop"), DONE, DONE),
                        success().chunks(3).warns(AnswerReader.EVENTS_AFTER_DONE)),
                row(
                        "D5 a last chunk that is cut in its JSON",
                        Reply.stream(three, "data: {\"choices\":[{\"del"),
                        fails(Outcome.INCOMPLETE_STREAM).chunks(3)),
                row(
                        "D5 a whole event that is no whole JSON",
                        Reply.stream(three, "data: {\"choices\":[{\"del\n\n", DONE),
                        fails(Outcome.MALFORMED_STREAM).chunks(3)));
    }

    private static Reply untilClosed(String body) {
        return new Reply()
                .head("HTTP/1.1 200 OK", "Content-Type: text/event-stream", "Connection: close")
                .text(body)
                .close();
    }

    static Stream<WireRow> finishReasons() {
        Stream<WireRow> plain = Stream.of("content_filter", "length", "eos", "function_call")
                .map(reason -> row(
                        "D5 finish reason " + reason + " is kept as it is",
                        Reply.stream(content("a"), finish(reason), usage(5, 1), DONE),
                        success().finish(reason)));
        WireRow timeout = row(
                "D5 an answer that ends at the server's limit of time was measured, and warns",
                Reply.stream(content("a"), finish("timeout"), usage(5, 1), DONE),
                success().finish("timeout").warns(AnswerReader.ENDED_BY_TIMEOUT));
        return Stream.concat(plain, Stream.of(timeout));
    }

    static Stream<WireRow> httpErrors() {
        return Stream.of(
                row(
                        "D8 the message of an error",
                        Reply.json(400, "{\"error\":{\"message\":\"max_tokens too large\"}}"),
                        http(400).error("max_tokens too large")),
                row("D8 no body", new Reply().whole(503, "", ""), http(503).error("HTTP 503 Status")),
                row(
                        "D8 text",
                        new Reply().whole(500, "Content-Type: text/plain\r\n", "worker died"),
                        http(500).error("worker died")),
                row(
                        "D8 a page for people",
                        new Reply().whole(502, "Content-Type: text/html\r\n", "<html><h1>Bad Gateway</h1></html>"),
                        http(502).error("Bad Gateway")),
                row(
                        "D8 details of a validation",
                        Reply.json(
                                422,
                                "{\"detail\":[{\"loc\":[\"body\"],\"msg\":\"Field required\"},{\"msg\":\"too long\"}]}"),
                        http(422).error("Field required; too long")),
                row(
                        "D8 an error that is a string",
                        Reply.json(404, "{\"error\":\"model 'x' not found\"}"),
                        http(404).error("model 'x' not found")),
                row(
                        "D8 a message alone",
                        Reply.json(429, "{\"message\":\"slow down\"}"),
                        http(429).error("slow down")),
                row(
                        "D8 an error in chunks",
                        new Reply()
                                .head("HTTP/1.1 500 Oops", "Transfer-Encoding: chunked")
                                .chunk("{\"error\":")
                                .chunk("\"x\"}")
                                .end(),
                        http(500).error("x")),
                row(
                        "D8 no more than 500 characters",
                        new Reply().whole(500, "", "y".repeat(5000)),
                        http(500).and(played -> assertThat(played.row().error()).hasSize(500))),
                row(
                        "D8 an event stream with an error status",
                        new Reply().whole(500, "Content-Type: text/event-stream\r\n", error("x")),
                        http(500).error("x")),
                row(
                        "D8 a body that breaks off",
                        new Reply()
                                .head("HTTP/1.1 500 Oops", "Content-Length: 1000")
                                .text("worker died")
                                .close(),
                        http(500).error("worker died")));
    }

    private static WireRow.Expected http(int status) {
        return fails(Outcome.HTTP_ERROR).status(status).noTtft();
    }

    @Test
    void d4FailsTenTokensOfSixteenWhereTheLengthIsForced() {
        row(
                        "D4",
                        Reply.stream(content("a").repeat(10), DONE),
                        fails(Outcome.TRUNCATED).chunks(10))
                .checkWithLengthForced();
    }

    @Test
    void d9D11CountsEveryRequestOnceWhateverItsOutcome() {
        ScriptedServer.Script script = request -> switch (request.number() % 5) {
            case 0 -> Reply.json(429, "{\"error\":\"slow down\"}");
            case 1 -> Reply.stream(content("a"), error("x"));
            case 2 -> new Reply().streamHead().chunk(content("a")).reset();
            default -> Reply.stream(answer(5, 16));
        };
        try (ScriptedServer server = ScriptedServer.start(script)) {
            CellMetrics metrics =
                    WireRow.metrics(Loads.run(server, Loads.cell(1, 0, 50)).rows());

            assertThat(metrics.counts().attempted()).isEqualTo(50);
            assertThat(metrics.counts().succeeded()).isEqualTo(20);
            assertThat(metrics.counts().failed()).isEqualTo(30);
            assertThat(metrics.counts().cancelled()).isZero();
            assertThat(metrics.counts().byOutcome())
                    .isEqualTo(Map.of("success", 20, "http_error", 10, "in_stream_error", 10, "connection_reset", 10));
            assertThat(metrics.numbers().get("success_rate")).isEqualTo(0.4);
            assertThat(metrics.value("mean_ttft_ms").n()).isEqualTo(20L);
        }
    }

    @Test
    void d18TheOthersGoOnWhenOneNeverAnswers() {
        CountDownLatch never = new CountDownLatch(1);
        TimeLimits limits = new TimeLimits(Duration.ofMillis(500), Loads.NEVER, Loads.NEVER);
        ScriptedServer.Script script =
                request -> request.number() == 7 ? new Reply().hold(never) : Reply.stream(answer(5, 16));
        try (ScriptedServer server = ScriptedServer.start(script)) {
            CellMetrics metrics = WireRow.metrics(
                    Loads.run(server, Loads.cell(4, 0, 50), limits, 1).rows());

            assertThat(metrics.counts().byOutcome()).isEqualTo(Map.of("success", 49, "first_token_timeout", 1));
        }
        never.countDown();
    }

    @Test
    void d19FailsAStreamThatFallsSilent() {
        CountDownLatch never = new CountDownLatch(1);
        TimeLimits limits = new TimeLimits(Loads.NEVER, Duration.ofMillis(200), Loads.NEVER);
        Reply silent =
                new Reply().streamHead().chunk(content("a") + content("b")).hold(never);

        row("D19", silent, fails(Outcome.IDLE_TIMEOUT).chunks(2).error("the stream was silent for 0.2 s"))
                .check(limits, false);
        never.countDown();
    }

    /** No limit passes: the error is enough to end the request soon after it. */
    @Test
    void d1AServerThatFallsSilentBehindItsErrorHasToldTheError() {
        CountDownLatch never = new CountDownLatch(1);
        TimeLimits limits = new TimeLimits(Loads.NEVER, Loads.NEVER, Loads.NEVER);

        row(
                        "D1",
                        new Reply().streamHead().chunk(error("x")).hold(never),
                        fails(Outcome.IN_STREAM_ERROR).error("x"))
                .check(limits, false);
        row(
                        "D3",
                        new Reply()
                                .streamHead()
                                .chunk(content("a").repeat(5) + error("x"))
                                .hold(never),
                        fails(Outcome.IN_STREAM_ERROR).chunks(5).error("x").warns(RequestRows.BODY_NOT_ENDED))
                .check(limits, false);
        never.countDown();
    }

    @Test
    void d3AServerThatStreamsOnBehindItsErrorIsReadOnUntilALimit() {
        Reply reply = new Reply().streamHead().chunk(error("x"));
        for (int i = 0; i < 25; i++) {
            reply.chunk(content("a")).pause(Duration.ofMillis(50));
        }

        row(
                        "D3",
                        reply.chunk(DONE).end(),
                        fails(Outcome.IN_STREAM_ERROR).chunks(25).error("x"))
                .check();
    }

    @Test
    void d11D15AServerThatHoldsSomethingElseThanEventsOpenIsToldByWhatItSent() {
        CountDownLatch never = new CountDownLatch(1);
        TimeLimits limits = new TimeLimits(Duration.ofMillis(200), Duration.ofMillis(200), Loads.NEVER);
        String head = "HTTP/1.1 200 OK";

        row(
                        "a page with a length that is too long",
                        new Reply()
                                .head(head, "Content-Type: text/html", "Content-Length: 9999")
                                .text("<html><h1>Sign in</h1></html>")
                                .hold(never),
                        fails(Outcome.MALFORMED_STREAM).error("Sign in"))
                .check(limits, false);
        row(
                        "one answer with a length that is too long",
                        new Reply()
                                .head(head, "Content-Type: application/json", "Content-Length: 9999")
                                .text("{\"choices\":[{\"message\":{\"content\":\"a\"}}]}")
                                .hold(never),
                        fails(Outcome.NOT_STREAMED))
                .check(limits, false);
        row(
                        "junk that keeps a connection alive, and no token",
                        new Reply().streamHead().chunk(data("keep-alive")).hold(never),
                        fails(Outcome.FIRST_TOKEN_TIMEOUT))
                .check(limits, false);
        never.countDown();
    }

    @Test
    void d21D23AServerThatKnowsOneKeyLessSaysSoInTheFirstRequestAndIsAskedNoMore() {
        try (ScriptedServer server =
                ScriptedServer.start(request -> request.body().contains("min_tokens")
                        ? Reply.json(400, "{\"error\":{\"message\":\"Unknown field: min_tokens\"}}")
                        : Reply.stream(answer(5, 16)))) {
            CellMeasurement cell = Loads.run(server, Loads.cell(2, 0, 1000));

            assertThat(cell.abortReason()).contains("HTTP 400, Unknown field: min_tokens");
            assertThat(cell.rows()).hasSizeLessThan(10);
        }
    }

    @Test
    void d26EveryMutationEndsTypedAndTheRunGoesOn() {
        byte[] stream = (role() + content("h\u00e4") + usage(5, 16) + finish("stop") + DONE).getBytes(UTF_8);
        ScriptedServer.Script script = request -> {
            SplittableRandom random = new SplittableRandom(request.number());
            byte[] body = Arrays.copyOf(stream, 1 + random.nextInt(stream.length));
            for (int i = random.nextInt(4); i > 0; i--) {
                body[random.nextInt(body.length)] = (byte) random.nextInt(256);
            }
            return new Reply()
                    .head("HTTP/1.1 200 OK", "Content-Type: text/event-stream", "Content-Length: " + body.length)
                    .bytes(body);
        };
        try (ScriptedServer server = ScriptedServer.start(script)) {
            List<RequestRecord> rows = Loads.run(server, Loads.cell(4, 0, 2000)).rows();

            assertThat(rows).hasSize(2000).allSatisfy(row -> {
                assertThat(row.outcome())
                        .isIn(
                                Outcome.SUCCESS,
                                Outcome.IN_STREAM_ERROR,
                                Outcome.INCOMPLETE_STREAM,
                                Outcome.NO_TOKENS,
                                Outcome.MALFORMED_STREAM,
                                Outcome.NOT_STREAMED);
                assertThat(row.error() == null).isEqualTo(row.outcome() == Outcome.SUCCESS);
            });
            assertThat(WireRow.metrics(rows).counts().attempted()).isEqualTo(2000);
        }
    }
}
