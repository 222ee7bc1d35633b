package atlas.validation.metric;

import java.util.List;
import java.util.Objects;
import java.util.OptionalDouble;
import org.jspecify.annotations.Nullable;

/**
 * A stretch of time on the clock of a cell.
 *
 * @param startMs its beginning
 * @param endMs its end, not before the beginning
 */
record Span(double startMs, double endMs) {

    Span {
        if (!(endMs >= startMs)) {
            throw new IllegalArgumentException(
                    "a span must not end [" + endMs + "] before it starts [" + startMs + "]");
        }
    }

    /**
     * Returns the span from the first sent of any request to the last token of a successful one, or null without one.
     */
    static @Nullable Span of(List<MeasuredRequest> requests) {
        OptionalDouble start = requests.stream()
                .map(MeasuredRequest::sentAt)
                .filter(Objects::nonNull)
                .mapToDouble(Double::doubleValue)
                .min();
        OptionalDouble end = requests.stream()
                .filter(MeasuredRequest::succeeded)
                .map(MeasuredRequest::lastTokenAt)
                .filter(Objects::nonNull)
                .mapToDouble(Double::doubleValue)
                .max();
        return start.isEmpty() || end.isEmpty() ? null : new Span(start.getAsDouble(), end.getAsDouble());
    }

    double millis() {
        return endMs - startMs;
    }

    double seconds() {
        return millis() / 1000;
    }

    boolean contains(double atMs) {
        return startMs <= atMs && atMs <= endMs;
    }

    /** Returns how much of the time from {@code fromMs} to {@code toMs} lies within this span. */
    double overlapMillis(double fromMs, double toMs) {
        return Math.max(0, Math.min(toMs, endMs) - Math.max(fromMs, startMs));
    }
}
