package atlas.validation.config;

import org.jspecify.annotations.Nullable;

/**
 * What the deck shows of the run's background; nothing acts on it.
 *
 * @param notes free text, or null
 * @param upstreamRunUrl a run to compare with by eye, or null
 */
public record RunCard(@Nullable String notes, @Nullable String upstreamRunUrl) {}
