package atlas.validation.record;

import org.jspecify.annotations.Nullable;

/**
 * How long the server took to its first tokens, in milliseconds; null where not measured.
 *
 * @param launchToReadyMs from the launch until health and models answered
 * @param firstRequestMs the very first request, from sent to its first token
 * @param secondRequestMs a second request of the same length, from sent to its first token
 * @param coldStartMs from the launch to the first token of the very first request
 */
public record ColdStart(
        @Nullable Double launchToReadyMs,
        @Nullable Double firstRequestMs,
        @Nullable Double secondRequestMs,
        @Nullable Double coldStartMs) {}
