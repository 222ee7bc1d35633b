package atlas.validation.lifecycle;

import atlas.validation.record.CellRecord;
import atlas.validation.record.Warning;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Says where the network is a visible part of the time to first token. */
final class RoundTripShare {

    static final String CODE = "network_in_ttft";

    /** Less than this does not show among the differences from run to run. */
    private static final double VISIBLE = 0.02;

    private RoundTripShare() {}

    /**
     * Returns a warning about the cell where the share is largest, or empty where it is small everywhere.
     *
     * @param roundTripMs the round trip, or null where it was not measured
     */
    static Optional<Warning> warning(@Nullable Double roundTripMs, List<CellRecord> cells) {
        if (roundTripMs == null) {
            return Optional.empty();
        }
        return cells.stream()
                .filter(cell -> ttft(cell) > 0)
                .min(Comparator.comparingDouble(RoundTripShare::ttft))
                .filter(cell -> roundTripMs / ttft(cell) >= VISIBLE)
                .map(cell -> new Warning(
                        CODE,
                        String.format(
                                Locale.ROOT,
                                "a round trip to the server takes %.1f ms, which is %.0f %% of the median TTFT of %s (%.1f ms); run the suite nearer to the server",
                                roundTripMs,
                                100 * roundTripMs / ttft(cell),
                                cell.id(),
                                ttft(cell))));
    }

    private static double ttft(CellRecord cell) {
        Map<String, @Nullable Double> metrics = cell.metrics();
        Double median = metrics.get("median_ttft_ms");
        return median == null ? 0 : median;
    }
}
