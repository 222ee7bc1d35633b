package atlas.validation.metric;

import java.util.List;
import java.util.Objects;

/** Computes means, medians, maxima and percentiles of every latency, and what derives from them. */
final class LatencyFigures {

    private LatencyFigures() {}

    static void addTo(Figures figures, MeasuredCell cell, LatencySamples latencies, List<Statistic> statistics) {
        for (LatencyFamily family : LatencyFamily.values()) {
            Samples samples = latencies.of(family);
            for (Statistic statistic : statistics) {
                figures.add(statistic.prefix() + "_" + family.suffix(), statistic.of(samples), samples.n());
            }
        }
        Samples tpot = latencies.of(LatencyFamily.TPOT);
        Samples itl = latencies.of(LatencyFamily.ITL);
        Samples ttft = latencies.of(LatencyFamily.TTFT);
        Samples decode = Samples.of(cell.successes().stream()
                .map(MeasuredRequest::decodeMsPerToken)
                .filter(Objects::nonNull)
                .toList());
        figures.add("decode_throughput_p50", Figures.ratio(1000, tpot.median()), tpot.n());
        figures.add("decode_latency_ratio", Figures.ratio(itl.percentile(99), itl.median()), itl.n());
        figures.add("decode_ms_per_token", decode.median(), decode.n());
        Samples prefill = Samples.of(cell.successes().stream()
                .map(MeasuredRequest::prefillTokensPerSecond)
                .filter(Objects::nonNull)
                .toList());
        figures.add("prefill_throughput_p50", prefill.median(), prefill.n());
        figures.add(
                "normalized_ttft_ms_per_tok",
                Figures.ratio(ttft.mean(), figures.get("mean_isl").value()),
                ttft.n());
    }
}
