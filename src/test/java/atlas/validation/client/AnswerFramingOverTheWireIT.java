package atlas.validation.client;

import static atlas.validation.client.WireRow.fails;
import static atlas.validation.client.WireRow.row;
import static atlas.validation.client.WireRow.success;
import static atlas.validation.testing.ChatEvents.DONE;
import static atlas.validation.testing.ChatEvents.answer;
import static atlas.validation.testing.ChatEvents.content;
import static atlas.validation.testing.ChatEvents.finish;
import static atlas.validation.testing.ChatEvents.usage;
import static org.assertj.core.api.Assertions.assertThat;

import atlas.validation.record.ConnectionUse;
import atlas.validation.record.Outcome;
import atlas.validation.record.RequestRecord;
import atlas.validation.testing.Reply;
import atlas.validation.testing.ScriptedServer;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Heads, chunks and ends of bodies as RFC 9112 allows them and hardly any server writes them. */
@Timeout(120)
class AnswerFramingOverTheWireIT {

    private static final String TYPE = "Content-Type: text/event-stream";
    private static final String BODY = content("a") + content("b") + finish("stop") + usage(5, 2) + DONE;

    @ParameterizedTest(name = "{0}")
    @MethodSource({"heads", "recipientsMayAccept", "behindDone", "informational"})
    void ends(WireRow row) {
        row.check();
    }

    static Stream<WireRow> heads() {
        return Stream.of(
                row(
                        "a status line without a reason, RFC 9112 section 4",
                        new Reply()
                                .head("HTTP/1.1 200 ", TYPE, "Content-Length: " + BODY.length())
                                .text(BODY),
                        two()),
                row(
                        "a status line without the blank before its reason",
                        new Reply()
                                .head("HTTP/1.1 200", TYPE, "Content-Length: " + BODY.length())
                                .text(BODY),
                        two()),
                row(
                        "a header twice, and chunks spelled in capitals",
                        new Reply()
                                .head("HTTP/1.1 200 OK", TYPE, "X-Twice: a", "X-Twice: b", "Transfer-Encoding: Chunked")
                                .chunk(BODY)
                                .end(),
                        two()),
                row(
                        "a header that goes on in the next line, RFC 9112 section 5.2",
                        new Reply()
                                .head("HTTP/1.1 200 OK", TYPE, "X-Long: a", "  b", "Transfer-Encoding: chunked")
                                .chunk(BODY)
                                .end(),
                        two()),
                row(
                        "headers of 48 KiB in all",
                        new Reply()
                                .head(
                                        "HTTP/1.1 200 OK",
                                        TYPE,
                                        ("X-Trace: " + "t".repeat(1000) + "\r\n").repeat(48) + "X-Last: x",
                                        "Transfer-Encoding: chunked")
                                .chunk(BODY)
                                .end(),
                        two()),
                row(
                        "a status that nobody knows",
                        new Reply().whole(999, "", "blocked"),
                        fails(Outcome.HTTP_ERROR).status(999).error("blocked").noTtft()),
                row(
                        "304, to a request that asked for no such thing",
                        new Reply().head("HTTP/1.1 304 Not Modified", "ETag: x"),
                        fails(Outcome.HTTP_ERROR).status(304).error("HTTP 304").noTtft()),
                row(
                        "205 has no body, RFC 9110 section 15.3.6",
                        new Reply().head("HTTP/1.1 205 Reset Content", "Content-Length: 0"),
                        fails(Outcome.INCOMPLETE_STREAM).status(205).noTtft()));
    }

    /**
     * What senders must not write and recipients may accept. A proxy refuses it lest somebody smuggle a request; a
     * client at the end of the road that refuses it cannot measure a server which every other client can talk to.
     */
    static Stream<WireRow> recipientsMayAccept() {
        return Stream.of(
                row(
                        "a length beside chunks, which does not count, RFC 9112 section 6.3",
                        new Reply()
                                .head("HTTP/1.1 200 OK", TYPE, "Content-Length: 3", "Transfer-Encoding: chunked")
                                .chunk(BODY)
                                .end(),
                        two()),
                row(
                        "the same length twice, RFC 9110 section 8.6",
                        new Reply()
                                .head(
                                        "HTTP/1.1 200 OK",
                                        TYPE,
                                        "Content-Length: " + BODY.length(),
                                        "Content-Length: " + BODY.length())
                                .text(BODY),
                        two()),
                row(
                        "line feeds alone between headers, RFC 9112 section 2.2",
                        new Reply()
                                .text("HTTP/1.1 200 OK\n" + TYPE + "\nContent-Length: " + BODY.length() + "\n\n"
                                        + BODY),
                        two()),
                row(
                        "line feeds alone around chunks",
                        new Reply().streamHead().text(Integer.toHexString(BODY.length()) + "\n" + BODY + "\n0\n\n"),
                        two()));
    }

    /** The stream ends with [DONE]; what the framing behind it is worth changes nothing of the answer. */
    static Stream<WireRow> behindDone() {
        return Stream.of(
                row(
                        "[DONE], and a chunk size that is no number",
                        new Reply().streamHead().chunk(BODY).text("zz\r\n").close(),
                        two()),
                row(
                        "[DONE], and a chunk that is longer than its size",
                        new Reply()
                                .streamHead()
                                .text(Integer.toHexString(BODY.length()) + "\r\n" + BODY + "\n\n\n\r\n0\r\n\r\n")
                                .close(),
                        two()),
                row(
                        "[DONE], and an end without its last line",
                        new Reply().streamHead().chunk(BODY).text("0\r\n").close(),
                        two()));
    }

    private static WireRow.Expected two() {
        return success().chunks(2).tokens(2).finish("stop");
    }

    static Stream<WireRow> informational() {
        Reply many = new Reply();
        for (int i = 0; i < 100; i++) {
            many.head("HTTP/1.1 102 Processing");
        }
        return Stream.of(
                row(
                        "102 again and again, then the answer",
                        many.streamHead().chunk(BODY).end(),
                        two()),
                row(
                        "103 with headers of its own, which are not those of the answer",
                        new Reply()
                                .head("HTTP/1.1 103 Early Hints", "Content-Type: text/html", "Content-Encoding: br")
                                .streamHead()
                                .chunk(BODY)
                                .end(),
                        two().and(played ->
                                assertThat(played.row().warnings()).doesNotContain("unexpected_content_type"))),
                row(
                        "100 and then the end of the connection",
                        new Reply().head("HTTP/1.1 100 Continue").close(),
                        fails(Outcome.CONNECTION_RESET)
                                .noTtft()
                                .and(played -> assertThat(played.row().retries())
                                        .as("a byte of a response had arrived")
                                        .isZero())));
    }

    @Test
    void extensionsAndTrailersOfChunksAreNeitherBodyNorTheNextAnswer() {
        String body = answer(5, 16);
        Reply odd = new Reply()
                .streamHead()
                .text(Integer.toHexString(body.length()).toUpperCase(Locale.ROOT)
                        + " ;ieof; name=\"quoted; \\\" value\"\r\n")
                .text(body)
                .text("\r\n0000;last\r\nX-Checksum: abc\r\nServer-Timing: t\r\n\r\n");
        try (ScriptedServer server = ScriptedServer.start(request -> odd)) {
            CellMeasurement cell = Loads.run(server, Loads.cell(1, 0, 10));

            assertThat(cell.rows()).hasSize(10).allSatisfy(row -> {
                assertThat(row.outcome()).as(row.error()).isEqualTo(Outcome.SUCCESS);
                assertThat(row.chunks()).isEqualTo(16);
            });
            assertThat(server.connections()).isEqualTo(1);
        }
    }

    @Test
    void anAnswerOfHttp10WithoutALengthEndsWithItsConnectionAndCostsNoRetry() {
        ScriptedServer.Script script = request -> new Reply()
                .head("HTTP/1.0 200 OK", TYPE)
                .text(content("a").repeat(16))
                .text(finish("length") + usage(5, 16))
                .close();
        try (ScriptedServer server = ScriptedServer.start(script)) {
            CellMeasurement cell = Loads.run(server, Loads.cell(1, 0, 10));

            assertThat(cell.rows()).hasSize(10).allSatisfy(row -> {
                assertThat(row.outcome()).as(row.error()).isEqualTo(Outcome.SUCCESS);
                assertThat(row.warnings()).contains("missing_done");
                assertThat(row.retries()).isZero();
            });
            assertThat(server.received()).hasSize(10);
        }
    }

    @Test
    void anAnswerOfHttp10ThatSaysKeepAliveKeepsItsConnection() {
        String body = answer(5, 16);
        ScriptedServer.Script script = request -> new Reply()
                .head("HTTP/1.0 200 OK", TYPE, "Connection: keep-alive", "Content-Length: " + body.length())
                .text(body);
        try (ScriptedServer server = ScriptedServer.start(script)) {
            CellMeasurement cell = Loads.run(server, Loads.cell(1, 0, 10));

            assertThat(cell.rows()).extracting(RequestRecord::outcome).containsOnly(Outcome.SUCCESS);
            assertThat(cell.rows()).extracting(RequestRecord::connection).containsOnly(ConnectionUse.REUSED);
            assertThat(server.connections()).isEqualTo(1);
        }
    }

    @Test
    void errorsThatKeepTheConnectionAliveCostNone() {
        ScriptedServer.Script script = request -> request.number() % 2 == 0
                ? new Reply().whole(503, "Retry-After: 3600\r\n", "{\"error\":{\"message\":\"busy\"}}")
                : Reply.stream(answer(5, 16));
        try (ScriptedServer server = ScriptedServer.start(script)) {
            CellMeasurement cell = Loads.run(server, Loads.cell(1, 0, 10));

            assertThat(WireRow.metrics(cell.rows()).counts().byOutcome())
                    .isEqualTo(Map.of("success", 5, "http_error", 5));
            assertThat(cell.rows()).extracting(RequestRecord::retries).containsOnly(0);
            assertThat(server.received())
                    .as("none is sent again, now or in an hour")
                    .hasSize(10);
            assertThat(server.connections()).isEqualTo(1);
        }
    }
}
