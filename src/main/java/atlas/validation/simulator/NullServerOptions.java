package atlas.validation.simulator;

import java.time.Duration;

/**
 * The pace of a {@link NullServer}, the same for every request.
 *
 * @param port port to listen on; 0 takes a free one
 * @param firstToken from the request's last byte to the first token
 * @param gap between a token and the next
 * @param tokens tokens of an answer, at least 1
 */
public record NullServerOptions(int port, Duration firstToken, Duration gap, int tokens) {

    /** What published comparisons of clients use: TTFT 50 ms, a token every 10 ms, 100 tokens. */
    public static final NullServerOptions PUBLISHED =
            new NullServerOptions(0, Duration.ofMillis(50), Duration.ofMillis(10), 100);

    private static final int LARGEST_PORT = 65_535;

    public NullServerOptions {
        if (port < 0 || port > LARGEST_PORT) {
            throw new IllegalArgumentException("port must be from 0 to 65535, got [" + port + "]");
        }
        if (firstToken.isNegative()) {
            throw new IllegalArgumentException("firstToken must not be negative, got [" + firstToken + "]");
        }
        if (!gap.isPositive()) {
            throw new IllegalArgumentException("gap must be positive, got [" + gap + "]");
        }
        if (tokens < 1) {
            throw new IllegalArgumentException("tokens must be positive, got [" + tokens + "]");
        }
    }
}
