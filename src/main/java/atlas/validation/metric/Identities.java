package atlas.validation.metric;

import atlas.validation.record.RequestRecord;
import atlas.validation.record.Warning;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.function.Predicate;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Holds what must be true of the records of any cell. A breach is a fault of the suite or of the server's own counts,
 * never a matter of speed. That attempted requests are the sum of the others is held by {@code Counts} itself.
 */
final class Identities {

    /** Times carry three decimals: every one of them may be off by half of the last. */
    private static final double ROUNDING_MS = 0.001;

    private static final double LITTLES_LAW_TOLERANCE = 0.05;

    /**
     * The law is one of long-run means. In so many mean latencies a slot serves so many requests, and one odd request a
     * slot, such as the first one on a cold connection, is 5 % of them: as much as the whole tolerance.
     */
    private static final double LEAST_LATENCIES = 20;

    private Identities() {}

    static List<Warning> breaches(MeasuredCell cell) {
        List<@Nullable Warning> found = new ArrayList<>();
        found.add(overCap(cell));
        if (cell.input().kind() != WorkloadKind.CONVERSATIONS) {
            // A user who thinks keeps a slot busy with nothing in flight.
            found.add(cell.input().atRate() ? littlesLawAtRate(cell) : littlesLaw(cell));
        }
        found.add(requests(
                cell,
                "gaps_do_not_add_up",
                "TTFT and the gaps between chunks do not add up to the end-to-end latency",
                request -> !gapsAddUp(request.row())));
        found.add(requests(
                cell,
                "events_out_of_order",
                "first event, TTFT, TTFO, last token and stream end are out of order",
                request -> !inOrder(request.row())));
        Integer osl = cell.input().osl();
        if (osl != null) {
            found.add(requests(
                    cell,
                    CellDoubts.MORE_TOKENS_THAN_ASKED,
                    "the server counts more completion tokens than the limit of " + osl,
                    request -> tokens(request.row()) > osl));
        }
        return found.stream().filter(Objects::nonNull).toList();
    }

    private static @Nullable Warning overCap(MeasuredCell cell) {
        Integer most = cell.input().atRate() ? cell.input().cap() : cell.input().users();
        int seen = InFlight.of(cell.load()).max();
        return most == null || seen <= most
                ? null
                : new Warning(
                        "in_flight_above_cap",
                        "%d requests were in flight at once, above the concurrency of %d".formatted(seen, most));
    }

    /**
     * Compares two views of the mean number in flight while every slot was refilled: the slots' own (they are busy but
     * for the time between a slot's becoming free and its next request), and the requests' (arrival rate times mean
     * time from sent to the end, which is Little's law). Cells too short for a law of means are passed over.
     */
    private static @Nullable Warning littlesLaw(MeasuredCell cell) {
        Integer users = cell.input().users();
        double first = Double.POSITIVE_INFINITY;
        double lastFree = Double.NEGATIVE_INFINITY;
        int allSent = 0;
        for (MeasuredRequest request : cell.requests()) {
            Double sent = request.sentAt();
            Double free = request.row().scheduledAtMs();
            if (free == null || request.endedAt() == null) {
                return null;
            }
            if (sent != null) {
                first = Math.min(first, sent);
                allSent++;
            }
            lastFree = Math.max(lastFree, free);
        }
        if (users == null || allSent <= users || !(lastFree > first)) {
            return null;
        }
        Span refilled = new Span(first, lastFree);
        double idle = 0;
        double busy = 0;
        double latencies = 0;
        for (MeasuredRequest request : cell.requests()) {
            double free = Objects.requireNonNull(request.row().scheduledAtMs());
            double ended = Objects.requireNonNull(request.endedAt());
            // A request that found no connection kept its slot all the same, and was never in flight.
            double sent = request.sentAt() == null ? ended : request.sentAt();
            idle += refilled.overlapMillis(free, sent);
            busy += refilled.overlapMillis(sent, ended);
            latencies += ended - sent;
        }
        if (refilled.millis() < LEAST_LATENCIES * latencies / allSent) {
            return null;
        }
        double bySlots = users - idle / refilled.millis();
        double byRequests = busy / refilled.millis();
        if (Math.abs(bySlots - byRequests) <= LITTLES_LAW_TOLERANCE * bySlots) {
            return null;
        }
        return new Warning(
                "littles_law",
                String.format(
                        Locale.ROOT,
                        "arrival rate times mean latency says %.1f requests in flight, the slots say %.1f; they should"
                                + " agree within 5 %%",
                        byRequests,
                        bySlots));
    }

    /**
     * Compares the mean number in flight, as their sends and ends in order say, with the rate of arrivals times the
     * mean time from sent to the end, over the time from the first send to the last end.
     */
    private static @Nullable Warning littlesLawAtRate(MeasuredCell cell) {
        double first = Double.POSITIVE_INFINITY;
        double last = Double.NEGATIVE_INFINITY;
        double latencies = 0;
        for (MeasuredRequest request : cell.requests()) {
            Double sent = request.sentAt();
            Double ended = request.endedAt();
            if (sent == null) {
                continue;
            }
            if (ended == null) {
                return null;
            }
            first = Math.min(first, sent);
            last = Math.max(last, ended);
            latencies += ended - sent;
        }
        Double counted = InFlight.of(cell.requests()).mean();
        if (counted == null || !(last > first)) {
            return null;
        }
        double byLaw = latencies / (last - first);
        return Math.abs(counted - byLaw) <= LITTLES_LAW_TOLERANCE * counted
                ? null
                : new Warning(
                        "littles_law",
                        String.format(
                                Locale.ROOT,
                                "arrival rate times mean latency says %.1f requests in flight, their sends and ends say"
                                        + " %.1f; they should agree within 5 %%",
                                byLaw,
                                counted));
    }

    private static @Nullable Warning requests(
            MeasuredCell cell, String code, String what, Predicate<MeasuredRequest> breached) {
        List<MeasuredRequest> breaching =
                cell.requests().stream().filter(breached).toList();
        return breaching.isEmpty()
                ? null
                : new Warning(
                        code,
                        "%s in %d of %d requests, first in request %d"
                                .formatted(
                                        what,
                                        breaching.size(),
                                        cell.requests().size(),
                                        breaching.get(0).row().index()));
    }

    private static boolean gapsAddUp(RequestRecord row) {
        Double ttft = row.ttftMs();
        Double e2e = row.e2eMs();
        if (ttft == null || e2e == null) {
            return true;
        }
        double sum = ttft;
        for (double gap : row.chunkGapsMs()) {
            sum += gap;
        }
        return Math.abs(sum - e2e) <= ROUNDING_MS * (row.chunkGapsMs().length + 2);
    }

    private static boolean inOrder(RequestRecord row) {
        List<Double> times = Stream.of(row.firstEventMs(), row.ttftMs(), row.ttfoMs(), row.e2eMs(), row.streamEndMs())
                .filter(Objects::nonNull)
                .toList();
        for (int i = 1; i < times.size(); i++) {
            if (times.get(i) < times.get(i - 1) - ROUNDING_MS) {
                return false;
            }
        }
        return times.isEmpty() || times.get(0) >= 0;
    }

    private static int tokens(RequestRecord row) {
        Integer n = row.completionTokens();
        return n == null ? 0 : n;
    }
}
