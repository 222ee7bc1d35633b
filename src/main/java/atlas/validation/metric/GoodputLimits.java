package atlas.validation.metric;

import org.jspecify.annotations.Nullable;

/**
 * The service level objective of a shape: a request is good when it succeeded within every limit given.
 *
 * @param ttftMs greatest time to the first token in milliseconds, or null
 * @param tpotMs greatest time per output token in milliseconds, or null
 * @param e2elMs greatest time to the last token in milliseconds, or null
 */
public record GoodputLimits(
        @Nullable Double ttftMs,
        @Nullable Double tpotMs,
        @Nullable Double e2elMs) {

    public GoodputLimits {
        requirePositive("ttftMs", ttftMs);
        requirePositive("tpotMs", tpotMs);
        requirePositive("e2elMs", e2elMs);
        if (ttftMs == null && tpotMs == null && e2elMs == null) {
            throw new IllegalArgumentException("an objective needs at least one limit");
        }
    }

    private static void requirePositive(String name, @Nullable Double limit) {
        if (limit != null && !(Double.isFinite(limit) && limit > 0)) {
            throw new IllegalArgumentException(name + " must be positive, got [" + limit + "]");
        }
    }
}
