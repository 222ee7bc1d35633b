package atlas.validation.client;

import static atlas.validation.client.WireRow.fails;
import static atlas.validation.client.WireRow.row;
import static atlas.validation.client.WireRow.success;
import static atlas.validation.testing.ChatEvents.DONE;
import static atlas.validation.testing.ChatEvents.content;
import static atlas.validation.testing.ChatEvents.error;
import static atlas.validation.testing.ChatEvents.finish;
import static atlas.validation.testing.ChatEvents.usage;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import atlas.validation.record.Outcome;
import atlas.validation.testing.Gzip;
import atlas.validation.testing.Reply;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.Arrays;
import java.util.stream.Stream;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Streams that come compressed: where their pieces end, and what stands behind them. */
@Timeout(120)
class CompressedStreamsOverTheWireIT {

    private static final Duration PAUSE = Duration.ofMillis(30);
    private static final String HEAD = "HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\nContent-Encoding: gzip";
    private static final String END = finish("stop") + usage(5, 2) + DONE;

    @ParameterizedTest(name = "{0}")
    @MethodSource({"pieces", "ends"})
    void ends(WireRow row) {
        row.check();
    }

    static Stream<WireRow> pieces() {
        return Stream.of(
                row(
                        "a member of its own for each event, RFC 1952 section 2.2",
                        whole(joined(Gzip.of(content("a")), Gzip.of(content("b")), Gzip.of(END))),
                        two()),
                row(
                        "an event that goes from one member into the next",
                        whole(joined(
                                Gzip.of("data: {\"choices\":[{\"delta\":{\"con"),
                                Gzip.of("tent\":\"a\"}}]}\n\n"),
                                Gzip.of(END))),
                        success().chunks(1)),
                row(
                        "a compressor that is flushed behind each event, which so keeps its time",
                        flushed(content("a"), content("b"), END),
                        two().and(played -> {
                            assertThat(played.row().chunkGapsMs()[0]).isPositive();
                            assertThat(played.row().tpotMs()).isPositive();
                        })),
                row(
                        "an empty member before the first",
                        whole(joined(Gzip.of(""), Gzip.of(content("a") + content("b") + END))),
                        two()));
    }

    /** The stream ends with [DONE], wherever its compression does. */
    static Stream<WireRow> ends() {
        byte[] packed = Gzip.of(content("a") + content("b") + END);
        return Stream.of(
                row("no checksum behind [DONE]", whole(Arrays.copyOf(packed, packed.length - 8)), two()),
                row(
                        "zeros behind the last member, as of a block that is filled up",
                        whole(joined(packed, new byte[64])),
                        two()),
                row(
                        "an error within",
                        whole(Gzip.of(content("a") + error("x") + DONE)),
                        fails(Outcome.IN_STREAM_ERROR).chunks(1).error("x")),
                row(
                        "nothing",
                        whole(Gzip.of("")),
                        fails(Outcome.INCOMPLETE_STREAM).noTtft()),
                row(
                        "not even a header",
                        whole(new byte[0]),
                        fails(Outcome.INCOMPLETE_STREAM).noTtft()),
                row(
                        "a body that breaks off before any sign of an end",
                        new Reply()
                                .head(HEAD, "Transfer-Encoding: chunked")
                                .bytes(chunk(Gzip.of(content("a").repeat(50))))
                                .end(),
                        fails(Outcome.INCOMPLETE_STREAM).chunks(50)));
    }

    private static WireRow.Expected two() {
        return success().chunks(2).tokens(2).warns(RequestRows.COMPRESSED);
    }

    private static Reply whole(byte[] body) {
        return new Reply().head(HEAD, "Content-Length: " + body.length).bytes(body);
    }

    private static Reply flushed(String... events) {
        Reply reply = new Reply().head(HEAD, "Transfer-Encoding: chunked");
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (GZIPOutputStream out = new GZIPOutputStream(bytes, 512, true)) {
            for (String event : events) {
                out.write(event.getBytes(UTF_8));
                out.flush();
                reply.bytes(chunk(bytes.toByteArray())).pause(PAUSE);
                bytes.reset();
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return reply.bytes(chunk(bytes.toByteArray())).end();
    }

    private static byte[] chunk(byte[] body) {
        return joined((Integer.toHexString(body.length) + "\r\n").getBytes(UTF_8), body, "\r\n".getBytes(UTF_8));
    }

    private static byte[] joined(byte[]... parts) {
        ByteArrayOutputStream all = new ByteArrayOutputStream();
        for (byte[] part : parts) {
            all.writeBytes(part);
        }
        return all.toByteArray();
    }
}
