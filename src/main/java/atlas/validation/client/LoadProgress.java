package atlas.validation.client;

import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * How far a cell has come. Counts measured requests only.
 *
 * @param done requests that have ended, however
 * @param of requests to send
 * @param failed requests that have failed
 * @param tokensPerSecond completion tokens of successes per second since the first measured request
 * @param ttftMedianMs median TTFT of the successes so far
 * @param elapsed since the first measured request; zero during warm-up
 * @param left estimate of what remains, null before the first request has ended
 */
public record LoadProgress(
        int done,
        int of,
        int failed,
        double tokensPerSecond,
        @Nullable Double ttftMedianMs,
        Duration elapsed,
        @Nullable Duration left) {}
