package atlas.validation.metric;

import static atlas.validation.metric.RowBuilder.row;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import atlas.validation.record.CellId;
import atlas.validation.testing.CellInputBuilder;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

class CellMetricsTest {

    /**
     * Two users, four answers of five tokens each, 50 ms apart, 10 prompt tokens each.
     *
     * <pre>
     * request  sent  first token  last token
     *   0         0      100         300
     *   1         0      200         400
     *   2       300      400         600      takes the slot of 0
     *   3       400      500         700      takes the slot of 1
     * </pre>
     */
    private static final RowBuilder[] WORKED = {
        row(0).sentAt(0).ttft(100).evenGaps(4, 50).tokens(5).prompt(10),
        row(1).sentAt(0).ttft(200).evenGaps(4, 50).tokens(5).prompt(10),
        row(2).sentAt(300).ttft(100).evenGaps(4, 50).tokens(5).prompt(10),
        row(3).sentAt(400).ttft(100).evenGaps(4, 50).tokens(5).prompt(10)
    };

    private static CellMetrics worked(List<Double> percentiles) {
        return CellMetrics.of(worked().objective(new GoodputLimits(150.0, null, null))
                .percentiles(percentiles)
                .build());
    }

    /** Makes it without an objective. */
    private static CellInputBuilder worked() {
        return Cells.input(CellId.ofConcurrency("shape", 2), WORKED).gpus(2).asking(10, 5);
    }

    @Test
    void computesTheWorkedExample() {
        Map<String, Double> expected = Map.ofEntries(
                Map.entry("duration", 0.7), // 0 to 700 ms
                Map.entry("output_throughput", 20 / 0.7), // 4 * 5 tokens
                Map.entry("total_token_throughput", 60 / 0.7), // 4 * (5 + 10) tokens
                Map.entry("request_throughput", 4 / 0.7),
                Map.entry("output_tput_per_gpu", 10 / 0.7), // two GPUs
                Map.entry("per_gpu_throughput", 30 / 0.7),
                // Two in flight from 0; the first completion that nothing refills is that of 2 at 600, and 600 ms are
                // not below twice the median of 300. Inside arrive 5 + 5 + 5 tokens, and those of 3 at 500, 550, 600.
                Map.entry("steady_output_throughput", 18 / 0.6),
                Map.entry("mean_ttft_ms", 125.0), // (100 + 200 + 100 + 100) / 4
                Map.entry("median_ttft_ms", 100.0),
                Map.entry("p90_ttft_ms", 170.0), // position 2.7 of 100 100 100 200
                Map.entry("max_ttft_ms", 200.0),
                Map.entry("mean_tpot_ms", 50.0), // 200 / (5 - 1)
                Map.entry("median_itl_ms", 50.0),
                Map.entry("mean_e2el_ms", 325.0), // (300 + 400 + 300 + 300) / 4
                Map.entry("success_rate", 1.0),
                Map.entry("failed", 0.0),
                Map.entry("completed", 4.0),
                Map.entry("attempted", 4.0),
                Map.entry("goodput", 3 / 0.7), // request 1 waits longer than 150 ms
                Map.entry("goodput_ratio", 0.75),
                Map.entry("goodput_tok_s", 15 / 0.7),
                Map.entry("goodput_not_evaluable", 0.0),
                Map.entry("total_input_tokens", 40.0),
                Map.entry("total_output_tokens", 20.0),
                Map.entry("mean_isl", 10.0),
                Map.entry("mean_osl", 5.0),
                Map.entry("tokens_per_chunk", 1.0),
                Map.entry("normalized_ttft_ms_per_tok", 12.5), // 125 / 10
                Map.entry("decode_throughput_p50", 20.0), // 1000 / 50
                Map.entry("decode_latency_ratio", 1.0),
                Map.entry("max_concurrent_requests", 2.0),
                Map.entry("start_burst_ratio", 0.5));
        CellMetrics metrics = worked(List.of());
        expected.forEach((name, value) ->
                assertThat(metrics.value(name).value()).as(name).isCloseTo(value, within(1e-9)));
        assertThat(metrics.value("max_output_tokens_per_s").value())
                .as("span under 3 s")
                .isNull();
        assertThat(metrics.value("decode_ms_per_token").value())
                .as("tokens of chunks unknown")
                .isNull();
        assertThat(metrics.warnings()).isEmpty();
    }

    @Test
    void everyFigureHasTheNumberOfItsSamples() {
        CellMetrics metrics = worked(List.of());
        assertThat(metrics.value("p99_ttft_ms").n()).isEqualTo(4);
        assertThat(metrics.value("mean_itl_ms").n()).as("requests, not gaps").isEqualTo(4);
        assertThat(metrics.value("output_throughput").n()).isEqualTo(4);
        assertThat(metrics.value("success_rate").n()).isEqualTo(4);
    }

    /** It has one sample whatever the cell's requests are, which is no reason to doubt it. */
    @Test
    void whatTheClientAddsCanBeLimited() {
        CellMetrics measured = CellMetrics.of(worked().clientAdds(1.5).build());

        assertThat(measured.value("client_ttft_overhead_ms").value()).isEqualTo(1.5);
        assertThat(measured.value("client_ttft_overhead_ms").doubts()).isEmpty();
    }

    @Test
    void percentilesThatAreAskedForJoinTheUsualOnes() {
        CellMetrics metrics = worked(List.of(97.0, 99.9, 50.0));
        // Position 3 * 0.97 = 2.91 of 100 100 100 200.
        assertThat(metrics.value("p97_ttft_ms").value()).isCloseTo(191, within(1e-9));
        assertThat(metrics.values().keySet())
                .containsSubsequence(
                        "mean_ttft_ms",
                        "median_ttft_ms",
                        "p90_ttft_ms",
                        "p95_ttft_ms",
                        "p97_ttft_ms",
                        "p99_ttft_ms",
                        "p99.9_ttft_ms",
                        "max_ttft_ms")
                .doesNotContain("p50_ttft_ms");
    }

    @Test
    void everyNameIsOneOfTheRegistry() {
        MetricRegistry registry = MetricRegistry.standard();
        assertThat(worked(List.of(99.9)).values().keySet())
                .allSatisfy(name ->
                        assertThat(registry.find(name).orElseThrow().name()).isEqualTo(name))
                .doesNotContain("cold_start_ms", "tool_emit_ms", "scaling.efficiency_pct");
    }

    @Test
    void numbersKeepNullsAndOrder() {
        CellMetrics metrics = worked(List.of());
        assertThat(metrics.numbers().keySet())
                .containsExactlyElementsOf(metrics.values().keySet());
        assertThat(metrics.numbers())
                .containsEntry("max_output_tokens_per_s", null)
                .containsEntry("failed", 0.0);
    }

    @Test
    void figuresThatNothingIsKnownForAreNull() {
        CellMetrics metrics = CellMetrics.of(Cells.closedLoop(
                1,
                row(0).ttft(100).evenGaps(1, 50).tokens(2),
                row(1).sentAt(150).ttft(100).evenGaps(1, 50).tokens(2)));
        assertThat(metrics.numbers())
                .as("no prompt tokens, no GPU count, no objective")
                .containsEntry("total_token_throughput", null)
                .containsEntry("per_gpu_throughput", null)
                .containsEntry("output_tput_per_gpu", null)
                .containsEntry("mean_isl", null)
                .containsEntry("normalized_ttft_ms_per_tok", null)
                .doesNotContainKeys("goodput", "goodput_ratio", "goodput_tok_s", "goodput_not_evaluable");
        assertThat(metrics.value("output_throughput").value()).isCloseTo(4 / 0.3, within(1e-9));
    }

    @Test
    void oneMissingCountMakesTheSumUnknown() {
        CellMetrics metrics = CellMetrics.of(Cells.closedLoop(
                2,
                row(0).ttft(100).evenGaps(1, 50).tokens(2).prompt(5),
                row(1).ttft(100).evenGaps(1, 50)));
        assertThat(metrics.numbers())
                .containsEntry("output_throughput", null)
                .containsEntry("total_input_tokens", null)
                .containsEntry("mean_ttft_ms", 100.0);
    }

    @Test
    @DisplayName("the peak is the best second, each token at the arrival of its chunk")
    void peakOfTokens() {
        // Tokens at 500, 600, … 3500: any second that excludes its end holds ten of the 31.
        CellMetrics metrics = CellMetrics.of(
                Cells.closedLoop(1, row(0).ttft(500).evenGaps(30, 100).tokens(31)));
        assertThat(metrics.value("max_output_tokens_per_s").value()).isEqualTo(10.0);
        assertThat(metrics.value("output_throughput").value()).isCloseTo(31 / 3.5, within(1e-9));
    }

    @Test
    void peakOfTokensWhereTheTokensOfChunksAreKnown() {
        CellMetrics metrics = CellMetrics.of(Cells.closedLoop(
                1,
                row(0).ttft(1000).gaps(1000, 500, 1500).chunkTokens(1, 8, 7, 4).tokens(20)));
        // 8 at 2000 and 7 at 2500 fall into one second.
        assertThat(metrics.value("max_output_tokens_per_s").value()).isEqualTo(15.0);
    }

    @Test
    void checksItsInput() {
        assertThatThrownBy(() -> worked().gpus(0).build()).hasMessage("servingGpus must be positive, got [0]");
        assertThatThrownBy(() -> worked().range(0).build())
                .hasMessage("rangeRatio must be above 0 and at most 1, got [0.0]");
        assertThatThrownBy(() -> worked().percentiles(List.of(100.0)).build())
                .hasMessage("percentile must be above 0 and below 100, got [100.0]");
        assertThatThrownBy(() -> MetricValue.of(Double.NaN, 1)).hasMessage("value must be finite, got [NaN]");
        assertThatThrownBy(() -> new GoodputLimits(null, null, null))
                .hasMessage("an objective needs at least one limit");
        assertThatThrownBy(() -> new GoodputLimits(0.0, null, null)).hasMessage("ttftMs must be positive, got [0.0]");
    }
}
