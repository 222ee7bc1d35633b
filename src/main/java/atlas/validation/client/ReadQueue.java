package atlas.validation.client;

import io.netty.buffer.ByteBuf;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.Executor;

/**
 * Keeps what the sockets of one event loop have read, each read with its stamp, and hands it on in a task behind the
 * sockets that are ready now. Else the stamp of the last of many ready streams would contain the decoding of all the
 * others. Used on that event loop only.
 */
final class ReadQueue {

    private static final int FIRST_SIZE = 64 << 10;

    /** A larger buffer, which only a flood needs, is given up after it. */
    private static final int LARGEST_KEPT = 4 << 20;

    /** Whoever understands what one connection reads. One that throws is told so, and holds up none of the others. */
    interface Taker {

        /** Takes the bytes of one read, which are valid during the call only. */
        void take(byte[] bytes, int offset, int length, long stampNanos);

        /** Is told once all has been handed on that was read in one go. */
        void taken();

        /** Takes note that nothing more will be read. */
        void ended(long stampNanos);

        /** Takes note that it could not take what was read. */
        void failed(Throwable cause);
    }

    private final Executor loop;
    private final SocketBuffer socketBuffer = new SocketBuffer();
    private final Runnable drain = this::drain;
    private final List<Taker> takers = new ArrayList<>();
    private final List<Read> reads = new ArrayList<>();
    private byte[] bytes = new byte[FIRST_SIZE];
    private int filled;

    /** Where one read stands, or that its connection has ended; used again and again. */
    private static final class Read {

        private int offset;
        private int length;
        private long stampNanos;
        private boolean end;
    }

    /** @param loop runs a task on the event loop, behind what that is doing */
    ReadQueue(Executor loop) {
        this.loop = loop;
    }

    /** Returns the buffer that sockets of this event loop may read into, since a copy of what was read is kept here. */
    SocketBuffer socketBuffer() {
        return socketBuffer;
    }

    /** Takes a copy of what was read. */
    void add(Taker taker, ByteBuf read, long stampNanos) {
        int length = read.readableBytes();
        if (filled + length > bytes.length) {
            bytes = Arrays.copyOf(bytes, Math.max(filled + length, 2 * bytes.length));
        }
        read.readBytes(bytes, filled, length);
        add(taker, length, stampNanos, false);
        filled += length;
    }

    /** Takes note that a connection has ended, behind what was read from it. */
    void addEnd(Taker taker, long stampNanos) {
        add(taker, 0, stampNanos, true);
    }

    private void add(Taker taker, int length, long stampNanos, boolean end) {
        if (takers.isEmpty()) {
            loop.execute(drain);
        }
        if (takers.size() == reads.size()) {
            reads.add(new Read());
        }
        Read read = reads.get(takers.size());
        read.offset = filled;
        read.length = length;
        read.stampNanos = stampNanos;
        read.end = end;
        takers.add(taker);
    }

    private void drain() {
        try {
            for (int i = 0; i < takers.size(); i++) {
                Taker taker = takers.get(i);
                try {
                    handOn(i, taker);
                } catch (RuntimeException | Error fault) {
                    taker.failed(fault);
                }
            }
        } finally {
            takers.clear();
            filled = 0;
            if (bytes.length > LARGEST_KEPT) {
                bytes = new byte[FIRST_SIZE];
            }
        }
    }

    private void handOn(int index, Taker taker) {
        Read read = reads.get(index);
        if (read.end) {
            taker.ended(read.stampNanos);
            return;
        }
        taker.take(bytes, read.offset, read.length, read.stampNanos);
        if (index + 1 == takers.size() || !takers.get(index + 1).equals(taker)) {
            taker.taken();
        }
    }
}
