package atlas.validation.client;

import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * How far a cell has come. Counts every request but those that warm up.
 *
 * @param done requests that have ended, however
 * @param of requests to send, or null where only the clock ends the cell
 * @param inFlight requests that were due, were not held back by a cap, and have not ended
 * @param failed requests that have failed
 * @param tokensPerSecond completion tokens of successes per second since the first of these requests
 * @param ttftMedianMs median TTFT of the successes so far
 * @param elapsed since the first of these requests; zero during warm-up
 * @param left estimate of what remains until the last request is sent or has ended, null where it cannot be told
 */
public record LoadProgress(
        int done,
        @Nullable Integer of,
        int inFlight,
        int failed,
        double tokensPerSecond,
        @Nullable Double ttftMedianMs,
        Duration elapsed,
        @Nullable Duration left) {}
