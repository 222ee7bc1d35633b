package atlas.validation.metric;

import atlas.validation.record.Counts;

/** Computes how the requests ended, and how many there were at once. */
final class HealthFigures {

    private HealthFigures() {}

    static void addTo(Figures figures, MeasuredCell cell) {
        Counts counts = cell.counts();
        int attempted = counts.attempted();
        int decided = attempted - counts.cancelled();
        figures.add("success_rate", Figures.ratio(counts.succeeded(), decided), decided);
        figures.addCount("failed", (long) counts.failed(), attempted);
        figures.addCount("completed", (long) counts.succeeded(), attempted);
        figures.addCount("attempted", (long) attempted, attempted);
        figures.addCount("cancelled", (long) counts.cancelled(), attempted);
        if (cell.span() != null) {
            figures.addCount(
                    "max_concurrent_requests", (long) InFlight.of(cell.load()).max(), attempted);
            figures.add("start_burst_ratio", Figures.ratio(cell.startBurst(), attempted), attempted);
        }
    }
}
