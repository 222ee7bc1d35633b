package atlas.validation.metric;

import atlas.validation.record.RequestRecord;
import atlas.validation.record.Series.Lane;
import java.util.Comparator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/**
 * Picks the requests that are drawn one by one: the slowest, since a tail is made of single requests, and an even
 * sample of all, since the tail alone looks like the whole.
 */
final class Lanes {

    private static final int MOST_SLOW = 50;
    private static final int MOST_SAMPLED = 50;

    private Lanes() {}

    /** Returns the lanes in the order of their sending; requests that were never sent have none. */
    static List<Lane> of(List<MeasuredRequest> requests) {
        List<MeasuredRequest> sent =
                requests.stream().filter(request -> request.sentAt() != null).toList();
        Set<MeasuredRequest> sample = new LinkedHashSet<>();
        double step = Math.max(1, sent.size() / (double) MOST_SAMPLED);
        for (double at = 0; at < sent.size(); at += step) {
            sample.add(sent.get((int) at));
        }
        Set<MeasuredRequest> picked = new LinkedHashSet<>(sample);
        sent.stream()
                .sorted(Comparator.comparingDouble(Lanes::slowness).reversed())
                .limit(MOST_SLOW)
                .forEach(picked::add);
        return picked.stream()
                .map(request -> lane(request, sample.contains(request)))
                .sorted(Comparator.comparingDouble(Lane::sentAtMs).thenComparingInt(Lane::index))
                .toList();
    }

    /** A request without a last token is slower than any with one. */
    private static double slowness(MeasuredRequest request) {
        Double e2eMs = request.row().e2eMs();
        return e2eMs == null ? Double.MAX_VALUE : e2eMs;
    }

    private static Lane lane(MeasuredRequest request, boolean sampled) {
        RequestRecord row = request.row();
        Double sentAt = request.sentAt();
        return new Lane(
                row.index(),
                row.turn(),
                sampled,
                sentAt == null ? 0 : sentAt,
                request.lateness(),
                row.ttftMs(),
                row.e2eMs(),
                DecodePieces.of(row.chunkGapsMs()),
                row.promptTokens(),
                row.cachedTokens(),
                row.outcome());
    }
}
