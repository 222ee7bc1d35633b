package atlas.validation.client;

import java.time.Duration;

/**
 * How long one request may take. Whoever exceeds a limit loses its connection, and the limit is its outcome.
 *
 * @param firstToken from sent to the first token
 * @param idle between two reads once the first token is there
 * @param total from sent to the end of the stream
 */
public record TimeLimits(Duration firstToken, Duration idle, Duration total) {

    public TimeLimits {
        requirePositive(firstToken, "firstToken");
        requirePositive(idle, "idle");
        requirePositive(total, "total");
    }

    private static void requirePositive(Duration limit, String name) {
        if (limit.isNegative() || limit.isZero()) {
            throw new IllegalArgumentException(name + " must be positive, got [" + limit + "]");
        }
    }
}
