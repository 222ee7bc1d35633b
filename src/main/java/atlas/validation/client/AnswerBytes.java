package atlas.validation.client;

import io.netty.buffer.ByteBuf;
import java.util.Arrays;

/**
 * Keeps the first and the last bytes of the answer on a connection as they came: status line, headers, the start of the
 * body, and how it ended. Buffers of one connection are used again for each request, so that an answer that succeeds
 * costs one copy of its bytes and no garbage. Used on the event loop of its channel only.
 */
final class AnswerBytes {

    static final int START_LIMIT = 16 << 10;
    static final int END_LIMIT = 4 << 10;

    private static final byte[] NOTHING = {};

    private byte[] start = new byte[1 << 10];
    private int startLength;

    /**
     * A ring, of which the byte at position {@code later % END_LIMIT} is written next; made when it is first needed.
     */
    private byte[] end = NOTHING;

    /** How many bytes came after those of the start. */
    private long later;

    /** Forgets the answer to the request before. */
    void clear() {
        startLength = 0;
        later = 0;
    }

    /** Takes what was read; the buffer's own position stays where it is. */
    void add(ByteBuf read) {
        int taken = Math.min(read.readableBytes(), START_LIMIT - startLength);
        if (taken > 0) {
            if (startLength + taken > start.length) {
                start = Arrays.copyOf(start, Math.min(START_LIMIT, Math.max(startLength + taken, 2 * start.length)));
            }
            read.getBytes(read.readerIndex(), start, startLength, taken);
            startLength += taken;
        }
        if (taken < read.readableBytes()) {
            addLater(read, read.readerIndex() + taken, read.readableBytes() - taken);
        }
    }

    private void addLater(ByteBuf read, int index, int length) {
        if (end.length == 0) {
            end = new byte[END_LIMIT];
        }
        int skipped = Math.max(0, length - END_LIMIT);
        int kept = length - skipped;
        int at = (int) ((later + skipped) % END_LIMIT);
        int upToTheEdge = Math.min(kept, END_LIMIT - at);
        read.getBytes(index + skipped, end, at, upToTheEdge);
        read.getBytes(index + skipped + upToTheEdge, end, 0, kept - upToTheEdge);
        later += length;
    }

    /** Returns a copy of what was kept. */
    RawAnswer copy() {
        return new RawAnswer(Arrays.copyOf(start, startLength), endInOrder(), startLength + later);
    }

    private byte[] endInOrder() {
        int kept = (int) Math.min(later, END_LIMIT);
        byte[] inOrder = new byte[kept];
        int from = (int) ((later - kept) % END_LIMIT);
        int upToTheEdge = Math.min(kept, END_LIMIT - from);
        System.arraycopy(end, kept == 0 ? 0 : from, inOrder, 0, upToTheEdge);
        System.arraycopy(end, 0, inOrder, upToTheEdge, kept - upToTheEdge);
        return inOrder;
    }
}
