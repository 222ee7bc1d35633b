package atlas.validation.stream;

import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/**
 * Tells by its first visible byte what a body is, whatever its content type says, and hands an event stream on to the
 * decoder.
 */
final class BodySniffer {

    /** What is kept of a body that is no event stream, to quote from it. */
    private static final int KEPT = 64 << 10;

    /** Beyond this, the rest of a body that is no event stream is not worth waiting for. */
    private static final int PATIENCE = 1 << 20;

    private enum Kind {
        NOTHING_YET,
        EVENTS,
        /** One JSON value, or one a line: an answer, or an error, that is no event stream. */
        JSON,
        /** A page for people. */
        MARKUP
    }

    private final SseDecoder decoder;
    private final ByteBuilder beginning = new ByteBuilder();

    /** The last bytes of a body of JSON that is longer than its beginning: of lines, the last may tell an error. */
    private final ByteBuilder ending = new ByteBuilder();

    private Kind kind = Kind.NOTHING_YET;
    private long foreignBytes;
    private boolean commentSeen;
    private boolean eventSeen;

    BodySniffer(SseDecoder decoder) {
        this.decoder = decoder;
    }

    void feed(byte[] bytes, int offset, int length, long stampNanos) {
        if (kind == Kind.NOTHING_YET) {
            kind = kindOf(bytes, offset, offset + length);
        }
        if (!eventSeen) {
            int kept = Math.min(length, KEPT - beginning.size());
            beginning.append(bytes, offset, offset + kept);
        }
        if (kind == Kind.NOTHING_YET || kind == Kind.EVENTS) {
            decoder.feed(bytes, offset, length, stampNanos);
        } else {
            foreignBytes += length;
            if (kind == Kind.JSON && foreignBytes > beginning.size()) {
                keepEnding(bytes, offset, length);
            }
        }
    }

    private void keepEnding(byte[] bytes, int offset, int length) {
        int kept = Math.min(length, KEPT);
        if (ending.size() + kept > 2 * KEPT) {
            byte[] before = ending.toArray();
            ending.clear();
            ending.append(before, before.length - KEPT, before.length);
        }
        ending.append(bytes, offset + length - kept, offset + length);
    }

    void end() {
        decoder.end();
    }

    void sawComment() {
        commentSeen = true;
    }

    void sawEvent() {
        eventSeen = true;
    }

    /** Tells whether so much came of a body that is no event stream that its end need not be waited for. */
    boolean isTooLong() {
        return foreignBytes > PATIENCE;
    }

    /** Tells whether the body is JSON instead of a stream of events. */
    boolean isBlocking() {
        return kind == Kind.JSON;
    }

    /** Returns the error that such a body carries, null if none. */
    @Nullable
    String blockingError() {
        if (!isBlocking()) {
            return null;
        }
        String error = ChunkParser.errorOfBody(beginning().replaceFirst("^[\\uFEFF\\s]+", ""));
        String end = new String(ending.toArray(), StandardCharsets.UTF_8);
        return error == null ? ChunkParser.errorOfBody(end.substring(end.indexOf('\n') + 1)) : error;
    }

    /** Tells whether the body has content and nothing of it is an event stream. */
    boolean isForeign() {
        return kind == Kind.MARKUP || (kind == Kind.EVENTS && !eventSeen && !commentSeen);
    }

    /** Returns how a body begins that is no event stream. */
    String beginning() {
        return new String(beginning.toArray(), StandardCharsets.UTF_8);
    }

    private static Kind kindOf(byte[] bytes, int from, int to) {
        for (int at = from; at < to; at++) {
            switch (bytes[at]) {
                case ' ', '\t', '\r', '\n', (byte) 0xEF, (byte) 0xBB, (byte) 0xBF -> {}
                case '{', '[' -> {
                    return Kind.JSON;
                }
                case '<' -> {
                    return Kind.MARKUP;
                }
                default -> {
                    return Kind.EVENTS;
                }
            }
        }
        return Kind.NOTHING_YET;
    }
}
