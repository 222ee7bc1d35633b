package atlas.validation.stream;

import java.util.Arrays;

/** Time stamps in order, without a box for each. */
final class StampList {

    private long[] stamps = new long[64];
    private int size;

    void add(long stamp) {
        if (size == stamps.length) {
            stamps = Arrays.copyOf(stamps, 2 * size);
        }
        stamps[size++] = stamp;
    }

    int size() {
        return size;
    }

    long[] toArray() {
        return Arrays.copyOf(stamps, size);
    }
}
