package atlas.validation.client;

import static atlas.validation.client.WireRow.fails;
import static atlas.validation.client.WireRow.row;
import static atlas.validation.client.WireRow.success;
import static atlas.validation.testing.ChatEvents.DONE;
import static atlas.validation.testing.ChatEvents.KEEP_ALIVE;
import static atlas.validation.testing.ChatEvents.answer;
import static atlas.validation.testing.ChatEvents.content;
import static atlas.validation.testing.ChatEvents.data;
import static atlas.validation.testing.ChatEvents.finish;
import static atlas.validation.testing.ChatEvents.role;
import static atlas.validation.testing.ChatEvents.usage;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import atlas.validation.record.Outcome;
import atlas.validation.record.RequestRecord;
import atlas.validation.stream.AnswerReader;
import atlas.validation.testing.Reply;
import atlas.validation.testing.ScriptedServer;
import java.time.Duration;
import java.util.Arrays;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Field cases of group A: how events are cut, spelled and ended, from a real socket to the row and the counts. */
@Timeout(120)
class FramingOverTheWireIT {

    private static final String CHUNK = "{\"choices\":[{\"index\":0,\"delta\":{\"content\":\"a\"}}]}";
    private static final String END = finish("stop") + usage(5, 1) + DONE;
    private static final Duration PAUSE = Duration.ofMillis(20);

    @ParameterizedTest(name = "{0}")
    @MethodSource({"cuts", "keepAlives", "spellings", "lineEnds", "sizes", "heads"})
    void ends(WireRow row) {
        row.check();
    }

    static Stream<WireRow> cuts() {
        return Stream.of(
                row(
                        "A1 a data line that is cut behind its colon keeps its text and its stamp",
                        streamed("data:", " " + CHUNK.replace("\"a\"", "\" a \"") + "\n\n", END),
                        success().chunks(1).ttftAtLeast(PAUSE.toMillis())),
                row(
                        "A15 several events in one read",
                        Reply.stream(content("a") + content("b") + content("c") + finish("stop") + usage(5, 3) + DONE),
                        success()
                                .chunks(3)
                                .tokens(3)
                                .warnsOnly(AnswerReader.TOKENS_IN_ONE_READ)
                                .and(played -> {
                                    assertThat(played.row().chunkGapsMs()).containsExactly(0, 0);
                                    assertThat(played.row().tpotMs()).isNull();
                                })),
                row(
                        "A16 one event over many reads",
                        streamed(
                                "da", "ta: {\"choices\":[{\"del", "ta\":{\"content\":\"h\u00e4", "\"}}]}\n", "\n", END),
                        success().chunks(1)),
                row(
                        "A29 chunks with time between them have different stamps",
                        streamed(
                                content("a"),
                                content("b"),
                                content("c"),
                                content("d"),
                                finish("stop") + usage(5, 4) + DONE),
                        success().chunks(4).tokens(4).and(played -> {
                            assertThat(played.row().e2eMs()).isGreaterThanOrEqualTo(3 * PAUSE.toMillis());
                            assertThat(played.row().chunkGapsMs()).hasSize(3).doesNotContain(0);
                            assertThat(played.row().tpotMs()).isPositive();
                        })));
    }

    static Stream<WireRow> keepAlives() {
        return Stream.of(
                row(
                        "A2 keep-alive comments before the first token",
                        streamed(KEEP_ALIVE, KEEP_ALIVE, KEEP_ALIVE, content("hi") + END),
                        success().chunks(1).tokens(1).warnsOnly().ttftAtLeast(3 * PAUSE.toMillis())),
                row(
                        "A2 a bare colon as comment",
                        Reply.stream(":\n\n", ":\n", content("a"), END),
                        success().chunks(1).warnsOnly()),
                row(
                        "A3 bare comments between all chunks",
                        Reply.stream(
                                ":\n\n", content("a"), ":\n\n", finish("stop"), ":\n\n", usage(5, 1), ":\n\n", DONE),
                        success().chunks(1).tokens(1).warnsOnly()),
                row(
                        "A4 a keep-alive as data",
                        Reply.stream("data: : keepalive\n\n", content("a"), END),
                        success().chunks(1).warnsOnly(AnswerReader.MALFORMED_KEEPALIVE)),
                row(
                        "A4 a proxy that says it is working, as data, again and again",
                        Reply.stream(data(": OPENROUTER PROCESSING").repeat(3), content("a"), END),
                        success().chunks(1).warnsOnly(AnswerReader.MALFORMED_KEEPALIVE)),
                row(
                        "A4 an event of pings",
                        Reply.stream("event: ping\ndata: {\"type\":\"ping\"}\n\n", content("a"), END),
                        success().chunks(1).tokens(1)),
                row(
                        "A4 an empty data line",
                        Reply.stream("data:\n\ndata: \n\n", content("a"), END),
                        success().chunks(1)),
                row(
                        "A4 nothing but keep-alives as data",
                        Reply.stream(data("working").repeat(3)),
                        fails(Outcome.MALFORMED_STREAM).noTtft()));
    }

    static Stream<WireRow> spellings() {
        return Stream.of(
                row(
                        "A7 A8 no space behind the colon",
                        Reply.stream("data:" + CHUNK + "\n\n", END),
                        success().chunks(1)),
                row(
                        "A7 A8 two spaces behind the colon",
                        Reply.stream("data:  " + CHUNK + "\n\n", END),
                        success().chunks(1)),
                row(
                        "A7 A8 a tab behind the colon",
                        Reply.stream("data:\t" + CHUNK + "\n\n", END),
                        success().chunks(1)),
                row(
                        "A7 blanks behind the JSON",
                        Reply.stream("data: " + CHUNK + "  \n\n", END),
                        success().chunks(1)),
                row("A9 [DONE] without a space", Reply.stream(content("a"), finish("stop"), "data:[DONE]\n\n"), done()),
                row(
                        "A9 [DONE] with blanks behind it",
                        Reply.stream(content("a"), finish("stop"), "data: [DONE] \n\n"),
                        done()),
                row(
                        "A9 [DONE] with blanks around it",
                        Reply.stream(content("a"), finish("stop"), "data:   [DONE]\t\n\n"),
                        done()),
                row(
                        "A9 [DONE] and no line end",
                        Reply.stream(content("a"), finish("stop"), "data: [DONE]"),
                        success().chunks(1)),
                row(
                        "A13 line separators of Unicode inside of a string",
                        Reply.stream(content("a\u2028b\u2029c\u0085d"), END),
                        success().chunks(1).warnsOnly()),
                row(
                        "A21 fields of every kind around the data",
                        Reply.stream("event: message\nid: 7\nretry: 10\n" + content("a"), END),
                        success().chunks(1).tokens(1).warnsOnly()),
                row(
                        "A21 an unterminated last event is read and flagged",
                        Reply.stream(
                                "event: message\nid: 7\n" + content("a"),
                                finish("stop").strip()),
                        success().chunks(1).warns(AnswerReader.UNTERMINATED_FINAL_EVENT, AnswerReader.MISSING_DONE)),
                row(
                        "A23 unknown fields, and a field without a colon",
                        Reply.stream("foo: bar\nbaz\n" + content("a"), END),
                        success().chunks(1).warnsOnly()),
                row(
                        "A23 JSON over several data lines",
                        Reply.stream("data: {\"choices\":\ndata: [{\"delta\":{\"content\":\"a\"}}]}\n\n", END),
                        success().chunks(1)));
    }

    private static WireRow.Expected done() {
        return success().chunks(1).warnsOnly(AnswerReader.MISSING_USAGE);
    }

    static Stream<WireRow> lineEnds() {
        String body = role() + content("a") + content("b") + finish("stop") + usage(5, 2) + DONE;
        WireRow.Expected two = success().chunks(2).tokens(2).warnsOnly(AnswerReader.TOKENS_IN_ONE_READ);
        return Stream.of(
                row("A10 CRLF", Reply.stream(body.replace("\n", "\r\n")), two),
                row(
                        "A10 CRLF that is cut in the middle",
                        Reply.stream(body.replace("\n", "\r\n").split("(?<=\r)")),
                        success().chunks(2)),
                row("A12 lone CR", Reply.stream(body.replace("\n", "\r")), two),
                row("A12 a byte order mark and lone CR", Reply.stream("\uFEFF" + body.replace("\n", "\r")), two),
                row("A12 a byte order mark in a read of its own", Reply.stream("\uFEFF", body), two),
                row(
                        "A12 line ends of all kinds",
                        Reply.stream(content("a").replace("\n\n", "\r\n\n")
                                + content("b").replace("\n\n", "\n\r")
                                + finish("stop")
                                + usage(5, 2)
                                + DONE),
                        two));
    }

    static Stream<WireRow> sizes() {
        return Stream.of(
                row(
                        "A17 one event of 1 MiB",
                        Reply.stream(content("x".repeat(1 << 20)), END),
                        success().chunks(1)),
                row(
                        "A18 one event of 4 MiB in reads of 16 KiB",
                        cut(content("x".repeat(4 << 20)) + END, 16 << 10),
                        success().chunks(1)),
                row(
                        "A19 two thousand events",
                        new Reply().streamHead().chunk(answer(5, 2000)).end(),
                        success().chunks(2000).tokens(2000)),
                row(
                        "A20 200 MiB without a line end",
                        withoutLineEnd(200),
                        fails(Outcome.EVENT_TOO_LARGE)
                                .error("one event exceeds")
                                .noTtft()));
    }

    private static Reply withoutLineEnd(int mebibytes) {
        byte[] piece = new byte[1 << 20];
        Arrays.fill(piece, (byte) 'x');
        Reply reply = new Reply()
                .head("HTTP/1.1 200 OK", "Content-Type: text/event-stream")
                .text("data: ");
        for (int i = 0; i < mebibytes; i++) {
            reply.bytes(piece);
        }
        return reply.close();
    }

    private static Reply cut(String body, int length) {
        Reply reply = new Reply().streamHead();
        for (int at = 0; at < body.length(); at += length) {
            reply.chunk(body.substring(at, Math.min(body.length(), at + length)));
        }
        return reply.end();
    }

    static Stream<WireRow> heads() {
        String type = "Content-Type: text/event-stream\r\n";
        String body = content("a") + END;
        return Stream.of(
                row(
                        "A25 no content type",
                        new Reply().whole(200, "", body),
                        success().chunks(1).warnsOnly(RequestRows.MISSING_CONTENT_TYPE)),
                row(
                        "A25 the content type of JSON",
                        new Reply().whole(200, "Content-Type: application/json\r\n", body),
                        success().chunks(1).warnsOnly(RequestRows.UNEXPECTED_CONTENT_TYPE)),
                row(
                        "A25 a content type with its charset, in capitals",
                        new Reply().whole(200, "Content-Type: Text/Event-Stream; charset=UTF-8\r\n", body),
                        success().chunks(1).warnsOnly()),
                row(
                        "A27 status 201",
                        new Reply().whole(201, type, body),
                        success().status(201).chunks(1)),
                row(
                        "A27 status 206",
                        new Reply().whole(206, type, body),
                        success().status(206).chunks(1)),
                row(
                        "A27 status 299",
                        new Reply().whole(299, type, body),
                        success().status(299).chunks(1)));
    }

    @Test
    void a16FindsTheSameAnswerWhereverTheReadsAreCut() {
        byte[] body =
                (role() + content("h\u00e4\u2028\ud83d\ude00") + finish("stop") + usage(5, 16) + DONE).getBytes(UTF_8);
        ScriptedServer.Script script = request -> {
            int cut = request.number() + 1;
            return new Reply()
                    .head("HTTP/1.1 200 OK", "Content-Type: text/event-stream", "Content-Length: " + body.length)
                    .bytes(Arrays.copyOf(body, cut))
                    .bytes(Arrays.copyOfRange(body, cut, body.length));
        };
        try (ScriptedServer server = ScriptedServer.start(script)) {
            CellMeasurement cell = Loads.run(server, Loads.cell(1, 0, body.length - 1));

            assertThat(cell.rows()).hasSize(body.length - 1).allSatisfy(row -> {
                assertThat(row.outcome()).isEqualTo(Outcome.SUCCESS);
                assertThat(row.chunks()).isEqualTo(1);
                assertThat(row.completionTokens()).isEqualTo(16);
                assertThat(row.warnings()).containsExactly(AnswerReader.TOKENS_IN_ONE_READ);
            });
            assertThat(server.connections()).as("no cut costs a connection").isEqualTo(1);
            assertThat(cell.rows()).extracting(RequestRecord::retries).containsOnly(0);
        }
    }

    @Test
    void a16ReadsAnAnswerThatArrivesByteByByte() {
        Reply reply = new Reply();
        String body = role() + content("h\u00e4") + finish("stop") + usage(5, 16) + DONE;
        String head = "HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\nContent-Length: "
                + body.getBytes(UTF_8).length + "\r\n\r\n";
        for (byte value : (head + body).getBytes(UTF_8)) {
            reply.bytes(new byte[] {value});
        }

        row("A16 byte by byte", reply, success().chunks(1).tokens(16).warnsOnly(AnswerReader.TOKENS_IN_ONE_READ))
                .check();
    }

    /** Returns a reply of pieces with a pause before each but the first. */
    private static Reply streamed(String... pieces) {
        Reply reply = new Reply().streamHead().chunk(pieces[0]);
        for (int i = 1; i < pieces.length; i++) {
            reply.pause(PAUSE).chunk(pieces[i]);
        }
        return reply.end();
    }
}
