package atlas.validation.record;

import org.jspecify.annotations.Nullable;

/**
 * An effective value and where it came from.
 *
 * @param value a string, number, boolean, list or null; secrets are masked
 * @param origin a file and line, {@code -Dname}, {@code env NAME} or {@code default}
 */
public record Setting(@Nullable Object value, String origin) {}
