package atlas.validation.stream;

import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/**
 * One event of a stream, still as bytes.
 *
 * @param type value of its {@code event} field, null without one
 * @param data its {@code data} lines joined by line feeds, in UTF-8. The array is not copied
 * @param stampNanos the stamp of the read that completed it
 * @param terminated false for the last event of a body that ended before the event's blank line
 */
public record SseEvent(@Nullable String type, byte[] data, long stampNanos, boolean terminated) {

    /** Returns the data as text; bytes that are no UTF-8 become replacement characters. */
    public String text() {
        return new String(data, StandardCharsets.UTF_8);
    }
}
