package atlas.validation.metric;

import atlas.validation.record.ClientReadings;
import atlas.validation.record.ConnectionUse;
import atlas.validation.record.Phase;
import atlas.validation.record.RequestRecord;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Adds to what the client noticed about itself what its requests tell. */
public final class RequestReadings {

    private static final double P99 = 99;

    private RequestReadings() {}

    /**
     * Returns the readings of a cell with schedule lag and shared reads; warm-up requests are passed over. At a rate,
     * the lag is the cell's own figure, in which a wait for the cap is none of the client's doing: none where the cap
     * held every request.
     *
     * @param atRate whether requests were sent at a rate
     */
    public static ClientReadings addTo(
            ClientReadings readings, List<RequestRecord> rows, CellMetrics metrics, boolean atRate) {
        if (!atRate) {
            return addTo(readings, rows);
        }
        List<RequestRecord> measured =
                rows.stream().filter(row -> row.phase() == Phase.MEASURE).toList();
        MetricValue lag = metrics.value("p99_schedule_lag_ms");
        return readings.withRequests(lag.value(), lag.n() == null ? 0 : lag.n(), sharedReadsPct(measured));
    }

    /** Returns the readings with the lag of requests that waited for nobody. */
    static ClientReadings addTo(ClientReadings readings, List<RequestRecord> rows) {
        List<RequestRecord> measured =
                rows.stream().filter(row -> row.phase() == Phase.MEASURE).toList();
        double[] lags = measured.stream()
                .filter(RequestReadings::waitedForNobody)
                .mapToDouble(RequestReadings::lag)
                .toArray();
        Double p99 = Samples.pooled(lags, lags.length).percentile(P99);
        return readings.withRequests(p99, lags.length, sharedReadsPct(measured));
    }

    /** Tells whether nothing but the client itself can have made a request late: its connection was open. */
    private static boolean waitedForNobody(RequestRecord row) {
        return row.scheduledAtMs() != null
                && row.sentAtMs() != null
                && row.connection() == ConnectionUse.REUSED
                && row.retries() == 0;
    }

    private static double lag(RequestRecord row) {
        return row.sentAtMs() == null || row.scheduledAtMs() == null ? 0 : row.sentAtMs() - row.scheduledAtMs();
    }

    /** A gap of nothing is two token events of one read: two reads have two stamps. */
    private static @Nullable Double sharedReadsPct(List<RequestRecord> rows) {
        long gaps = 0;
        long shared = 0;
        for (RequestRecord row : rows) {
            gaps += row.chunkGapsMs().length;
            shared += Arrays.stream(row.chunkGapsMs()).filter(gap -> gap == 0).count();
        }
        return gaps == 0 ? null : (Double) (Math.round(1e5 * shared / gaps) / 1e3);
    }
}
