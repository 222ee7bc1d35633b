package atlas.validation.stream;

import static java.util.Objects.requireNonNull;

import org.jspecify.annotations.Nullable;

/**
 * A tool call as a stream carried it, its pieces put together.
 *
 * @param id its id, empty when no piece told one
 * @param type its type, empty when no piece told one
 * @param name the function, or null when no piece named one
 * @param arguments what the pieces of its arguments say together
 * @param named stamp of the piece that named it, null when none did
 * @param argumentStamps stamps of the pieces with arguments, in order. The array is not copied
 */
public record StreamedCall(
        String id,
        String type,
        @Nullable String name,
        String arguments,
        @Nullable Long named,
        long[] argumentStamps) {

    public StreamedCall {
        requireNonNull(id, "id is null");
        requireNonNull(type, "type is null");
        requireNonNull(arguments, "arguments is null");
    }

    /** Returns the stamp of its last piece: from then on it is as complete as it gets. */
    public @Nullable Long completed() {
        return argumentStamps.length == 0 ? named : (Long) argumentStamps[argumentStamps.length - 1];
    }
}
