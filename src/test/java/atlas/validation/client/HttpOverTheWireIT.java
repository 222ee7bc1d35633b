package atlas.validation.client;

import static atlas.validation.client.WireRow.fails;
import static atlas.validation.client.WireRow.row;
import static atlas.validation.client.WireRow.success;
import static atlas.validation.testing.ChatEvents.DONE;
import static atlas.validation.testing.ChatEvents.answer;
import static atlas.validation.testing.ChatEvents.content;
import static atlas.validation.testing.ChatEvents.error;
import static atlas.validation.testing.ChatEvents.finish;
import static atlas.validation.testing.ChatEvents.usage;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import atlas.validation.record.ConnectionUse;
import atlas.validation.record.Outcome;
import atlas.validation.record.RequestRecord;
import atlas.validation.testing.Gzip;
import atlas.validation.testing.Reply;
import atlas.validation.testing.ScriptedServer;
import java.util.Arrays;
import java.util.concurrent.CountDownLatch;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * HTTP as servers and what stands before them really speak it: each oddity ends in its outcome, and the run goes on.
 */
@Timeout(120)
class HttpOverTheWireIT {

    private static final String TYPE = "Content-Type: text/event-stream";
    private static final String BODY = content("a") + content("b") + finish("stop") + usage(5, 2) + DONE;

    @ParameterizedTest(name = "{0}")
    @MethodSource({"compressed", "lengths", "statuses", "foreign"})
    void ends(WireRow row) {
        row.check();
    }

    static Stream<WireRow> compressed() {
        byte[] packed = Gzip.of(BODY);
        return Stream.of(
                row(
                        "gzip nobody asked for is unpacked, and said",
                        encoded("gzip", packed),
                        success().chunks(2).tokens(2).warns(RequestRows.COMPRESSED)),
                row(
                        "gzip by its old name",
                        encoded("x-gzip", packed),
                        success().chunks(2).warns(RequestRows.COMPRESSED)),
                row("gzip in pieces", inPieces(packed), success().chunks(2).warns(RequestRows.COMPRESSED)),
                row(
                        "gzip of an error",
                        new Reply()
                                .head(
                                        "HTTP/1.1 400 Bad",
                                        "Content-Encoding: gzip",
                                        "Content-Length: " + Gzip.of("{\"error\":\"x\"}").length)
                                .bytes(Gzip.of("{\"error\":\"x\"}")),
                        fails(Outcome.HTTP_ERROR).status(400).error("x")),
                row(
                        "gzip that breaks off",
                        new Reply()
                                .head("HTTP/1.1 200 OK", TYPE, "Content-Encoding: gzip", "Connection: close")
                                .bytes(Arrays.copyOf(packed, packed.length / 2))
                                .close(),
                        fails(Outcome.INCOMPLETE_STREAM)),
                row(
                        "gzip that is none",
                        encoded("gzip", BODY.getBytes(UTF_8)),
                        fails(Outcome.MALFORMED_STREAM).error("compressed as gzip, and is not")),
                row(
                        "identity is no compression",
                        encoded("identity", BODY.getBytes(UTF_8)),
                        success().chunks(2).warnsOnly("tokens_in_one_read")),
                row("br", encoded("br", packed), fails(Outcome.MALFORMED_STREAM).error("compressed as br")),
                row(
                        "deflate",
                        encoded("deflate", packed),
                        fails(Outcome.MALFORMED_STREAM).error("compressed as deflate")),
                row(
                        "two compressions",
                        encoded("gzip, br", packed),
                        fails(Outcome.MALFORMED_STREAM).error("compressed as gzip, br")));
    }

    private static Reply encoded(String encoding, byte[] body) {
        return new Reply()
                .head("HTTP/1.1 200 OK", TYPE, "Content-Encoding: " + encoding, "Content-Length: " + body.length)
                .bytes(body);
    }

    private static Reply inPieces(byte[] body) {
        Reply reply =
                new Reply().head("HTTP/1.1 200 OK", TYPE, "Content-Encoding: gzip", "Content-Length: " + body.length);
        for (byte value : body) {
            reply.bytes(new byte[] {value});
        }
        return reply;
    }

    static Stream<WireRow> lengths() {
        return Stream.of(
                row(
                        "a Content-Length that is too long, and no end",
                        length(1000, content("a")).close(),
                        fails(Outcome.INCOMPLETE_STREAM)
                                .chunks(1)
                                .error("of 1000 bytes of its body, after 1 token events")),
                row(
                        "a Content-Length that is too long, behind [DONE]",
                        length(1000, BODY).close(),
                        success().chunks(2)),
                row(
                        "a Content-Length that is too short",
                        length(BODY.length() - 40, BODY),
                        success().chunks(2)),
                row("a Content-Length that is much too short", length(10, BODY), fails(Outcome.INCOMPLETE_STREAM)),
                row(
                        "a Content-Length of nothing",
                        length(0, ""),
                        fails(Outcome.INCOMPLETE_STREAM).noTtft()),
                row(
                        "a Content-Length that is no number",
                        new Reply()
                                .head("HTTP/1.1 200 OK", TYPE, "Content-Length: many")
                                .text(BODY),
                        fails(Outcome.MALFORMED_STREAM).error("not HTTP")),
                row(
                        "a chunk size that is no number",
                        new Reply().streamHead().chunk(content("a")).text("zz\r\nxx\r\n"),
                        fails(Outcome.MALFORMED_STREAM).chunks(1).error("not HTTP")),
                row(
                        "chunks that end with the connection",
                        new Reply().streamHead().chunk(content("a")).close(),
                        fails(Outcome.CONNECTION_RESET).chunks(1)),
                row(
                        "a reset in the middle",
                        new Reply().streamHead().chunk(content("a")).reset(),
                        fails(Outcome.CONNECTION_RESET).chunks(1)),
                row(
                        "a reset in the middle of the head",
                        new Reply().text("HTTP/1.1 200 OK\r\nContent-").reset(),
                        fails(Outcome.CONNECTION_RESET).noTtft()));
    }

    private static Reply length(int promised, String body) {
        return new Reply()
                .head("HTTP/1.1 200 OK", TYPE, "Content-Length: " + promised)
                .text(body);
    }

    static Stream<WireRow> statuses() {
        return Stream.of(
                row(
                        "100 and 103 before the answer",
                        new Reply()
                                .head("HTTP/1.1 100 Continue")
                                .head("HTTP/1.1 103 Early Hints", "Link: <x>")
                                .streamHead()
                                .chunk(BODY)
                                .end(),
                        success().chunks(2)),
                row(
                        "101 to what nobody offered",
                        new Reply().head("HTTP/1.1 101 Switching Protocols", "Upgrade: h2c"),
                        fails(Outcome.MALFORMED_STREAM).error("HTTP 101")),
                row(
                        "204",
                        new Reply().head("HTTP/1.1 204 No Content"),
                        fails(Outcome.INCOMPLETE_STREAM).status(204).noTtft()),
                row(
                        "301 tells where to",
                        new Reply().whole(301, "Location: https://user:pw@other/v1/chat/completions?key=sk\r\n", ""),
                        fails(Outcome.HTTP_ERROR)
                                .status(301)
                                .error("to https://other/v1/chat/completions, which is not followed")
                                .and(played -> assertThat(played.row().error()).doesNotContain("pw", "sk"))),
                row(
                        "307 tells where to",
                        new Reply().whole(307, "Location: /login\r\n", "<a href='/login'>"),
                        fails(Outcome.HTTP_ERROR).status(307).error("/login")),
                row(
                        "302 without a place",
                        new Reply().whole(302, "", ""),
                        fails(Outcome.HTTP_ERROR).status(302).error("HTTP 302")));
    }

    static Stream<WireRow> foreign() {
        return Stream.of(
                row(
                        "one JSON body although a stream was asked for",
                        Reply.json(
                                200,
                                "{\"choices\":[{\"message\":{\"content\":\"a\"},\"finish_reason\":\"stop\"}],\"usage\":{\"completion_tokens\":1}}"),
                        fails(Outcome.NOT_STREAMED).noTtft()),
                row(
                        "a page for people with status 200",
                        new Reply().whole(200, "Content-Type: text/html\r\n", "\n<!DOCTYPE html><html>Log in</html>"),
                        fails(Outcome.MALFORMED_STREAM).error("<!DOCTYPE html>").noTtft()),
                row(
                        "text with status 200",
                        new Reply().whole(200, "Content-Type: text/plain\r\n", "Internal Server Error"),
                        fails(Outcome.MALFORMED_STREAM).error("Internal Server Error")),
                row(
                        "what is not HTTP",
                        new Reply().text("220 smtp.example.org ESMTP\r\n\r\n").close(),
                        fails(Outcome.MALFORMED_STREAM).error("not HTTP: ")),
                row(
                        "a gigabyte of a page",
                        gigabyte("HTTP/1.1 200 OK", "<html>"),
                        fails(Outcome.MALFORMED_STREAM).error("<html>")),
                row("a gigabyte of JSON", gigabyte("HTTP/1.1 200 OK", "{\"choices\":\""), fails(Outcome.NOT_STREAMED)),
                row(
                        "a gigabyte of an error",
                        gigabyte("HTTP/1.1 500 Oops", "stack trace "),
                        fails(Outcome.HTTP_ERROR).status(500).error("stack trace")),
                row(
                        "headers without end",
                        new Reply()
                                .text("HTTP/1.1 200 OK\r\nX: ")
                                .text("x".repeat(1 << 20))
                                .close(),
                        fails(Outcome.MALFORMED_STREAM).error("not HTTP: ")));
    }

    private static Reply gigabyte(String statusLine, String beginning) {
        byte[] piece = new byte[1 << 20];
        Arrays.fill(piece, (byte) 'x');
        Reply reply =
                new Reply().head(statusLine, "Content-Length: " + (1L << 30)).text(beginning);
        for (int i = 0; i < 1 << 10; i++) {
            reply.bytes(piece);
        }
        return reply.close();
    }

    /** Servers that repeat their answer, or write behind its end, as some do whose length is wrong. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "garbage",
                "garbage\r\n\r\n",
                "HTTP/1.1 500 Oops\r\nContent-Length: 0\r\n\r\n",
                "0\r\n\r\n",
                "\u0000\u0001"
            })
    void whatStandsBehindAnAnswerNeverReachesTheNextRequest(String behind) {
        expectTwentySuccesses(length(BODY.length(), BODY + behind));
    }

    /** A whole second answer that comes when the next request is on its way is nobody's to tell from that one's own. */
    @ParameterizedTest
    @ValueSource(strings = {"garbage", "garbage\r\n\r\n", "0\r\n\r\n"})
    void whatComesAfterAnAnswerNeverReachesTheNextRequest(String after) {
        expectTwentySuccesses(length(BODY.length(), BODY).text(after));
    }

    private static void expectTwentySuccesses(Reply reply) {
        try (ScriptedServer server = ScriptedServer.start(request -> reply)) {
            CellMeasurement cell = Loads.run(server, Loads.cell(1, 0, 20));

            assertThat(cell.rows()).hasSize(20).allSatisfy(row -> {
                assertThat(row.outcome()).as(row.error()).isEqualTo(Outcome.SUCCESS);
                assertThat(row.chunks()).isEqualTo(2);
            });
        }
    }

    @Test
    void aBodyThatDoesNotEndBehindDoneFreesItsSlotAndIsSaid() {
        CountDownLatch never = new CountDownLatch(1);
        ScriptedServer.Script script =
                request -> new Reply().streamHead().chunk(BODY).hold(never);
        try (ScriptedServer server = ScriptedServer.start(script)) {
            CellMeasurement cell = Loads.run(server, Loads.cell(1, 0, 3));

            assertThat(cell.rows()).hasSize(3).allSatisfy(row -> {
                assertThat(row.outcome()).isEqualTo(Outcome.SUCCESS);
                assertThat(row.warnings()).contains(RequestRows.BODY_NOT_ENDED);
                assertThat(row.streamEndMs()).isEqualTo(row.e2eMs());
            });
            assertThat(cell.rows().getLast().connection()).isEqualTo(ConnectionUse.NEW);
        }
        never.countDown();
    }

    @Test
    void aServerThatEndsItsBodyInAPacketOfItsOwnKeepsItsConnections() {
        try (ScriptedServer server = ScriptedServer.start(request -> Reply.stream(BODY))) {
            CellMeasurement cell = Loads.run(server, Loads.cell(2, 0, 40));

            assertThat(cell.rows()).extracting(RequestRecord::outcome).containsOnly(Outcome.SUCCESS);
            assertThat(cell.rows())
                    .extracting(RequestRecord::warnings)
                    .noneMatch(w -> w.contains(RequestRows.BODY_NOT_ENDED));
            assertThat(server.connections()).isEqualTo(2);
        }
    }

    @Test
    void theRunGoesOnBehindEveryOddity() {
        ScriptedServer.Script script = request -> switch (request.number() % 6) {
            case 0 -> new Reply().reset();
            case 1 -> new Reply().text("no HTTP at all\r\n\r\n");
            case 2 -> gigabyte("HTTP/1.1 200 OK", "<html>");
            case 3 -> encoded("br", new byte[] {1, 2, 3});
            case 4 -> length(10, BODY);
            default -> Reply.stream(answer(5, 16), error("late"));
        };
        try (ScriptedServer server = ScriptedServer.start(script)) {
            CellMeasurement cell = Loads.run(server, Loads.cell(2, 0, 36));

            assertThat(cell.rows()).hasSize(36);
            assertThat(cell.rows())
                    .filteredOn(row -> row.outcome() == Outcome.SUCCESS)
                    .hasSizeGreaterThanOrEqualTo(4);
        }
    }
}
