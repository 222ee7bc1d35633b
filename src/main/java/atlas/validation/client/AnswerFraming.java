package atlas.validation.client;

import io.netty.handler.codec.http.HttpResponse;
import io.netty.handler.codec.http.HttpStatusClass;
import io.netty.handler.codec.http.HttpUtil;

/**
 * Finds the heads and bodies of answers in the bytes of one connection, as RFC 9112, sections 6 and 7, frames them: by
 * chunks, by a length, or by the end of the connection. Bodies are handed on as they come; nothing is copied or
 * allocated for a chunk, of which a stream has one or more for each token.
 */
final class AnswerFraming {

    /** How long the extensions of one chunk, and all trailers together, may be in bytes. Nobody reads them. */
    private static final int SKIPPED_LIMIT = 64 << 10;

    private static final int HEXADECIMAL = 16;

    private final Sink sink;
    private final HeadDecoder heads = new HeadDecoder();
    private Step step = Step.HEAD;

    /** Whether a byte of the head has come that is more than space before it. */
    private boolean inHead;

    private boolean lineIsEmpty;

    /** How many bytes are left of this chunk, or of the body where its length is known. */
    private long left;

    private boolean hasSize;
    private boolean returned;

    /** Whether the line before ended with a line feed alone. */
    private boolean untidy;

    private int skipped;

    /** Hears what is found. */
    interface Sink {

        /** Takes a head, also one that is informational and that another follows. */
        void onHead(HttpResponse head);

        /** Takes a piece of the body; the bytes are valid during the call only. */
        void onBody(byte[] bytes, int offset, int length);

        /** Takes note that the answer is whole. */
        void onWhole();

        /** Takes note that what came is not HTTP; nothing that follows is looked at. */
        void onGarbage(String what);
    }

    private enum Step {
        HEAD,
        LENGTH,
        CLOSE,
        SIZE,
        EXTENSION,
        DATA,
        AFTER_DATA,
        TRAILER,
        WHOLE,
        GARBAGE
    }

    AnswerFraming(Sink sink) {
        this.sink = sink;
    }

    /** Begins to look for the answer to the next request. */
    void expectAnswer() {
        step = Step.HEAD;
        inHead = false;
    }

    /** Tells whether the body of this answer ends where the connection does. */
    boolean endsWithConnection() {
        return step == Step.CLOSE;
    }

    /**
     * Takes the bytes of one read.
     *
     * @return the index of the first byte that belongs to no answer, which is the end if all do
     */
    int feed(byte[] bytes, int from, int to) {
        int at = from;
        while (at < to && step != Step.WHOLE) {
            switch (step) {
                case HEAD -> at = head(bytes, at, to);
                case LENGTH, DATA -> at = counted(bytes, at, to);
                case CLOSE -> {
                    sink.onBody(bytes, at, to - at);
                    at = to;
                }
                case GARBAGE, WHOLE -> at = to;
                case SIZE, EXTENSION, AFTER_DATA, TRAILER -> between(bytes[at++]);
            }
        }
        return at;
    }

    private int head(byte[] bytes, int from, int to) {
        int end = endOfHead(bytes, from, to);
        HttpResponse head = heads.decode(bytes, from, end - from);
        if (head != null) {
            inHead = false;
            begin(head);
        }
        return end;
    }

    /** Returns the index behind the empty line that ends a head, or the end of the read. */
    private int endOfHead(byte[] bytes, int from, int to) {
        for (int i = from; i < to; i++) {
            byte value = bytes[i];
            if (value == '\n') {
                if (inHead && lineIsEmpty) {
                    return i + 1;
                }
                lineIsEmpty = true;
            } else if (value != '\r') {
                inHead |= (value & 0xFF) > ' ';
                lineIsEmpty = false;
            }
        }
        return to;
    }

    private void begin(HttpResponse head) {
        if (head.decoderResult().isFailure()) {
            garbage(String.valueOf(head.decoderResult().cause().getMessage()));
            return;
        }
        sink.onHead(head);
        if (head.status().codeClass() == HttpStatusClass.INFORMATIONAL) {
            return;
        }
        if (!heads.bodyFollows()) {
            whole();
        } else if (HttpUtil.isTransferEncodingChunked(head)) {
            beginChunk();
        } else {
            left = HttpUtil.getContentLength(head, -1L);
            step = left < 0 ? Step.CLOSE : Step.LENGTH;
        }
    }

    private int counted(byte[] bytes, int from, int to) {
        int length = (int) Math.min(left, to - from);
        left -= length;
        sink.onBody(bytes, from, length);
        if (left == 0 && step == Step.DATA) {
            step = Step.AFTER_DATA;
        } else if (left == 0) {
            whole();
        }
        return from + length;
    }

    private void beginChunk() {
        step = Step.SIZE;
        left = 0;
        hasSize = false;
        skipped = 0;
    }

    /**
     * Takes a byte of the lines around chunks, which end with CRLF. A line feed alone does where it always does: else a
     * chunk that is shorter than it says might pass.
     */
    private void between(byte value) {
        if (value == '\n' && (returned || untidy || step != Step.AFTER_DATA)) {
            untidy = !returned;
            returned = false;
            endOfLine();
        } else if (returned) {
            misplaced(value);
        } else if (value == '\r') {
            returned = true;
        } else if (step == Step.SIZE) {
            size(value);
        } else if (step == Step.AFTER_DATA) {
            misplaced(value);
        } else {
            lineIsEmpty = false;
            if (++skipped > SKIPPED_LIMIT) {
                garbage("more than " + SKIPPED_LIMIT + " bytes of extensions or trailers stand around its chunks");
            }
        }
    }

    private void size(byte value) {
        int digit = Character.digit(value, HEXADECIMAL);
        if (digit >= 0) {
            hasSize = true;
            left = left * HEXADECIMAL + digit;
            if (left > Integer.MAX_VALUE) {
                garbage("a chunk of the body says that it is larger than 2 GiB");
            }
        } else if (hasSize && (value == ';' || value == ' ' || value == '\t')) {
            step = Step.EXTENSION;
        } else {
            misplaced(value);
        }
    }

    private void endOfLine() {
        if (step == Step.AFTER_DATA) {
            beginChunk();
        } else if (step == Step.TRAILER && lineIsEmpty) {
            whole();
        } else if (step == Step.TRAILER) {
            lineIsEmpty = true;
        } else if (hasSize) {
            lineIsEmpty = true;
            step = left == 0 ? Step.TRAILER : Step.DATA;
        } else {
            misplaced((byte) '\n');
        }
    }

    private void misplaced(byte value) {
        String expected = step == Step.AFTER_DATA ? "the end of one should" : "the size of one or its end should";
        garbage("the body comes in chunks, and " + shown(value) + " stands where " + expected);
    }

    private static String shown(byte value) {
        return value > ' ' && value < 0x7F ? "'" + (char) value + "'" : "byte 0x%02x".formatted(value & 0xFF);
    }

    private void whole() {
        step = Step.WHOLE;
        sink.onWhole();
    }

    private void garbage(String what) {
        step = Step.GARBAGE;
        sink.onGarbage(what);
    }
}
