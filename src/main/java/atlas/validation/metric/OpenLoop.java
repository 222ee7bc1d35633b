package atlas.validation.metric;

import atlas.validation.record.Outcome;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalDouble;
import java.util.function.Function;
import java.util.stream.DoubleStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * How punctually the client sent what was due at a rate. A request that found the cap reached when it was due was held
 * by it, and its wait is a figure of its own. One that was sent again counts from then, and was late by the time that
 * the server took to close the first connection. What any other request was late is the client's lag.
 *
 * @param lag how late each request was that no cap held and that was sent once
 * @param held how long each other request waited until it was sent
 * @param neverSent requests that were due and never sent
 * @param sentPerDue time in which the requests that were sent once were due / time in which they were sent: 1 is the
 *     asked rate; null with fewer than two
 */
record OpenLoop(
        Samples lag, Samples held, int neverSent, @Nullable Double sentPerDue) {

    static OpenLoop of(MeasuredCell cell) {
        Integer cap = cell.input().cap();
        InFlight inFlight = InFlight.of(cell.load());
        List<Double> lag = new ArrayList<>();
        List<Double> held = new ArrayList<>();
        List<MeasuredRequest> sent = new ArrayList<>();
        for (MeasuredRequest request : cell.requests()) {
            Double due = request.row().scheduledAtMs();
            Double lateness = request.lateness();
            if (due != null && lateness != null) {
                sent.add(request);
                int others = inFlight.at(due) - (lateness > 0 ? 0 : 1);
                boolean full = cap != null && others >= cap;
                if (full) {
                    held.add(lateness);
                } else if (request.row().retries() == 0) {
                    lag.add(lateness);
                }
            }
        }
        List<MeasuredRequest> once =
                sent.stream().filter(request -> request.row().retries() == 0).toList();
        Double due = spanMillis(once, request -> request.row().scheduledAtMs());
        Double took = spanMillis(once, MeasuredRequest::sentAt);
        int neverSent = cell.requests().size() - sent.size();
        return new OpenLoop(
                Samples.of(lag), Samples.of(held), neverSent, took == null ? null : Figures.ratio(due, took));
    }

    /**
     * Returns the requests per second that were started, each when it was sent, or was due if it found no connection;
     * those that were given up before anybody tried to send them were not started.
     */
    static @Nullable Double attemptedRate(MeasuredCell cell) {
        List<MeasuredRequest> started =
                cell.requests().stream().filter(OpenLoop::isStarted).toList();
        Double span = spanMillis(started, MeasuredRequest::startedAt);
        return span == null ? null : (Double) ((started.size() - 1) * 1000 / span);
    }

    /**
     * Returns the mean time from sent to the end over the started requests, or null when none was sent; one that found
     * no connection was not in flight at all.
     */
    static @Nullable Double meanTimeInFlight(MeasuredCell cell) {
        OptionalDouble mean = cell.requests().stream()
                .flatMapToDouble(request -> {
                    Double sent = request.sentAt();
                    Double last = request.lastKnownAt();
                    if (sent == null) {
                        return isStarted(request) ? DoubleStream.of(0) : DoubleStream.empty();
                    }
                    return last == null || last <= sent ? DoubleStream.empty() : DoubleStream.of(last - sent);
                })
                .average();
        boolean anySent = cell.requests().stream().anyMatch(request -> request.sentAt() != null);
        return anySent && mean.isPresent() ? (Double) mean.getAsDouble() : null;
    }

    private static boolean isStarted(MeasuredRequest request) {
        return request.sentAt() != null || request.row().outcome() != Outcome.CANCELLED;
    }

    private static @Nullable Double spanMillis(
            List<MeasuredRequest> requests, Function<MeasuredRequest, @Nullable Double> moment) {
        double first = moments(requests, moment).min().orElse(0);
        double last = moments(requests, moment).max().orElse(0);
        return last > first ? (Double) (last - first) : null;
    }

    private static DoubleStream moments(
            List<MeasuredRequest> requests, Function<MeasuredRequest, @Nullable Double> moment) {
        return requests.stream()
                .flatMap(request -> Stream.ofNullable(moment.apply(request)))
                .mapToDouble(Double::doubleValue);
    }
}
