package atlas.validation.client;

import io.netty.buffer.ByteBuf;
import java.util.Arrays;

/**
 * Keeps the first bytes of the answer on a connection as they came: status line, headers, the start of the body. One
 * buffer per connection, used again for each request, so that an answer that succeeds costs one copy of a few thousand
 * bytes and no garbage. Used on the event loop of its channel only.
 */
final class AnswerStart {

    static final int LIMIT = 16 << 10;

    private byte[] bytes = new byte[1 << 10];
    private int length;

    /** Forgets the answer to the request before. */
    void clear() {
        length = 0;
    }

    /** Takes what was read, up to the limit; the buffer's own position stays where it is. */
    void add(ByteBuf read) {
        int taken = Math.min(read.readableBytes(), LIMIT - length);
        if (taken <= 0) {
            return;
        }
        if (length + taken > bytes.length) {
            bytes = Arrays.copyOf(bytes, Math.min(LIMIT, Math.max(length + taken, 2 * bytes.length)));
        }
        read.getBytes(read.readerIndex(), bytes, length, taken);
        length += taken;
    }

    /** Returns a copy of the bytes so far. */
    byte[] copy() {
        return Arrays.copyOf(bytes, length);
    }
}
