package atlas.validation.simulator;

import static java.nio.charset.StandardCharsets.US_ASCII;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;

/** The bytes of an answer, made once and sent many times. */
final class NullTokens {

    private static final String HEAD =
            "HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\nCache-Control: no-cache\r\n"
                    + "Transfer-Encoding: chunked\r\n\r\n";

    private static final String EVENT = "{\"id\":\"chatcmpl-0123456789abcdef\",\"object\":\"chat.completion.chunk\","
            + "\"created\":1760000000,\"model\":\"null\",\"choices\":[";

    private final ByteBuf first = fixed(HEAD + chunk(delta("{\"content\":\" word\"}", "null")));
    private final ByteBuf next = fixed(chunk(delta("{\"content\":\" word\"}", "null")));

    /** Returns the head of the answer and its first token; the caller's write releases it. */
    ByteBuf first() {
        return first.duplicate();
    }

    /** Returns any token but the first. */
    ByteBuf next() {
        return next.duplicate();
    }

    /** Returns what follows the last token: the finish, the usage with the truth, and the end of the body. */
    ByteBuf end(long firstTokenMicros, int tokens) {
        String usage = EVENT + "],\"usage\":{\"prompt_tokens\":" + firstTokenMicros + ",\"completion_tokens\":" + tokens
                + ",\"total_tokens\":" + (firstTokenMicros + tokens) + "}}";
        return Unpooled.wrappedBuffer((chunk(delta("{}", "\"length\""))
                        + chunk("data: " + usage + "\n\n")
                        + chunk("data: [DONE]\n\n")
                        + "0\r\n\r\n")
                .getBytes(US_ASCII));
    }

    private static String delta(String delta, String finishReason) {
        return "data: " + EVENT + "{\"index\":0,\"delta\":" + delta + ",\"finish_reason\":" + finishReason + "}]}\n\n";
    }

    private static String chunk(String body) {
        return Integer.toHexString(body.length()) + "\r\n" + body + "\r\n";
    }

    private static ByteBuf fixed(String text) {
        byte[] bytes = text.getBytes(US_ASCII);
        return Unpooled.unreleasableBuffer(Unpooled.directBuffer(bytes.length).writeBytes(bytes));
    }
}
