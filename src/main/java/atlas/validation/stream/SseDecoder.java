package atlas.validation.stream;

import static java.util.Objects.requireNonNull;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/**
 * Splits the bytes of a stream into events, as the WHATWG HTML standard, section 9.2.6, interprets an event stream:
 * lines end with LF, CR or CRLF, also across reads; a byte order mark, comments and unknown fields are skipped. Two
 * things are more lenient than the standard: an event that the end of the body cuts off before its blank line is handed
 * on, and marked as not terminated; and a field {@code error} makes an event of that type, with its value as the data.
 *
 * <p>Takes linear time, and memory within twice the largest event that is accepted. Not safe for use by several
 * threads.
 *
 * <pre>{@code
 * SseDecoder decoder = new SseDecoder(listener);
 * while (read(buffer)) {
 *     decoder.feed(buffer, 0, length, stampOfThatRead);
 * }
 * decoder.end();
 * }</pre>
 */
public final class SseDecoder {

    /** The largest event that is accepted unless told otherwise: 64 MiB. */
    public static final int DEFAULT_LIMIT = 64 << 20;

    /** The type of an event that tells an error. */
    static final String ERROR_TYPE = "error";

    private static final byte[] BYTE_ORDER_MARK = {(byte) 0xEF, (byte) 0xBB, (byte) 0xBF};
    private static final byte[] DATA = "data".getBytes(StandardCharsets.US_ASCII);
    private static final byte[] EVENT = "event".getBytes(StandardCharsets.US_ASCII);

    /** Where llama.cpp, until the end of 2025, wrote the error of a stream: a field that the standard does not have. */
    private static final byte[] ERROR = ERROR_TYPE.getBytes(StandardCharsets.US_ASCII);

    private static final VarHandle EIGHT_BYTES =
            MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);
    private static final long ONES = 0x0101010101010101L;
    private static final long TOP_BITS = 0x8080808080808080L;
    private static final long LINE_FEEDS = 0x0A0A0A0A0A0A0A0AL;
    private static final long CARRIAGE_RETURNS = 0x0D0D0D0D0D0D0D0DL;

    private final SseListener listener;
    private final int limit;
    private final ByteBuilder line = new ByteBuilder();
    private final ByteBuilder data = new ByteBuilder();
    private @Nullable String type;
    private boolean hasData;
    private boolean firstLine = true;
    private boolean skipLineFeed;
    private boolean closed;
    private long lastStamp;

    public SseDecoder(SseListener listener) {
        this(listener, DEFAULT_LIMIT);
    }

    /** Creates a decoder that accepts events, and single lines, of up to so many bytes. */
    public SseDecoder(SseListener listener, int limitBytes) {
        this.listener = requireNonNull(listener, "listener is null");
        if (limitBytes < 1) {
            throw new IllegalArgumentException("limitBytes must be positive, got [" + limitBytes + "]");
        }
        this.limit = limitBytes;
    }

    /** Takes the bytes of one read with its stamp, and hands on every event that they complete. */
    public void feed(byte[] bytes, int offset, int length, long stampNanos) {
        if (closed || length == 0) {
            return;
        }
        lastStamp = stampNanos;
        int end = offset + length;
        int from = offset;
        if (skipLineFeed) {
            skipLineFeed = false;
            if (bytes[from] == '\n') {
                from++;
            }
        }
        for (int at = endOfLine(bytes, from, end); at < end; at = endOfLine(bytes, from, end)) {
            endLine(bytes, from, at);
            if (closed) {
                return;
            }
            from = at + 1;
            if (bytes[at] == '\r') {
                if (from == end) {
                    skipLineFeed = true;
                } else if (bytes[from] == '\n') {
                    from++;
                }
            }
        }
        keep(bytes, from, end);
    }

    /** Returns the index of the first LF or CR, or the end. Looks at eight bytes at a time, as lines are long. */
    private static int endOfLine(byte[] bytes, int from, int end) {
        int at = from;
        while (at + Long.BYTES <= end && !hasLineEnd((long) EIGHT_BYTES.get(bytes, at))) {
            at += Long.BYTES;
        }
        while (at < end && bytes[at] != '\n' && bytes[at] != '\r') {
            at++;
        }
        return at;
    }

    private static boolean hasLineEnd(long eight) {
        return (withZeroMarked(eight ^ LINE_FEEDS) | withZeroMarked(eight ^ CARRIAGE_RETURNS)) != 0;
    }

    /** Sets a bit if a byte is zero: only then does taking one from it borrow although its own top bit is clear. */
    private static long withZeroMarked(long eight) {
        return (eight - ONES) & ~eight & TOP_BITS;
    }

    /** Takes note of the end of the body, and hands on what it cut off. */
    public void end() {
        if (closed) {
            return;
        }
        if (line.size() > 0) {
            endLine(line.array(), 0, 0);
        }
        if (!closed && hasData) {
            dispatch(false);
        }
        closed = true;
    }

    private void keep(byte[] bytes, int from, int to) {
        if (exceedsLimit((long) line.size() + to - from)) {
            return;
        }
        line.append(bytes, from, to);
    }

    private boolean exceedsLimit(long size) {
        if (size <= limit) {
            return false;
        }
        closed = true;
        line.clear();
        data.clear();
        listener.onEventTooLarge(limit, lastStamp);
        return true;
    }

    /** Ends a line that consists of the kept bytes, if any, and of a range of this read. */
    private void endLine(byte[] bytes, int from, int to) {
        if (line.size() == 0) {
            takeLine(bytes, from, to);
            return;
        }
        keep(bytes, from, to);
        if (!closed) {
            takeLine(line.array(), 0, line.size());
            line.clear();
        }
    }

    private void takeLine(byte[] bytes, int start, int to) {
        int from = start;
        if (firstLine) {
            firstLine = false;
            if (startsWith(bytes, from, to, BYTE_ORDER_MARK)) {
                from += BYTE_ORDER_MARK.length;
            }
        }
        if (from == to) {
            endEvent();
        } else if (bytes[from] == ':') {
            listener.onComment(lastStamp);
        } else if (isField(bytes, from, to, DATA)) {
            takeData(bytes, valueStart(bytes, from + DATA.length, to), to);
        } else if (isField(bytes, from, to, EVENT)) {
            int value = valueStart(bytes, from + EVENT.length, to);
            type = new String(bytes, value, to - value, StandardCharsets.UTF_8);
        } else if (isField(bytes, from, to, ERROR)) {
            type = ERROR_TYPE;
            takeData(bytes, valueStart(bytes, from + ERROR.length, to), to);
        }
    }

    private void takeData(byte[] bytes, int from, int to) {
        if (exceedsLimit((long) data.size() + to - from)) {
            return;
        }
        if (hasData) {
            data.append((byte) '\n');
        }
        hasData = true;
        data.append(bytes, from, to);
    }

    private void endEvent() {
        if (hasData) {
            dispatch(true);
        }
        type = null;
    }

    private void dispatch(boolean terminated) {
        byte[] bytes = data.toArray();
        data.clear();
        hasData = false;
        listener.onEvent(new SseEvent(type, bytes, lastStamp, terminated));
    }

    /** Tells whether a line is a field of this name: the name alone, or the name and a colon. */
    private static boolean isField(byte[] bytes, int from, int to, byte[] name) {
        int after = from + name.length;
        return startsWith(bytes, from, to, name) && (after == to || bytes[after] == ':');
    }

    private static int valueStart(byte[] bytes, int afterName, int to) {
        int value = Math.min(afterName + 1, to);
        return value < to && bytes[value] == ' ' ? value + 1 : value;
    }

    private static boolean startsWith(byte[] bytes, int from, int to, byte[] prefix) {
        if (to - from < prefix.length) {
            return false;
        }
        for (int i = 0; i < prefix.length; i++) {
            if (bytes[from + i] != prefix[i]) {
                return false;
            }
        }
        return true;
    }
}
