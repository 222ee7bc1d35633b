package atlas.validation.client;

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

    /** Takes a copy of what was read. */
    void add(byte[] read, int offset, int length) {
        int taken = Math.min(length, START_LIMIT - startLength);
        if (taken > 0) {
            if (startLength + taken > start.length) {
                start = Arrays.copyOf(start, Math.min(START_LIMIT, Math.max(startLength + taken, 2 * start.length)));
            }
            System.arraycopy(read, offset, start, startLength, taken);
            startLength += taken;
        }
        if (taken < length) {
            addLater(read, offset + taken, length - taken);
        }
    }

    private void addLater(byte[] read, int offset, int length) {
        if (end.length == 0) {
            end = new byte[END_LIMIT];
        }
        int skipped = Math.max(0, length - END_LIMIT);
        int kept = length - skipped;
        int at = (int) ((later + skipped) % END_LIMIT);
        int upToTheEdge = Math.min(kept, END_LIMIT - at);
        System.arraycopy(read, offset + skipped, end, at, upToTheEdge);
        System.arraycopy(read, offset + skipped + upToTheEdge, end, 0, kept - upToTheEdge);
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
