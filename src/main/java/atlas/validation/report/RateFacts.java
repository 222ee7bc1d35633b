package atlas.validation.report;

import atlas.validation.record.CellRecord;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Says of a rate cell what was sent of what was asked, in one sentence: only what was measured. */
final class RateFacts {

    private RateFacts() {}

    /** Returns the sentence; empty for a cell at a concurrency. */
    static Optional<String> of(CellRecord cell) {
        if (cell.requestRate() == null) {
            return Optional.empty();
        }
        List<String> clauses = new ArrayList<>();
        clauses.add("asked %s req/s".formatted(Figures.of(cell.requestRate()))
                + known(cell, "attempted_rate")
                        .map(rate -> ", sent " + Figures.of(rate))
                        .orElse(""));
        // Requests of which none succeeded have a mean number in flight and no greatest one.
        Optional<String> mean = known(cell, "mean_in_flight").map(number -> "rate x time is " + Figures.of(number));
        Optional<String> most =
                known(cell, "max_concurrent_requests").map(number -> "at most " + Math.round(number) + " were");
        if (mean.isPresent()) {
            clauses.add(
                    mean.get() + " in flight" + most.map(words -> ", " + words).orElse(""));
        } else {
            most.ifPresent(words -> clauses.add(words + " in flight"));
        }
        known(cell, "p99_schedule_lag_ms")
                .ifPresent(lag -> clauses.add("schedule lag p99 %s ms".formatted(Figures.of(lag))));
        return Optional.of(String.join("; ", clauses));
    }

    private static Optional<Double> known(CellRecord cell, String name) {
        return Optional.ofNullable(cell.metrics().get(name));
    }
}
