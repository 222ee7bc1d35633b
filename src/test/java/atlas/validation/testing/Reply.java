package atlas.validation.testing;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.ByteArrayOutputStream;
import java.net.URI;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;

/**
 * What a {@link ScriptedServer} does for one request, byte by byte and in order. Each {@code bytes} is one write, so
 * that a script decides how an answer is cut.
 *
 * <pre>{@code
 * new Reply().streamHead().chunk(content("a")).pause(Duration.ofMillis(20)).chunk(DONE).end()
 * }</pre>
 */
public final class Reply {

    private final List<Step> steps = new ArrayList<>();

    /** One thing to do. */
    sealed interface Step {

        record Write(byte[] bytes) implements Step {}

        record Pause(Duration duration) implements Step {}

        record Hold(CountDownLatch gate) implements Step {}

        record Tunnel(int port) implements Step {}

        record Close() implements Step {}

        record Reset() implements Step {}
    }

    /** Returns the reply that streams these events at once, with chunked encoding and a proper end. */
    public static Reply stream(String... events) {
        Reply reply = new Reply().streamHead();
        for (String event : events) {
            reply.chunk(event);
        }
        return reply.end();
    }

    /** Returns a whole reply with a status and a JSON body. */
    public static Reply json(int status, String body) {
        return new Reply().whole(status, "Content-Type: application/json\r\n", body);
    }

    /** Writes a whole answer; each of the header lines ends with CRLF. */
    public Reply whole(int status, String headerLines, String body) {
        byte[] content = body.getBytes(UTF_8);
        byte[] head = "HTTP/1.1 %d Status\r\n%sContent-Length: %d\r\n\r\n"
                .formatted(status, headerLines, content.length)
                .getBytes(ISO_8859_1);
        ByteArrayOutputStream all = new ByteArrayOutputStream();
        all.writeBytes(head);
        all.writeBytes(content);
        return bytes(all.toByteArray());
    }

    /** Writes the head of an event stream in chunked encoding. */
    public Reply streamHead() {
        return head("HTTP/1.1 200 OK", "Content-Type: text/event-stream", "Transfer-Encoding: chunked");
    }

    /** Writes a status line and headers. */
    public Reply head(String... lines) {
        return bytes((String.join("\r\n", lines) + "\r\n\r\n").getBytes(ISO_8859_1));
    }

    /** Writes one chunk of chunked encoding. */
    public Reply chunk(String text) {
        byte[] content = text.getBytes(UTF_8);
        ByteArrayOutputStream all = new ByteArrayOutputStream();
        all.writeBytes((Integer.toHexString(content.length) + "\r\n").getBytes(ISO_8859_1));
        all.writeBytes(content);
        all.writeBytes("\r\n".getBytes(ISO_8859_1));
        return bytes(all.toByteArray());
    }

    /** Writes the end of chunked encoding. */
    public Reply end() {
        return text("0\r\n\r\n");
    }

    public Reply text(String text) {
        return bytes(text.getBytes(UTF_8));
    }

    public Reply bytes(byte[] bytes) {
        return add(new Step.Write(bytes));
    }

    public Reply pause(Duration duration) {
        return add(new Step.Pause(duration));
    }

    /** Waits until a test opens the gate. */
    public Reply hold(CountDownLatch gate) {
        return add(new Step.Hold(gate));
    }

    /** Does as a proxy that was asked for a tunnel to this server: passes bytes both ways until one side ends. */
    public Reply tunnelTo(URI server) {
        return head("HTTP/1.1 200 Connection established").add(new Step.Tunnel(server.getPort()));
    }

    /** Closes the connection in order. */
    public Reply close() {
        return add(new Step.Close());
    }

    /** Closes the connection with a reset. */
    public Reply reset() {
        return add(new Step.Reset());
    }

    private Reply add(Step step) {
        steps.add(step);
        return this;
    }

    List<Step> steps() {
        return List.copyOf(steps);
    }
}
