package atlas.validation.client;

import static java.util.Objects.requireNonNull;

import java.time.Duration;
import java.util.UUID;
import java.util.function.ToIntFunction;
import org.jspecify.annotations.Nullable;

/**
 * How a client works, as opposed to what it sends.
 *
 * @param eventLoops threads that read and write, at least 1
 * @param progressInterval time between two snapshots
 * @param requestIdPrefix how the {@code x-request-id} of every request begins, in visible ASCII
 * @param tokenCounter counts the tokens of answers whose server does not; null where nothing can. Called by the thread
 *     that runs a cell, which does not wait for the network meanwhile; the text of answers is kept for it
 */
public record LoadClientOptions(
        int eventLoops,
        Duration progressInterval,
        String requestIdPrefix,
        @Nullable ToIntFunction<String> tokenCounter) {

    public LoadClientOptions {
        if (eventLoops < 1) {
            throw new IllegalArgumentException("eventLoops must be positive, got [" + eventLoops + "]");
        }
        if (progressInterval.isNegative() || progressInterval.isZero()) {
            throw new IllegalArgumentException("progressInterval must be positive, got [" + progressInterval + "]");
        }
        requireNonNull(requestIdPrefix, "requestIdPrefix is null");
        if (!requestIdPrefix.matches("[!-~]+")) {
            throw new IllegalArgumentException("requestIdPrefix must be visible ASCII, got [" + requestIdPrefix + "]");
        }
    }

    /** Returns one event loop, a snapshot every 3 s, and a prefix that no other client has. */
    public static LoadClientOptions defaults() {
        return new LoadClientOptions(
                1, Duration.ofSeconds(3), UUID.randomUUID().toString().substring(0, 8), null);
    }

    /** Returns the same, with another way to count tokens. */
    public LoadClientOptions countingBy(@Nullable ToIntFunction<String> counter) {
        return new LoadClientOptions(eventLoops, progressInterval, requestIdPrefix, counter);
    }
}
