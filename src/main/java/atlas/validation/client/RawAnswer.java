package atlas.validation.client;

import static java.util.Objects.requireNonNull;

/**
 * What is kept of the bytes of an answer: how it began and, where it was longer than that, how it ended.
 *
 * @param start status line, headers and the start of the body as they came; empty if no byte came. The array is not
 *     copied
 * @param end the last bytes of an answer that was longer than {@code start}, none of which is in it; else empty. The
 *     array is not copied
 * @param length how many bytes came in all
 */
public record RawAnswer(byte[] start, byte[] end, long length) {

    /** Not one byte. */
    public static final RawAnswer NONE = new RawAnswer(new byte[0], new byte[0], 0);

    public RawAnswer {
        requireNonNull(start, "start is null");
        requireNonNull(end, "end is null");
    }

    public boolean isEmpty() {
        return start.length == 0;
    }
}
