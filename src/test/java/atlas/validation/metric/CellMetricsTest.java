package atlas.validation.metric;

import static atlas.validation.metric.RowBuilder.failed;
import static atlas.validation.metric.RowBuilder.row;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import atlas.validation.record.CellId;
import atlas.validation.record.Outcome;
import atlas.validation.record.TokenCountSource;
import atlas.validation.testing.CellInputBuilder;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import java.util.stream.Stream;
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
    void warmUpIsNeverCounted() {
        CellMetrics metrics = CellMetrics.of(Cells.closedLoop(
                1,
                row(0).warmup().sentAt(0).ttft(9000).tokens(50),
                row(0).sentAt(10_000).ttft(100).gaps(100).tokens(2)));
        assertThat(metrics.counts().attempted()).isEqualTo(1);
        assertThat(metrics.value("mean_ttft_ms").value()).isEqualTo(100.0);
        assertThat(metrics.value("duration").value()).isEqualTo(0.2);
    }

    @Test
    void theSpanStartsWithAnyRequestAndEndsWithASuccessfulOne() {
        CellMetrics metrics = CellMetrics.of(Cells.closedLoop(
                3,
                failed(0, Outcome.HTTP_ERROR).sentAt(0).streamEnd(5),
                row(1).sentAt(500).ttft(100).gaps(400).tokens(2),
                failed(2, Outcome.IDLE_TIMEOUT).sentAt(600).ttft(100).gaps(9000).tokens(2)));
        // From 0, where a request was sent that failed, to the last token of the success at 1000.
        assertThat(metrics.value("duration").value()).isEqualTo(1.0);
        assertThat(metrics.value("output_throughput").value()).isEqualTo(2.0);
    }

    @Test
    @DisplayName("D10 D12 D14 with no success health is told, rates are 0 and all else is null")
    void nothingSucceeded() {
        RowBuilder[] rows = IntStream.range(0, 60)
                .mapToObj(i -> failed(i, Outcome.CONNECT_ERROR).neverSent())
                .toArray(RowBuilder[]::new);
        CellMetrics metrics = CellMetrics.of(Cells.withObjective(4, new GoodputLimits(500.0, null, null), rows));
        Map<String, Double> known = Map.of(
                "success_rate", 0.0,
                "failed", 60.0,
                "completed", 0.0,
                "attempted", 60.0,
                "cancelled", 0.0,
                "request_throughput", 0.0,
                "goodput", 0.0);
        assertThat(metrics.numbers()).containsAllEntriesOf(known);
        assertThat(metrics.numbers().entrySet())
                .filteredOn(entry -> !known.containsKey(entry.getKey()))
                .isNotEmpty()
                .allSatisfy(
                        entry -> assertThat(entry.getValue()).as(entry.getKey()).isNull());
        assertThat(metrics.series()).isNull();
    }

    @Test
    void nothingWasSent() {
        CellMetrics metrics = CellMetrics.of(Cells.closedLoop(4));
        assertThat(metrics.numbers())
                .containsEntry("success_rate", null)
                .containsEntry("request_throughput", null)
                .containsEntry("completed", 0.0);
    }

    @Test
    @DisplayName("D17 requests given up at the end are neither successes nor failures")
    void cancelledRequestsStandApart() {
        RowBuilder[] rows = Stream.concat(
                        IntStream.range(0, 6)
                                .mapToObj(i -> row(i).sentAt(i * 200.0)
                                        .ttft(100)
                                        .gaps(100)
                                        .tokens(2)),
                        IntStream.range(6, 14)
                                .mapToObj(i -> failed(i, Outcome.CANCELLED).sentAt(1200)))
                .toArray(RowBuilder[]::new);
        CellMetrics metrics = CellMetrics.of(Cells.closedLoop(8, rows));
        assertThat(metrics.numbers())
                .containsEntry("success_rate", 1.0)
                .containsEntry("failed", 0.0)
                .containsEntry("completed", 6.0)
                .containsEntry("cancelled", 8.0);
    }

    @Test
    @DisplayName("D9 D15 failures lower the success rate and are counted")
    void failuresCount() {
        CellMetrics metrics = CellMetrics.of(Cells.closedLoop(
                1,
                row(0).ttft(100).gaps(100).tokens(2),
                failed(1, Outcome.HTTP_ERROR).sentAt(200),
                failed(2, Outcome.HTTP_ERROR).sentAt(210),
                failed(3, Outcome.CANCELLED).sentAt(220)));
        assertThat(metrics.value("success_rate").value()).isCloseTo(1 / 3.0, within(1e-12));
        assertThat(metrics.value("failed").value()).isEqualTo(2.0);
        assertThat(metrics.counts().byOutcome()).isEqualTo(Map.of("success", 1, "http_error", 2, "cancelled", 1));
    }

    @Test
    @DisplayName("D18 one stuck request leaves the figures of the others")
    void oneStuckRequest() {
        RowBuilder[] rows = Stream.concat(
                        IntStream.range(0, 49)
                                .mapToObj(i -> row(i).sentAt(i * 200.0)
                                        .ttft(100)
                                        .gaps(100)
                                        .tokens(2)),
                        Stream.of(failed(49, Outcome.FIRST_TOKEN_TIMEOUT)
                                .sentAt(0)
                                .streamEnd(60_000)))
                .toArray(RowBuilder[]::new);
        CellMetrics metrics = CellMetrics.of(Cells.closedLoop(2, rows));
        assertThat(metrics.value("duration").value())
                .as("ends with the last success")
                .isEqualTo(9.8);
        assertThat(metrics.value("p99_ttft_ms").value()).isEqualTo(100.0);
        assertThat(metrics.value("failed").value()).isEqualTo(1.0);
    }

    @Test
    void aSpanOfNoLengthGivesNoRate() {
        CellMetrics metrics = CellMetrics.of(Cells.closedLoop(1, row(0).ttft(0).tokens(1)));
        assertThat(metrics.numbers())
                .containsEntry("duration", 0.0)
                .containsEntry("output_throughput", null)
                .containsEntry("request_throughput", null);
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
    void tokensCountedByChunksMakeTokenFiguresDoubtful() {
        CellMetrics metrics = CellMetrics.of(Cells.withObjective(
                1,
                new GoodputLimits(500.0, 60.0, null),
                row(0).ttft(100).evenGaps(4, 50).tokens(5).countedBy(TokenCountSource.CHUNKS)));
        assertThat(List.of("output_throughput", "mean_tpot_ms", "p99_itl_ms", "mean_osl", "goodput", "goodput_ratio"))
                .allSatisfy(name ->
                        assertThat(metrics.value(name).doubts()).as(name).containsExactly(Doubt.CHUNK_COUNTED));
        assertThat(List.of("mean_ttft_ms", "mean_e2el_ms", "request_throughput", "success_rate"))
                .allSatisfy(name ->
                        assertThat(metrics.value(name).doubts()).as(name).isEmpty());
        assertThat(metrics.value("tokens_per_chunk").value()).isNull();
    }

    @Test
    void shortAnswersMakeThroughputDoubtful() {
        RowBuilder[] rows = IntStream.range(0, 4)
                .mapToObj(i -> row(i).sentAt(i * 1000.0)
                        .ttft(100)
                        .evenGaps(38, 10)
                        .tokens(39)
                        .warning("length_not_forced"))
                .toArray(RowBuilder[]::new);
        // 39 of 50 tokens are 78 %, 39 of 48 are 81 %.
        CellMetrics tooShort = CellMetrics.of(Cells.asking(1, null, 50, rows));
        assertThat(tooShort.value("output_throughput").doubts()).containsExactly(Doubt.SHORT_OUTPUTS);
        assertThat(tooShort.value("request_throughput").doubts()).containsExactly(Doubt.SHORT_OUTPUTS);
        assertThat(tooShort.value("mean_tpot_ms").doubts()).isEmpty();
        CellMetrics longEnough = CellMetrics.of(Cells.asking(1, null, 48, rows));
        assertThat(longEnough.value("output_throughput").doubts()).isEmpty();
        assertThat(longEnough.warnings()).extracting("code").contains("length_not_forced");
    }

    @Test
    @DisplayName("counts above the limit leave what rests on tokens undecided, and nothing else")
    void countsThatCannotBeBelieved() {
        CellMetrics metrics = CellMetrics.of(Cells.asking(
                1, null, 16, row(0).ttft(100).gaps(20, 20).tokens(100_000).warning("more_tokens_than_asked")));
        assertThat(List.of("output_throughput", "mean_tpot_ms", "mean_itl_ms", "mean_osl"))
                .allSatisfy(name ->
                        assertThat(metrics.value(name).doubts()).as(name).containsExactly(Doubt.COUNT_ABOVE_LIMIT));
        assertThat(List.of("mean_ttft_ms", "mean_e2el_ms", "request_throughput", "success_rate"))
                .allSatisfy(name ->
                        assertThat(metrics.value(name).doubts()).as(name).isEmpty());
    }

    @Test
    void aCountThatIsOneTooHighMovesNoFigure() {
        CellMetrics one = CellMetrics.of(
                Cells.asking(1, null, 100, row(0).ttft(100).evenGaps(100, 20).tokens(101)));
        assertThat(one.value("output_throughput").doubts()).isEmpty();
        assertThat(one.warnings()).extracting("code").containsExactly("more_tokens_than_asked");
        CellMetrics unknownLimit = CellMetrics.of(Cells.closedLoop(
                1, row(0).ttft(100).evenGaps(100, 20).tokens(101).warning("more_tokens_than_asked")));
        assertThat(unknownLimit.value("output_throughput").doubts())
                .as("by how much is not known")
                .containsExactly(Doubt.COUNT_ABOVE_LIMIT);
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
