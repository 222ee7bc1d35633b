package atlas.validation.config;

import org.jspecify.annotations.Nullable;

/**
 * The model that is asked for.
 *
 * @param id its name, or null when the running server is to say which one it serves
 * @param remote whether it comes from a model hub instead of a folder of the node
 * @param precision such as {@code nvfp4}; for the reader only
 */
public record ModelSettings(
        @Nullable String id, boolean remote, @Nullable String precision) {}
