package atlas.validation.config;

import org.jspecify.annotations.Nullable;

/**
 * What a good answer is: within every limit that is set.
 *
 * @param ttftMs greatest time to the first token in milliseconds, or null
 * @param tpotMs greatest time per further token in milliseconds, or null
 * @param e2elMs greatest time to the last token in milliseconds, or null
 */
public record Slo(
        @Nullable Double ttftMs,
        @Nullable Double tpotMs,
        @Nullable Double e2elMs) {}
