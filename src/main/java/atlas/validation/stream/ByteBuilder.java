package atlas.validation.stream;

import java.util.Arrays;

/** Bytes that grow. Appending takes amortized constant time per byte. */
final class ByteBuilder {

    private static final int INITIAL = 256;

    /** What is kept for the next event; a rare giant must not hold its memory for the rest of the stream. */
    private static final int KEPT = 1 << 16;

    private byte[] bytes = new byte[INITIAL];
    private int size;

    void append(byte[] source, int from, int to) {
        int length = to - from;
        reserve(length);
        System.arraycopy(source, from, bytes, size, length);
        size += length;
    }

    void append(byte value) {
        reserve(1);
        bytes[size++] = value;
    }

    private void reserve(int length) {
        if (length > bytes.length - size) {
            long doubled = Math.max(2L * bytes.length, (long) size + length);
            bytes = Arrays.copyOf(bytes, (int) Math.min(doubled, Integer.MAX_VALUE - 8));
        }
    }

    /** Returns the backing array, of which the first {@link #size()} bytes count. */
    byte[] array() {
        return bytes;
    }

    int size() {
        return size;
    }

    byte[] toArray() {
        return Arrays.copyOf(bytes, size);
    }

    void clear() {
        size = 0;
        if (bytes.length > KEPT) {
            bytes = new byte[INITIAL];
        }
    }
}
