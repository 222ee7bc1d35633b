package atlas.validation.record;

import org.jspecify.annotations.Nullable;

/**
 * How long the server took to its first tokens, in milliseconds; null where not measured.
 *
 * @param launchToReadyMs from the launch until health and models answered
 * @param firstRequestMs the very first request, from sent to its first token
 * @param secondRequestMs a second request of the same length, from sent to its first token
 * @param coldStartMs from the launch to the first token of the very first request
 * @param pageCacheDropped whether the weights had to be read from the disk: true where the node was made to forget
 *     them, false where that could not be done; null where nobody asked for it
 * @param pageCache what was done to the node's page cache, in one sentence; null where nobody asked for it
 */
public record ColdStart(
        @Nullable Double launchToReadyMs,
        @Nullable Double firstRequestMs,
        @Nullable Double secondRequestMs,
        @Nullable Double coldStartMs,
        @Nullable Boolean pageCacheDropped,
        @Nullable String pageCache) {

    /** Creates what was measured with the page cache as it was. */
    public ColdStart(
            @Nullable Double launchToReadyMs,
            @Nullable Double firstRequestMs,
            @Nullable Double secondRequestMs,
            @Nullable Double coldStartMs) {
        this(launchToReadyMs, firstRequestMs, secondRequestMs, coldStartMs, null, null);
    }

    /** Returns the same with what was done to the page cache. */
    public ColdStart withPageCache(boolean dropped, String sentence) {
        return new ColdStart(launchToReadyMs, firstRequestMs, secondRequestMs, coldStartMs, dropped, sentence);
    }

    /** Returns the same with a second request. */
    public ColdStart withSecondRequest(@Nullable Double ttftMs) {
        return new ColdStart(launchToReadyMs, firstRequestMs, ttftMs, coldStartMs, pageCacheDropped, pageCache);
    }
}
