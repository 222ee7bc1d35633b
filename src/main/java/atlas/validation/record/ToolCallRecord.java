package atlas.validation.record;

import org.jspecify.annotations.Nullable;

/**
 * What came of a request that was to call a tool. Times are in milliseconds with microsecond precision and count from
 * when the request was sent.
 *
 * @param name the function that is called, null when none is
 * @param nameMs the event that names the function
 * @param emitMs the event that completes the call; null unless the call can be made
 * @param gapsMs gaps between successive events that carry a piece of the arguments. The array is not copied
 * @param trouble why there is no call that can be made, in a clause; null when there is one
 */
public record ToolCallRecord(
        @Nullable String name,
        @Nullable Double nameMs,
        @Nullable Double emitMs,
        double[] gapsMs,
        @Nullable String trouble) {

    /** Tells whether there is a complete call that its function's schema accepts. */
    public boolean succeeded() {
        return trouble == null;
    }
}
