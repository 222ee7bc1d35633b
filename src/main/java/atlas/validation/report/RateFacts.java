package atlas.validation.report;

import atlas.validation.record.CellRecord;
import java.util.Optional;

/** Says of a rate cell what was sent of what was asked, in one sentence. */
final class RateFacts {

    private RateFacts() {}

    /** Returns the sentence; empty for a cell at a concurrency. */
    static Optional<String> of(CellRecord cell) {
        if (cell.requestRate() == null) {
            return Optional.empty();
        }
        return Optional.of(
                "asked %s req/s, sent %s; rate x time is %s in flight, at most %s were; schedule lag p99 %s ms"
                        .formatted(
                                Figures.of(cell.requestRate()),
                                metric(cell, "attempted_rate"),
                                metric(cell, "mean_in_flight"),
                                count(cell, "max_concurrent_requests"),
                                metric(cell, "p99_schedule_lag_ms")));
    }

    private static String metric(CellRecord cell, String name) {
        return Figures.of(cell.metrics().get(name));
    }

    private static String count(CellRecord cell, String name) {
        Double value = cell.metrics().get(name);
        return value == null ? Figures.MISSING : String.valueOf(Math.round(value));
    }
}
