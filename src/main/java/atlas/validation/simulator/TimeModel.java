package atlas.validation.simulator;

/**
 * Says how long the simulated engine needs: a pure function of its parameters, without a clock.
 *
 * @param prefillTokensPerSecond prompt tokens that one second of prefill takes in, above 0
 * @param decodeStepMs time of a decode step of an empty batch, not negative
 * @param decodeStepMsPerSequence time that each running sequence adds to the step, not negative
 * @param firstRequestMs time that the very first prefill takes longer, not negative
 * @param chunkTokens most tokens that one decode step yields for a sequence, at least 1; above 1 it speculates
 */
public record TimeModel(
        double prefillTokensPerSecond,
        double decodeStepMs,
        double decodeStepMsPerSequence,
        double firstRequestMs,
        int chunkTokens) {

    private static final double NANOS_PER_MILLI = 1e6;
    private static final double NANOS_PER_SECOND = 1e9;

    public TimeModel {
        if (!Double.isFinite(prefillTokensPerSecond) || prefillTokensPerSecond <= 0) {
            throw new IllegalArgumentException(
                    "prefill tokens per second must be positive, got [" + prefillTokensPerSecond + "]");
        }
        requireNotNegative("decode step", decodeStepMs);
        requireNotNegative("decode step per sequence", decodeStepMsPerSequence);
        requireNotNegative("extra time of the first request", firstRequestMs);
        if (chunkTokens < 1) {
            throw new IllegalArgumentException("tokens of a chunk must be positive, got [" + chunkTokens + "]");
        }
    }

    /** Returns a model of a small mixture-of-experts model on one GPU, quick enough for a first contact. */
    public static TimeModel standard() {
        return new TimeModel(20_000, 6, 0.25, 400, 1);
    }

    /**
     * Returns the time of one prefill.
     *
     * @param tokens prompt tokens that no cache holds
     * @param first whether nothing was prefilled before
     */
    long prefillNanos(int tokens, boolean first) {
        double nanos = tokens / prefillTokensPerSecond * NANOS_PER_SECOND;
        return Math.round(first ? nanos + firstRequestMs * NANOS_PER_MILLI : nanos);
    }

    /** Returns the time of one decode step of so many sequences; at least a nanosecond, so that time goes on. */
    long stepNanos(int running) {
        return Math.max(1, Math.round((decodeStepMs + decodeStepMsPerSequence * running) * NANOS_PER_MILLI));
    }

    /**
     * Returns how many tokens a decode step yields for one sequence: all that were drafted up to the first that is
     * rejected.
     *
     * @param seed the sequence's own seed
     * @param position tokens that the sequence already has
     */
    int stepTokens(long seed, int position) {
        return chunkTokens == 1 ? 1 : 1 + Seeds.below(chunkTokens, seed, position);
    }

    private static void requireNotNegative(String what, double value) {
        if (!Double.isFinite(value) || value < 0) {
            throw new IllegalArgumentException(what + " must not be negative, got [" + value + "]");
        }
    }
}
