package atlas.validation.stream;

import org.jspecify.annotations.Nullable;

/**
 * Token counts as the server tells them; null where it does not.
 *
 * @param promptTokens tokens of the prompt
 * @param completionTokens tokens of the answer, reasoning included
 * @param reasoningTokens those of them that are reasoning
 * @param cachedTokens prompt tokens that the server had in its cache
 */
public record Usage(
        @Nullable Integer promptTokens,
        @Nullable Integer completionTokens,
        @Nullable Integer reasoningTokens,
        @Nullable Integer cachedTokens) {

    /** Nothing told. */
    public static final Usage NONE = new Usage(null, null, null, null);

    /**
     * Returns these counts with those of a later report in their place, where it has any. Counts never add up. A prompt
     * or an answer that had tokens does not come to have none: a later zero says that the server did not count.
     */
    Usage updatedBy(Usage later) {
        return new Usage(
                latestTold(promptTokens, later.promptTokens),
                latestTold(completionTokens, later.completionTokens),
                latest(reasoningTokens, later.reasoningTokens),
                latest(cachedTokens, later.cachedTokens));
    }

    private static @Nullable Integer latestTold(@Nullable Integer earlier, @Nullable Integer later) {
        return later != null && later == 0 && earlier != null ? earlier : latest(earlier, later);
    }

    private static @Nullable Integer latest(@Nullable Integer earlier, @Nullable Integer later) {
        return later == null ? earlier : later;
    }
}
