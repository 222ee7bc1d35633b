package atlas.validation.workload;

import java.util.SplittableRandom;

/**
 * Makes one random sequence for each request of a cell, none of which depends on another.
 *
 * @param value everything that the requests of a cell have in common
 */
record Seed(long value) {

    /** The odd constant of SplitMix64: it spreads consecutive numbers over all bits. */
    private static final long GOLDEN_GAMMA = 0x9E3779B97F4A7C15L;

    /** Returns the seed of a cell; a different combo or salt gives unrelated prompts. */
    static Seed of(long seed, String combo, String salt) {
        return new Seed(seed).with(combo).with(salt);
    }

    /** Returns a seed of the same cell for something else than what this one is for. */
    Seed of(String purpose) {
        return with(purpose);
    }

    private Seed with(String text) {
        long mixed = mix(value + text.length());
        for (int i = 0; i < text.length(); i++) {
            mixed = mix(mixed + text.charAt(i));
        }
        return new Seed(mixed);
    }

    /** Returns the sequence of one request. */
    SplittableRandom random(boolean warmup, int index) {
        return new SplittableRandom(mix(value + 2L * index + (warmup ? 1 : 0)));
    }

    /** Mixes all bits, as the finalizer of SplitMix64 does (Steele, Lea and Flood, OOPSLA 2014). */
    private static long mix(long value) {
        long mixed = value + GOLDEN_GAMMA;
        mixed = (mixed ^ (mixed >>> 30)) * 0xBF58476D1CE4E5B9L;
        mixed = (mixed ^ (mixed >>> 27)) * 0x94D049BB133111EBL;
        return mixed ^ (mixed >>> 31);
    }
}
