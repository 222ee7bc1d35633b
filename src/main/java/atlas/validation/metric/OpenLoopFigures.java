package atlas.validation.metric;

import java.util.Objects;

/** Computes what tells whether the asked load was sent, and what the ramp before it looked like. */
final class OpenLoopFigures {

    private OpenLoopFigures() {}

    static void addTo(Figures figures, MeasuredCell cell) {
        int attempted = cell.counts().attempted();
        Double rate = OpenLoop.attemptedRate(cell);
        figures.add("attempted_rate", rate, attempted);
        if (!cell.input().atRate()) {
            return;
        }
        Double inFlight = OpenLoop.meanTimeInFlight(cell);
        figures.add("mean_in_flight", rate == null || inFlight == null ? null : rate * inFlight / 1000, attempted);
        OpenLoop loop = OpenLoop.of(cell);
        Samples lag = loop.lag();
        figures.add("median_schedule_lag_ms", lag.median(), lag.n());
        figures.add("p99_schedule_lag_ms", lag.percentile(99), lag.n());
        figures.add("max_schedule_lag_ms", lag.max(), lag.n());
        if (cell.input().cap() != null) {
            figures.addCount("held_by_cap", loop.held().n() + loop.neverSent(), attempted);
            figures.add("mean_cap_wait_ms", loop.held().mean(), loop.held().n());
        }
        if (!cell.ramp().isEmpty()) {
            Samples ttft = rampTtft(cell);
            int all = cell.ramp().size();
            figures.addCount("ramp_requests", (long) all, all);
            figures.addCount(
                    "ramp_failed",
                    cell.ramp().stream()
                            .filter(request -> request.row().outcome().isFailure())
                            .count(),
                    all);
            figures.add("ramp_median_ttft_ms", ttft.median(), ttft.n());
        }
    }

    static Samples rampTtft(MeasuredCell cell) {
        return Samples.of(cell.ramp().stream()
                .filter(MeasuredRequest::succeeded)
                .map(request -> request.row().ttftMs())
                .filter(Objects::nonNull)
                .toList());
    }
}
