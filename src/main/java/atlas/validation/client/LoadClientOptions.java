package atlas.validation.client;

import static java.util.Objects.requireNonNull;

import java.time.Duration;
import java.util.UUID;

/**
 * How a client works, as opposed to what it sends.
 *
 * @param eventLoops threads that read and write, at least 1
 * @param progressInterval time between two snapshots
 * @param requestIdPrefix how the {@code x-request-id} of every request begins, in visible ASCII
 */
public record LoadClientOptions(int eventLoops, Duration progressInterval, String requestIdPrefix) {

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
                1, Duration.ofSeconds(3), UUID.randomUUID().toString().substring(0, 8));
    }
}
