package atlas.validation.metric;

import java.util.DoubleSummaryStatistics;
import java.util.Objects;
import java.util.OptionalDouble;
import org.jspecify.annotations.Nullable;

/**
 * Finds the time in which a cell ran under its whole load. In closed loop: from the moment that the requests in flight
 * first equal the concurrency, to the first completion that leaves no request to refill with, which is the first end
 * after the last request was taken. At a rate: from the first arrival after the ramp to the last one.
 */
final class SteadyWindow {

    /** A window shorter than so many median requests says nothing about a steady state. */
    private static final double LEAST_MEDIAN_REQUESTS = 2;

    private SteadyWindow() {}

    /**
     * Returns the window, or null when the concurrency was never reached, fewer than two requests arrived, or the
     * window is shorter than twice {@code medianE2eMs}.
     */
    static @Nullable Span of(MeasuredCell cell, @Nullable Double medianE2eMs) {
        Span window = cell.input().atRate() ? afterRamp(cell) : atFullConcurrency(cell);
        return window == null || medianE2eMs == null || window.millis() < LEAST_MEDIAN_REQUESTS * medianE2eMs
                ? null
                : window;
    }

    /** Returns the time from the first measured arrival to the last. */
    private static @Nullable Span afterRamp(MeasuredCell cell) {
        DoubleSummaryStatistics due = cell.requests().stream()
                .map(request -> request.row().scheduledAtMs())
                .filter(Objects::nonNull)
                .mapToDouble(Double::doubleValue)
                .summaryStatistics();
        return due.getMax() > due.getMin() ? new Span(due.getMin(), due.getMax()) : null;
    }

    private static @Nullable Span atFullConcurrency(MeasuredCell cell) {
        Integer users = cell.input().users();
        if (users == null) {
            return null;
        }
        Double full = InFlight.of(cell.requests()).firstAt(users);
        OptionalDouble lastTaken = cell.requests().stream()
                .map(MeasuredRequest::takenAt)
                .filter(Objects::nonNull)
                .mapToDouble(Double::doubleValue)
                .max();
        if (full == null || lastTaken.isEmpty()) {
            return null;
        }
        OptionalDouble firstIdle = cell.requests().stream()
                .map(MeasuredRequest::endedAt)
                .filter(Objects::nonNull)
                .mapToDouble(Double::doubleValue)
                .filter(end -> end > lastTaken.getAsDouble())
                .min();
        if (firstIdle.isEmpty() || firstIdle.getAsDouble() <= full) {
            return null;
        }
        return new Span(full, firstIdle.getAsDouble());
    }
}
