package atlas.validation.client;

import org.jspecify.annotations.Nullable;

/**
 * Counts delays in classes of growing width, eight to each doubling, so that hours of them take no more room than
 * seconds: a percentile is at most an eighth too high. Safe for use by several threads.
 */
final class LagHistogram {

    private static final int CLASSES_PER_DOUBLING_BITS = 3;
    private static final int CLASSES = 64 << CLASSES_PER_DOUBLING_BITS;
    private static final double NANOS_PER_MILLI = 1e6;

    private final long[] counts = new long[CLASSES];
    private long size;
    private long longest;

    /** Takes a delay in nanoseconds; an event that was early counts as punctual. */
    synchronized void add(long nanos) {
        long delay = Math.max(0, nanos);
        counts[classOf(delay)]++;
        size++;
        longest = Math.max(longest, delay);
    }

    synchronized long size() {
        return size;
    }

    /** Returns the longest delay in milliseconds, null without any. */
    synchronized @Nullable Double longestMillis() {
        return size == 0 ? null : (Double) (longest / NANOS_PER_MILLI);
    }

    /** Returns a percentile in milliseconds, null without any delay: the upper end of its class. */
    synchronized @Nullable Double percentileMillis(double percent) {
        if (size == 0) {
            return null;
        }
        long wanted = Math.max(1, (long) Math.ceil(percent / 100 * size));
        long seen = 0;
        int at = -1;
        while (seen < wanted) {
            seen += counts[++at];
        }
        return Math.min(longest, upperEnd(at)) / NANOS_PER_MILLI;
    }

    private static int classOf(long delay) {
        if (delay < 1 << CLASSES_PER_DOUBLING_BITS) {
            return (int) delay;
        }
        int shift = 63 - Long.numberOfLeadingZeros(delay) - CLASSES_PER_DOUBLING_BITS;
        return (shift << CLASSES_PER_DOUBLING_BITS) + (int) (delay >>> shift);
    }

    private static long upperEnd(int ofClass) {
        if (ofClass < 1 << CLASSES_PER_DOUBLING_BITS) {
            return ofClass;
        }
        int shift = (ofClass >> CLASSES_PER_DOUBLING_BITS) - 1;
        long mantissa = ofClass - ((long) shift << CLASSES_PER_DOUBLING_BITS);
        return ((mantissa + 1) << shift) - 1;
    }
}
