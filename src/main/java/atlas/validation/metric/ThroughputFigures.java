package atlas.validation.metric;

import atlas.validation.record.Counts;
import org.jspecify.annotations.Nullable;

/** Computes tokens and requests per second. */
final class ThroughputFigures {

    static final double LEAST_SPAN_OF_PEAK_SECONDS = 3;

    private ThroughputFigures() {}

    static void addTo(Figures figures, MeasuredCell cell, LatencySamples latencies) {
        Counts counts = cell.counts();
        Span span = cell.span();
        if (span == null) {
            // Requests were sent and none came back, whoever ended them: that rate is known.
            figures.add("request_throughput", cell.askedAnything() ? 0.0 : null, 0);
            return;
        }
        int n = counts.succeeded();
        double seconds = span.seconds();
        Long output = cell.outputTokens();
        Long input = cell.inputTokens();
        Integer gpus = cell.input().servingGpus();
        Double outputPerSecond = Figures.ratio(output, seconds);
        Double totalPerSecond = output == null || input == null ? null : (output + input) / seconds;
        figures.add("request_throughput", n / seconds, n);
        figures.add("output_throughput", outputPerSecond, n);
        figures.add("total_token_throughput", totalPerSecond, n);
        figures.add("output_tput_per_gpu", Figures.ratio(outputPerSecond, gpus), n);
        figures.add("per_gpu_throughput", Figures.ratio(totalPerSecond, gpus), n);
        figures.add("duration", seconds, n);
        figures.addCount("total_output_tokens", output, n);
        figures.addCount("total_input_tokens", input, n);
        figures.add("mean_osl", Figures.ratio(output, n), n);
        figures.add("mean_isl", Figures.ratio(input, n), n);
        if (output != null) {
            TokenArrivals arrivals = TokenArrivals.of(cell.successes());
            figures.add("steady_output_throughput", steady(cell, latencies, arrivals), n);
            figures.add(
                    "max_output_tokens_per_s",
                    seconds < LEAST_SPAN_OF_PEAK_SECONDS ? null : arrivals.mostWithin(1000),
                    n);
            figures.add("tokens_per_chunk", cell.chunkCounted() > 0 ? null : Figures.ratio(output, chunks(cell)), n);
        }
    }

    private static @Nullable Double steady(MeasuredCell cell, LatencySamples latencies, TokenArrivals arrivals) {
        Span window = SteadyWindow.of(cell, latencies.of(LatencyFamily.E2EL).median());
        if (window == null) {
            return null;
        }
        // What the server sent in that time for requests of the ramp was sent in that time.
        TokenArrivals all = cell.ramp().isEmpty() ? arrivals : TokenArrivals.of(cell.loadSuccesses());
        return all.within(window) / window.seconds();
    }

    private static long chunks(MeasuredCell cell) {
        return cell.successes().stream()
                .mapToLong(request -> request.row().chunks())
                .sum();
    }
}
