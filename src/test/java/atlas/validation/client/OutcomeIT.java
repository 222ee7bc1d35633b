package atlas.validation.client;

import static atlas.validation.testing.ChatEvents.DONE;
import static atlas.validation.testing.ChatEvents.KEEP_ALIVE;
import static atlas.validation.testing.ChatEvents.answer;
import static atlas.validation.testing.ChatEvents.content;
import static atlas.validation.testing.ChatEvents.error;
import static atlas.validation.testing.ChatEvents.finish;
import static atlas.validation.testing.ChatEvents.role;
import static atlas.validation.testing.ChatEvents.usage;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import atlas.validation.record.ConnectionUse;
import atlas.validation.record.Outcome;
import atlas.validation.record.RequestRecord;
import atlas.validation.record.TokenCountSource;
import atlas.validation.testing.Reply;
import atlas.validation.testing.ScriptedServer;
import atlas.validation.workload.Prompt;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Single requests over real sockets: every way in which one can end. */
@Timeout(60)
class OutcomeIT {

    private static final Prompt PROMPT = new Prompt("hello", 16, true);

    @Test
    void succeeds() {
        RequestRecord row = rowOf(Reply.stream(answer(5, 16)));

        assertThat(row.outcome()).isEqualTo(Outcome.SUCCESS);
        assertThat(row.error()).isNull();
        assertThat(row.httpStatus()).isEqualTo(200);
        assertThat(row.finishReason()).isEqualTo("length");
        assertThat(row.promptTokens()).isEqualTo(5);
        assertThat(row.tokenCountSource()).isEqualTo(TokenCountSource.USAGE);
        assertThat(row.connection()).isEqualTo(ConnectionUse.REUSED);
    }

    @ParameterizedTest
    @ValueSource(ints = {201, 206})
    void a27AcceptsEveryStatusOfSuccess(int status) {
        Reply reply = new Reply().whole(status, "Content-Type: text/event-stream\r\n", answer(5, 16));

        assertThat(rowOf(reply).outcome()).isEqualTo(Outcome.SUCCESS);
    }

    @Test
    void skipsInformationalAnswers() {
        Reply reply = new Reply()
                .head("HTTP/1.1 103 Early Hints", "Link: <x>")
                .streamHead()
                .chunk(answer(5, 16))
                .end();

        assertThat(rowOf(reply).outcome()).isEqualTo(Outcome.SUCCESS);
    }

    @Test
    void a25ReadsAStreamWithoutContentTypeAndSaysSo() {
        Reply reply = new Reply().whole(200, "", answer(5, 16));
        Reply other = new Reply().whole(200, "Content-Type: application/json\r\n", answer(5, 16));

        assertThat(rowOf(reply).warnings()).contains(RequestRows.MISSING_CONTENT_TYPE);
        assertThat(rowOf(other).warnings()).contains(RequestRows.UNEXPECTED_CONTENT_TYPE);
    }

    @Test
    void d5AcceptsAStreamThatEndsWithTheConnection() {
        Reply reply = new Reply()
                .head("HTTP/1.1 200 OK", "Content-Type: text/event-stream", "Connection: close")
                .text(role() + content("a ").repeat(16) + finish("length") + usage(5, 16))
                .close();
        RequestRecord row = rowOf(reply);

        assertThat(row.outcome()).isEqualTo(Outcome.SUCCESS);
        assertThat(row.warnings()).contains("missing_done");
        assertThat(row.streamEndMs()).isGreaterThanOrEqualTo(row.e2eMs());
    }

    @Test
    void d5FailsAStreamThatEndsWithoutATerminalSign() {
        RequestRecord row = rowOf(Reply.stream(content("a"), content("b"), content("c")));

        assertThat(row.outcome()).isEqualTo(Outcome.INCOMPLETE_STREAM);
        assertThat(row.error()).contains("after 3 token events");
        assertThat(row.chunks()).isEqualTo(3);
    }

    @Test
    void b20FailsAnAnswerWithoutTokens() {
        RequestRecord row = rowOf(Reply.stream(role(), finish("stop"), DONE));

        assertThat(row.outcome()).isEqualTo(Outcome.NO_TOKENS);
        assertThat(row.ttftMs()).isNull();
    }

    @Test
    void d1FailsOnAnErrorInTheStream() {
        RequestRecord row = rowOf(Reply.stream(content("a"), error("x"), DONE));

        assertThat(row.outcome()).isEqualTo(Outcome.IN_STREAM_ERROR);
        assertThat(row.error()).isEqualTo("x");
        assertThat(row.httpStatus()).isEqualTo(200);
        assertThat(row.ttftMs()).isNotNull();
    }

    @Test
    void d8KeepsStatusAndMessageOfAnHttpError() {
        RequestRecord row = rowOf(Reply.json(400, "{\"error\":{\"message\":\"max_tokens too large\"}}"));

        assertThat(row.outcome()).isEqualTo(Outcome.HTTP_ERROR);
        assertThat(row.httpStatus()).isEqualTo(400);
        assertThat(row.error()).isEqualTo("max_tokens too large");
        assertThat(row.ttftMs()).isNull();
    }

    @Test
    void d8SaysTheStatusWhereAnErrorHasNoBody() {
        RequestRecord row = rowOf(new Reply().whole(503, "", ""));

        assertThat(row.outcome()).isEqualTo(Outcome.HTTP_ERROR);
        assertThat(row.error()).isEqualTo("HTTP 503 Status");
    }

    @Test
    void keepsTheStatusOfAnErrorThatBreaksOff() {
        RequestRecord row = rowOf(new Reply()
                .head("HTTP/1.1 500 Oops", "Content-Length: 1000")
                .text("worker died")
                .close());

        assertThat(row.outcome()).isEqualTo(Outcome.HTTP_ERROR);
        assertThat(row.error()).isEqualTo("worker died");
    }

    @Test
    void failsABlockingAnswer() {
        RequestRecord row = rowOf(Reply.json(200, "{\"choices\":[{\"message\":{\"content\":\"a\"}}]}"));

        assertThat(row.outcome()).isEqualTo(Outcome.NOT_STREAMED);
        assertThat(row.ttftMs()).isNull();
        assertThat(row.e2eMs()).isNull();
    }

    @Test
    void failsAPageForPeople() {
        RequestRecord row = rowOf(new Reply().whole(200, "Content-Type: text/html\r\n", "<html>hello</html>"));

        assertThat(row.outcome()).isEqualTo(Outcome.MALFORMED_STREAM);
        assertThat(row.error()).contains("<html>");
    }

    @Test
    void failsACompressedAnswer() {
        byte[] gzip = {0x1f, (byte) 0x8b, 8, 0, 0, 0, 0, 0, 0, 3, 1, 2};
        Reply reply = new Reply()
                .head(
                        "HTTP/1.1 200 OK",
                        "Content-Type: text/event-stream",
                        "Content-Encoding: gzip",
                        "Content-Length: " + gzip.length)
                .bytes(gzip);
        RequestRecord row = rowOf(reply);

        assertThat(row.outcome()).isEqualTo(Outcome.MALFORMED_STREAM);
        assertThat(row.error()).endsWith("gzip");
    }

    @Test
    void failsWhatIsNotHttp() {
        RequestRecord row =
                rowOf(new Reply().text("220 smtp.example.org ESMTP\r\n\r\n").close());

        assertThat(row.outcome()).isEqualTo(Outcome.MALFORMED_STREAM);
        assertThat(row.error()).startsWith("not HTTP: ");
    }

    @Test
    void d10FailsWithoutAConnection() throws IOException {
        int port;
        try (ServerSocket free = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            port = free.getLocalPort();
        }
        try (LoadClient client = Loads.client(URI.create("http://127.0.0.1:" + port), Loads.LIMITS, 1)) {
            CellMeasurement cell = client.run(Loads.cell(4, 0, 60), new Cancellation(), LoadListener.silent());

            assertThat(cell.rows()).hasSize(60).allSatisfy(row -> {
                assertThat(row.outcome()).isEqualTo(Outcome.CONNECT_ERROR);
                assertThat(row.error()).isEqualTo("cannot connect to 127.0.0.1:" + port + ": connection refused");
                assertThat(row.sentAtMs()).isNull();
                assertThat(row.connection()).isNull();
            });
        }
    }

    @Test
    void failsForAHostThatNobodyKnows() {
        try (LoadClient client = Loads.client(URI.create("http://no-such-host.invalid"), Loads.LIMITS, 1)) {
            RequestRecord row = client.send("t", "c", PROMPT, new Cancellation());

            assertThat(row.outcome()).isEqualTo(Outcome.CONNECT_ERROR);
            assertThat(row.error()).isEqualTo("cannot connect to no-such-host.invalid:80: unknown host");
        }
    }

    @ParameterizedTest(name = "reset: {0}")
    @ValueSource(booleans = {true, false})
    void failsWhenTheConnectionBreaksInTheMiddle(boolean reset) {
        Reply begun = new Reply().streamHead().chunk(content("a"));
        RequestRecord row = rowOf(reset ? begun.reset() : begun.close());

        assertThat(row.outcome()).isEqualTo(Outcome.CONNECTION_RESET);
        assertThat(row.error()).isNotBlank();
        assertThat(row.retries()).isZero();
    }

    @Test
    void failsWhenTheServerDiesAtTheSameRequestTwice() {
        try (ScriptedServer server = ScriptedServer.start(request -> new Reply().reset())) {
            RequestRecord row = send(server, Loads.LIMITS, false);

            assertThat(row.outcome()).isEqualTo(Outcome.CONNECTION_RESET);
            assertThat(row.error()).endsWith(", before any answer");
            assertThat(row.retries()).isEqualTo(1);
            assertThat(row.connection()).isEqualTo(ConnectionUse.NEW);
            assertThat(server.received()).hasSize(2);
        }
    }

    @Test
    void sendsOnceMoreWhenAnIdleConnectionWasClosed() {
        ScriptedServer.Script script =
                request -> request.number() == 2 ? new Reply().close() : Reply.stream(answer(5, 16));
        try (ScriptedServer server = ScriptedServer.start(script)) {
            CellMeasurement cell = Loads.run(server, Loads.cell(1, 0, 5));

            assertThat(cell.rows()).hasSize(5).allMatch(row -> row.outcome() == Outcome.SUCCESS);
            assertThat(cell.rows()).extracting(RequestRecord::retries).containsExactly(0, 0, 1, 0, 0);
            assertThat(cell.rows().get(2).connection()).isEqualTo(ConnectionUse.NEW);
            assertThat(server.received()).hasSize(6);
            assertThat(server.connections()).isEqualTo(2);
        }
    }

    @Test
    void opensANewConnectionWhereTheServerEndsEachOne() {
        ScriptedServer.Script script = request -> new Reply()
                .whole(200, "Content-Type: text/event-stream\r\nConnection: close\r\n", answer(5, 16))
                .close();
        try (ScriptedServer server = ScriptedServer.start(script)) {
            CellMeasurement cell = Loads.run(server, Loads.cell(1, 0, 3));

            assertThat(cell.rows()).extracting(RequestRecord::outcome).containsOnly(Outcome.SUCCESS);
            assertThat(cell.rows())
                    .extracting(RequestRecord::connection)
                    .containsExactly(ConnectionUse.REUSED, ConnectionUse.NEW, ConnectionUse.NEW);
            assertThat(cell.rows()).extracting(RequestRecord::retries).containsOnly(0);
        }
    }

    @Test
    void succeedsWhenTheConnectionBreaksAfterTheEnd() {
        RequestRecord row = rowOf(new Reply().streamHead().chunk(answer(5, 16)).close());

        assertThat(row.outcome()).isEqualTo(Outcome.SUCCESS);
    }

    @Test
    void doesNotWaitForABodyThatNeverEndsAfterDone() {
        CountDownLatch never = new CountDownLatch(1);
        RequestRecord row = rowOf(new Reply().streamHead().chunk(answer(5, 16)).hold(never));

        assertThat(row.outcome()).isEqualTo(Outcome.SUCCESS);
        assertThat(row.streamEndMs()).isEqualTo(row.e2eMs());
    }

    @Test
    void failsWithoutATokenInTime() {
        CountDownLatch never = new CountDownLatch(1);
        TimeLimits limits = new TimeLimits(Duration.ofMillis(100), Loads.NEVER, Loads.NEVER);
        RequestRecord row =
                rowOf(new Reply().streamHead().chunk(KEEP_ALIVE).chunk(role()).hold(never), limits);

        assertThat(row.outcome()).isEqualTo(Outcome.FIRST_TOKEN_TIMEOUT);
        assertThat(row.error()).isEqualTo("no token came within 0.1 s");
        assertThat(row.firstEventMs()).isNotNull();
        assertThat(row.ttftMs()).isNull();
    }

    @Test
    void d19FailsAStreamThatFallsSilent() {
        CountDownLatch never = new CountDownLatch(1);
        TimeLimits limits = new TimeLimits(Loads.NEVER, Duration.ofMillis(200), Loads.NEVER);
        RequestRecord row = rowOf(
                new Reply().streamHead().chunk(content("a") + content("b")).hold(never), limits);

        assertThat(row.outcome()).isEqualTo(Outcome.IDLE_TIMEOUT);
        assertThat(row.error()).isEqualTo("the stream was silent for 0.2 s");
        assertThat(row.chunks()).isEqualTo(2);
    }

    @Test
    void f11FailsAStreamThatNeverEnds() {
        TimeLimits limits = new TimeLimits(Loads.NEVER, Loads.NEVER, Duration.ofMillis(300));
        Reply endless = new Reply().streamHead();
        for (int i = 0; i < 500; i++) {
            endless.chunk(content("a")).pause(Duration.ofMillis(10));
        }
        RequestRecord row = rowOf(endless, limits);

        assertThat(row.outcome()).isEqualTo(Outcome.TOTAL_TIMEOUT);
        assertThat(row.error()).isEqualTo("the answer did not end within 0.3 s");
        assertThat(row.chunks()).isPositive();
    }

    @Test
    void d18TheOthersGoOnWhenOneNeverAnswers() {
        CountDownLatch never = new CountDownLatch(1);
        TimeLimits limits = new TimeLimits(Duration.ofMillis(500), Loads.NEVER, Loads.NEVER);
        ScriptedServer.Script script =
                request -> request.number() == 7 ? new Reply().hold(never) : Reply.stream(answer(5, 16));
        try (ScriptedServer server = ScriptedServer.start(script)) {
            CellMeasurement cell = Loads.run(server, Loads.cell(4, 0, 50), limits, 1);

            assertThat(cell.rows()).hasSize(50);
            assertThat(cell.rows())
                    .filteredOn(row -> row.outcome() == Outcome.FIRST_TOKEN_TIMEOUT)
                    .hasSize(1);
            assertThat(cell.rows())
                    .filteredOn(row -> row.outcome() == Outcome.SUCCESS)
                    .hasSize(49);
        }
        never.countDown();
    }

    @Test
    void d4C14FailsAShortAnswerWhereTheLengthIsForced() {
        try (ScriptedServer server = ScriptedServer.start(
                request -> Reply.stream(content("a").repeat(10), finish("stop"), usage(5, 10), DONE))) {
            RequestRecord row = send(server, Loads.LIMITS, true);

            assertThat(row.outcome()).isEqualTo(Outcome.TRUNCATED);
            assertThat(row.error()).isEqualTo("10 of 16 tokens, finish_reason stop");
            assertThat(row.ttftMs()).isNotNull();
        }
    }

    @Test
    void d4FailsAShortAnswerThatOnlyItsChunksCount() {
        try (ScriptedServer server =
                ScriptedServer.start(request -> Reply.stream(content("a").repeat(10), DONE))) {
            assertThat(send(server, Loads.LIMITS, true).outcome()).isEqualTo(Outcome.TRUNCATED);
        }
    }

    @Test
    void warnsOfAShortAnswerWhereNothingForcesTheLength() {
        RequestRecord row = rowOf(Reply.stream(content("a").repeat(10), finish("stop"), usage(5, 10), DONE));

        assertThat(row.outcome()).isEqualTo(Outcome.SUCCESS);
        assertThat(row.warnings()).contains(RequestRows.LENGTH_NOT_FORCED);
    }

    @Test
    void believesAServerThatSaysItIsFullWhereOnlyChunksCount() {
        try (ScriptedServer server =
                ScriptedServer.start(request -> Reply.stream(content("a b").repeat(8), finish("length"), DONE))) {
            RequestRecord row = send(server, Loads.LIMITS, true);

            assertThat(row.outcome()).isEqualTo(Outcome.SUCCESS);
            assertThat(row.tokenCountSource()).isEqualTo(TokenCountSource.CHUNKS);
        }
    }

    @Test
    void warnsOfMoreTokensThanAsked() {
        assertThat(rowOf(Reply.stream(answer(5, 17))).warnings()).contains(RequestRows.MORE_TOKENS_THAN_ASKED);
    }

    @Test
    void a16ReadsAnAnswerThatArrivesByteByByte() {
        Reply reply = new Reply();
        String text = "HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\nContent-Length: ";
        String body = role() + content("ä") + finish("stop") + usage(5, 16) + DONE;
        for (byte value : (text + body.getBytes(UTF_8).length + "\r\n\r\n" + body).getBytes(UTF_8)) {
            reply.bytes(new byte[] {value});
        }
        RequestRecord row = rowOf(reply);

        assertThat(row.outcome()).isEqualTo(Outcome.SUCCESS);
        assertThat(row.chunks()).isEqualTo(1);
    }

    @Test
    void a17ReadsAChunkOfAMegabyte() {
        RequestRecord row = rowOf(Reply.stream(content("x".repeat(1 << 20)), finish("stop"), usage(5, 16), DONE));

        assertThat(row.outcome()).isEqualTo(Outcome.SUCCESS);
        assertThat(row.chunks()).isEqualTo(1);
    }

    private static RequestRecord rowOf(Reply reply) {
        return rowOf(reply, Loads.LIMITS);
    }

    private static RequestRecord rowOf(Reply reply, TimeLimits limits) {
        try (ScriptedServer server = ScriptedServer.start(request -> reply)) {
            return send(server, limits, false);
        }
    }

    private static RequestRecord send(ScriptedServer server, TimeLimits limits, boolean lengthForced) {
        try (LoadClient client = Loads.client(server.baseUrl(), limits, 1, lengthForced)) {
            return client.send("t", "c", PROMPT, new Cancellation());
        }
    }
}
