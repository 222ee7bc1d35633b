package atlas.validation.simulator;

/** Draws numbers that depend on a seed and a position alone, so that no draw depends on the order of others. */
final class Seeds {

    private static final long GOLDEN_GAMMA = 0x9E3779B97F4A7C15L;

    private Seeds() {}

    /** Mixes a position into a seed; the finalizer of SplitMix64 (Steele, Lea, Flood 2014). */
    static long mix(long seed, long position) {
        long z = seed + (position + 1) * GOLDEN_GAMMA;
        z = (z ^ (z >>> 30)) * 0xBF58476D1CE4E5B9L;
        z = (z ^ (z >>> 27)) * 0x94D049BB133111EBL;
        return z ^ (z >>> 31);
    }

    /** Returns a number from 0 to {@code bound − 1}. */
    static int below(int bound, long seed, long position) {
        return (int) Long.remainderUnsigned(mix(seed, position), bound);
    }
}
