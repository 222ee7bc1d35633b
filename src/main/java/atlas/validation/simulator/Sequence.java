package atlas.validation.simulator;

import java.util.concurrent.Executor;

/**
 * One generation on its way through the batch. Written by the thread that advances the batch; its receiver may read the
 * getters from another thread.
 */
final class Sequence {

    static final long UNKNOWN = -1;

    /** Takes a sequence's tokens. */
    interface Receiver {

        /** Returns where {@link #tokens} is to be called. */
        Executor executor();

        /** Takes the tokens at the positions from {@code from} to {@code to − 1}. */
        void tokens(int from, int to);
    }

    private final Receiver receiver;
    private final long receivedNanos;
    private final int promptTokens;
    private final long[] promptBlocks;
    private final int length;
    private final long seed;

    private volatile long prefillStartNanos = UNKNOWN;
    private volatile long firstTokenDueNanos = UNKNOWN;
    private volatile long lastTokenDueNanos = UNKNOWN;
    private volatile int cachedTokens;
    private volatile int maxBatch;
    private int emitted;

    /**
     * Describes a generation that was received.
     *
     * @param receiver takes the tokens
     * @param receivedNanos when it was received
     * @param promptTokens tokens of its prompt
     * @param promptBlocks what identifies the prompt's beginnings in the prefix cache
     * @param length tokens that it will have, at least 1
     * @param seed decides the sizes of its chunks
     */
    Sequence(Receiver receiver, long receivedNanos, int promptTokens, long[] promptBlocks, int length, long seed) {
        if (length < 1) {
            throw new IllegalArgumentException("length must be positive, got [" + length + "]");
        }
        this.receiver = receiver;
        this.receivedNanos = receivedNanos;
        this.promptTokens = promptTokens;
        this.promptBlocks = promptBlocks;
        this.length = length;
        this.seed = seed;
    }

    /** Returns a sequence that holds a place for ever and that nobody hears of. */
    static Sequence endless() {
        Receiver nobody = new Receiver() {
            @Override
            public Executor executor() {
                return Runnable::run;
            }

            @Override
            public void tokens(int from, int to) {
                // There is nobody to take them.
            }
        };
        return new Sequence(nobody, System.nanoTime(), 1, new long[0], Integer.MAX_VALUE, 0);
    }

    Receiver receiver() {
        return receiver;
    }

    long receivedNanos() {
        return receivedNanos;
    }

    int promptTokens() {
        return promptTokens;
    }

    long[] promptBlocks() {
        return promptBlocks;
    }

    int length() {
        return length;
    }

    /** Returns when prefill began by the time model, or {@link #UNKNOWN}. */
    long prefillStartNanos() {
        return prefillStartNanos;
    }

    /** Returns when the first token was due by the time model, or {@link #UNKNOWN}. */
    long firstTokenDueNanos() {
        return firstTokenDueNanos;
    }

    /** Returns when the newest token was due by the time model, or {@link #UNKNOWN}. */
    long lastTokenDueNanos() {
        return lastTokenDueNanos;
    }

    int cachedTokens() {
        return cachedTokens;
    }

    /** Returns the most sequences that were decoded together with this one, itself included. */
    int maxBatch() {
        return maxBatch;
    }

    void beginPrefill(long atNanos, int cached) {
        cachedTokens = cached;
        prefillStartNanos = atNanos;
    }

    /** Adds the one token that prefill yields. */
    void finishPrefill(long atNanos, int batch) {
        firstTokenDueNanos = atNanos;
        add(1, atNanos, batch);
    }

    /** Adds what a decode step yields and returns how many tokens those are. */
    int decode(TimeModel model, long atNanos, int batch) {
        int tokens = Math.min(model.stepTokens(seed, emitted), length - emitted);
        add(tokens, atNanos, batch);
        return tokens;
    }

    private void add(int tokens, long atNanos, int batch) {
        emitted += tokens;
        lastTokenDueNanos = atNanos;
        if (batch > maxBatch) {
            maxBatch = batch;
        }
    }

    int emitted() {
        return emitted;
    }

    boolean isFinished() {
        return emitted == length;
    }
}
