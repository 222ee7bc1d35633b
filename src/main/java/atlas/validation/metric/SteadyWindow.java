package atlas.validation.metric;

import java.util.Objects;
import java.util.OptionalDouble;
import org.jspecify.annotations.Nullable;

/**
 * Finds the time in which a closed-loop cell ran at its full concurrency: from the moment that the requests in flight
 * first equal it, to the first completion that leaves no request to refill with, which is the first end after the last
 * request was sent.
 */
final class SteadyWindow {

    /** A window shorter than so many median requests says nothing about a steady state. */
    private static final double LEAST_MEDIAN_REQUESTS = 2;

    private SteadyWindow() {}

    /**
     * Returns the window, or null when the concurrency was never reached, the cell is no closed loop, or the window is
     * shorter than twice {@code medianE2eMs}.
     */
    static @Nullable Span of(MeasuredCell cell, @Nullable Double medianE2eMs) {
        Integer users = cell.input().users();
        if (users == null || medianE2eMs == null) {
            return null;
        }
        Double full = InFlight.of(cell.requests()).firstAt(users);
        OptionalDouble lastSent = cell.requests().stream()
                .map(MeasuredRequest::sentAt)
                .filter(Objects::nonNull)
                .mapToDouble(Double::doubleValue)
                .max();
        if (full == null || lastSent.isEmpty()) {
            return null;
        }
        OptionalDouble firstIdle = cell.requests().stream()
                .map(MeasuredRequest::endedAt)
                .filter(Objects::nonNull)
                .mapToDouble(Double::doubleValue)
                .filter(end -> end > lastSent.getAsDouble())
                .min();
        if (firstIdle.isEmpty() || firstIdle.getAsDouble() <= full) {
            return null;
        }
        Span window = new Span(full, firstIdle.getAsDouble());
        return window.millis() < LEAST_MEDIAN_REQUESTS * medianE2eMs ? null : window;
    }
}
