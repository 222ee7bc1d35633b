package atlas.validation.simulator;

import java.time.Instant;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * The truth about one generation that the simulator served. Times in nanoseconds count from {@code receivedNanos}, on
 * the monotonic clock of the simulator's process, and are taken just before the bytes are handed to the socket.
 *
 * @param id the client's {@code x-request-id}, or one that the simulator made up
 * @param path the endpoint that was asked
 * @param receivedAt wall-clock time of the receipt
 * @param receivedNanos {@link System#nanoTime} of the read that completed the request, before anything decoded it
 * @param prefillStartNanos when prefill began by the time model, which ends the wait in the queue; null if it never did
 * @param firstTokenNanos when the first token was written, or null
 * @param lastTokenNanos when the last token was written, or null
 * @param chunkNanos when each chunk of tokens was written; one entry for a blocking answer. The array is not copied
 * @param chunkTokens tokens in each such chunk. The array is not copied
 * @param promptTokens tokens of the prompt
 * @param cachedTokens those of them that the prefix cache held
 * @param completionTokens tokens that were written
 * @param maxBatch most sequences that were decoded together with it, itself included
 * @param outcome how it ended
 * @param finishReason the reason that the client was told, or null
 */
@SuppressWarnings("ArrayRecordComponent") // Thousands of times per request: a list would box them.
public record ServedRequest(
        String id,
        String path,
        Instant receivedAt,
        long receivedNanos,
        @Nullable Long prefillStartNanos,
        @Nullable Long firstTokenNanos,
        @Nullable Long lastTokenNanos,
        long[] chunkNanos,
        int[] chunkTokens,
        int promptTokens,
        int cachedTokens,
        int completionTokens,
        int maxBatch,
        Outcome outcome,
        @Nullable String finishReason) {

    /** How a generation ended. */
    public enum Outcome {
        /** The whole answer was written. */
        COMPLETED,
        /** The client closed the connection before that. */
        CLIENT_GONE;

        /** Returns the word that the truth endpoint uses: the name in lower case. */
        public String word() {
            return name().toLowerCase(Locale.ROOT);
        }
    }
}
