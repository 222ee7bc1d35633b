package atlas.validation.record;

import org.jspecify.annotations.Nullable;

/**
 * One stage of a target's lifecycle.
 *
 * @param name the row's name, such as {@code launch_container}
 * @param status what became of it
 * @param seconds how long it took, or null when it was skipped
 * @param message one sentence, or null when there is nothing to say
 */
public record StageRecord(
        String name,
        Status status,
        @Nullable Double seconds,
        @Nullable String message) {}
