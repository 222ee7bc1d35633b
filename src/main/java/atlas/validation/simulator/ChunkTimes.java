package atlas.validation.simulator;

import java.util.Arrays;

/** Collects when chunks were written and how many tokens each had. Used by one thread. */
final class ChunkTimes {

    private static final int FIRST_CAPACITY = 64;

    private long[] nanos = new long[FIRST_CAPACITY];
    private int[] tokens = new int[FIRST_CAPACITY];
    private int size;

    void add(long atNanos, int count) {
        if (size == nanos.length) {
            nanos = Arrays.copyOf(nanos, 2 * size);
            tokens = Arrays.copyOf(tokens, 2 * size);
        }
        nanos[size] = atNanos;
        tokens[size] = count;
        size++;
    }

    boolean isEmpty() {
        return size == 0;
    }

    long first() {
        return nanos[0];
    }

    long last() {
        return nanos[size - 1];
    }

    int totalTokens() {
        return Arrays.stream(tokens, 0, size).sum();
    }

    long[] nanos() {
        return Arrays.copyOf(nanos, size);
    }

    int[] tokens() {
        return Arrays.copyOf(tokens, size);
    }
}
