package atlas.validation.metric;

import atlas.validation.record.Series;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** Reduces a cell to what a drawing needs: at most two hundred buckets of time, at most a hundred points a curve. */
final class CellSeries {

    private static final int MOST_BUCKETS = 200;
    private static final int MOST_POINTS = 100;
    private static final int[] ROUND_STEPS = {1, 2, 5};

    private CellSeries() {}

    /** Returns the series, or null when nothing was sent. */
    static @Nullable Series of(MeasuredCell cell, LatencySamples latencies) {
        double end = cell.load().stream()
                .map(MeasuredRequest::lastKnownAt)
                .filter(Objects::nonNull)
                .mapToDouble(Double::doubleValue)
                .max()
                .orElse(0);
        if (!(end > 0)) {
            return null;
        }
        int width = bucketMillis(end);
        int buckets = (int) (end / width) + 1;
        Map<String, List<double[]>> curves = new LinkedHashMap<>();
        curves.put("ttft", latencies.of(LatencyFamily.TTFT).curve(MOST_POINTS));
        curves.put("tpot", latencies.of(LatencyFamily.TPOT).curve(MOST_POINTS));
        curves.put("e2e", latencies.of(LatencyFamily.E2EL).curve(MOST_POINTS));
        Span steady = SteadyWindow.of(cell, latencies.of(LatencyFamily.E2EL).median());
        return new Series(
                width,
                InFlight.of(cell.load()).atEnds(buckets, width),
                TokenArrivals.of(cell.loadSuccesses()).perSecond(buckets, width),
                errors(cell, buckets, width),
                lags(cell, buckets, width),
                curves,
                TtftGroups.of(cell.successes(), cell.input().kind()),
                Lanes.of(cell.requests()),
                steady == null ? null : steady.startMs(),
                steady == null ? null : steady.endMs(),
                objective(cell.input().goodput()));
    }

    private static Series.@Nullable Objective objective(@Nullable GoodputLimits limits) {
        return limits == null ? null : new Series.Objective(limits.ttftMs(), limits.tpotMs(), limits.e2elMs());
    }

    /** Returns the least of 1, 2, 5, 10, 20, … ms, but no less than 100, that keeps the number of buckets small. */
    static int bucketMillis(double endMs) {
        for (int decade = 100; ; decade *= 10) {
            for (int step : ROUND_STEPS) {
                if (endMs / (decade * step) < MOST_BUCKETS) {
                    return decade * step;
                }
            }
        }
    }

    private static List<Integer> errors(MeasuredCell cell, int buckets, int width) {
        List<Integer> errors = new ArrayList<>(Collections.nCopies(buckets, 0));
        for (MeasuredRequest request : cell.load()) {
            Double last = request.lastKnownAt();
            Double at = last == null ? request.row().scheduledAtMs() : last;
            if (request.row().outcome().isFailure() && at != null) {
                int bucket = bucket(at, buckets, width);
                errors.set(bucket, errors.get(bucket) + 1);
            }
        }
        return errors;
    }

    /** A bucket in which nothing was sent has no lag, rather than one of zero. */
    private static List<@Nullable Double> lags(MeasuredCell cell, int buckets, int width) {
        List<@Nullable Double> lags = new ArrayList<>(buckets);
        for (int bucket = 0; bucket < buckets; bucket++) {
            lags.add(null);
        }
        for (MeasuredRequest request : cell.load()) {
            Double sent = request.sentAt();
            Double lateness = request.lateness();
            if (sent != null && lateness != null) {
                int bucket = bucket(sent, buckets, width);
                Double greatest = lags.get(bucket);
                lags.set(bucket, greatest == null ? lateness : Math.max(greatest, lateness));
            }
        }
        return lags;
    }

    private static int bucket(double atMs, int buckets, int width) {
        return Math.clamp((long) (atMs / width), 0, buckets - 1);
    }
}
