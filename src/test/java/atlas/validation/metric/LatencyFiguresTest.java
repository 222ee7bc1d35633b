package atlas.validation.metric;

import static atlas.validation.metric.RowBuilder.row;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

class LatencyFiguresTest {

    @Test
    @DisplayName("E1 gaps never include the time to the first token")
    void gapsAreWithoutTtft() {
        // Tokens at 200, 210, 220.
        CellMetrics metrics =
                CellMetrics.of(Cells.closedLoop(1, row(0).ttft(200).gaps(10, 10).tokens(3)));
        assertThat(metrics.value("max_itl_ms").value()).isEqualTo(10.0);
        assertThat(metrics.value("mean_tpot_ms").value()).isEqualTo(10.0);
    }

    @Test
    @DisplayName("E3 one token each: TPOT and ITL are the gap")
    void singleTokens() {
        CellMetrics metrics = CellMetrics.of(
                Cells.closedLoop(1, row(0).ttft(500).evenGaps(49, 1000).tokens(50)));
        assertThat(metrics.value("mean_tpot_ms").value()).isEqualTo(1000.0);
        assertThat(metrics.value("mean_itl_ms").value()).isEqualTo(1000.0);
        assertThat(metrics.value("tokens_per_chunk").value()).isEqualTo(1.0);
    }

    @Test
    @DisplayName("E3 ten tokens a chunk: TPOT spreads, ITL is the gap of chunks where their tokens are not known")
    void manyTokensInAChunk() {
        CellMetrics metrics = CellMetrics.of(
                Cells.closedLoop(1, row(0).ttft(500).evenGaps(4, 10_000).tokens(50)));
        // 40,000 ms over the 49 tokens after the first.
        assertThat(metrics.value("mean_tpot_ms").value()).isCloseTo(40_000 / 49.0, within(1e-9));
        assertThat(metrics.value("mean_itl_ms").value()).isEqualTo(10_000.0);
        assertThat(metrics.value("tokens_per_chunk").value()).isEqualTo(10.0);
        assertThat(metrics.warnings()).extracting("code").contains("itl_of_chunks");
    }

    @Test
    @DisplayName("E5 gaps of speculative chunks are spread over their tokens")
    void speculativeChunks() {
        // Chunks of 1, 4, 4, 3 tokens at 100, 110, 120, 130.
        CellMetrics metrics = CellMetrics.of(Cells.closedLoop(
                1, row(0).ttft(100).gaps(10, 10, 10).chunkTokens(1, 4, 4, 3).tokens(12)));
        assertThat(metrics.value("mean_tpot_ms").value()).isCloseTo(30 / 11.0, within(1e-12));
        // 2.5 eight times and 10/3 three times: 30 / 11 again; the median is the sixth of eleven.
        assertThat(metrics.value("mean_itl_ms").value()).isCloseTo(30 / 11.0, within(1e-12));
        assertThat(metrics.value("median_itl_ms").value()).isEqualTo(2.5);
        assertThat(metrics.value("max_itl_ms").value()).isCloseTo(10 / 3.0, within(1e-12));
        assertThat(metrics.value("mean_itl_ms").n()).isEqualTo(1);
        // 30 ms over the 12 - 1 tokens after the first chunk.
        assertThat(metrics.value("decode_ms_per_token").value()).isCloseTo(30 / 11.0, within(1e-12));
        assertThat(metrics.warnings()).extracting("code").doesNotContain("itl_of_chunks");
    }

    @Test
    @DisplayName("decode time leaves the tokens of the first chunk out, TPOT only the first token")
    void firstChunkOfManyTokens() {
        CellMetrics metrics = CellMetrics.of(Cells.closedLoop(
                1, row(0).ttft(100).gaps(40, 40).chunkTokens(4, 4, 4).tokens(12)));
        assertThat(metrics.value("mean_tpot_ms").value()).isCloseTo(80 / 11.0, within(1e-12));
        assertThat(metrics.value("decode_ms_per_token").value()).isEqualTo(10.0); // 80 / (12 - 4)
    }

    @Test
    void aChunkWithoutTokensLendsItsGapToTheNext() {
        CellMetrics metrics = CellMetrics.of(Cells.closedLoop(
                1, row(0).ttft(100).gaps(10, 20, 8).chunkTokens(1, 0, 3, 1).tokens(5)));
        // (10 + 20) / 3 three times, then 8.
        assertThat(metrics.value("max_itl_ms").value()).isEqualTo(10.0);
        assertThat(metrics.value("mean_itl_ms").value()).isEqualTo(9.5);
    }

    @Test
    @DisplayName("E6 E7 one token has no TPOT, and it is null, not 0")
    void oneToken() {
        CellMetrics metrics =
                CellMetrics.of(Cells.closedLoop(1, row(0).ttft(100).tokens(1)));
        assertThat(metrics.numbers())
                .containsEntry("mean_tpot_ms", null)
                .containsEntry("mean_itl_ms", null)
                .containsEntry("decode_throughput_p50", null)
                .containsEntry("decode_latency_ratio", null)
                .containsEntry("mean_ttft_ms", 100.0);
        assertThat(metrics.warnings())
                .extracting("message")
                .contains("TPOT rests on 0 of 1 answers, excluded: 1 (one token only)");
    }

    @Test
    @DisplayName("E18 answers in one read are excluded from TPOT and the cell says how many")
    void coalescedReads() {
        RowBuilder[] rows = Stream.concat(
                        IntStream.range(0, 9)
                                .mapToObj(i -> row(i).sentAt(i)
                                        .ttft(100)
                                        .evenGaps(49, 10)
                                        .tokens(50)),
                        Stream.of(row(9).sentAt(9).ttft(600).evenGaps(49, 0).tokens(50)))
                .toArray(RowBuilder[]::new);
        CellMetrics metrics = CellMetrics.of(Cells.closedLoop(10, rows));
        assertThat(metrics.value("mean_tpot_ms")).isEqualTo(MetricValue.of(10, 9));
        assertThat(metrics.value("mean_ttft_ms").n()).isEqualTo(10);
        assertThat(metrics.warnings())
                .extracting("message")
                .contains(
                        "TPOT rests on 9 of 10 answers, excluded: 1 (coalesced: all tokens at once, under 0.1 ms each)");
    }

    @Test
    @DisplayName("E18 answers that the socket cut in a few reads are excluded like those in one")
    void nearlyCoalescedReads() {
        CellMetrics metrics = CellMetrics.of(Cells.closedLoop(
                4,
                row(0).ttft(100).gaps(0, 0, 0.088).tokens(4),
                row(1).ttft(100).gaps(0.075).tokens(16),
                row(2).ttft(100).gaps(2, 2, 2).tokens(4),
                row(3).ttft(100).gaps(2, 2, 2).tokens(4)));
        assertThat(metrics.value("median_tpot_ms")).isEqualTo(MetricValue.of(2, 2));
        assertThat(metrics.value("median_itl_ms")).isEqualTo(MetricValue.of(2, 2));
    }

    @Test
    @DisplayName("E18 what is left out of TPOT for its pace is told by the definition, and is nothing slower")
    void paceOfABuffer() {
        CellMetrics metrics = CellMetrics.of(Cells.closedLoop(
                3,
                row(0).ttft(100).gaps(0.09, 0.09, 0.09).tokens(4),
                row(1).ttft(100).gaps(0.11, 0.11, 0.11).tokens(4),
                row(2).ttft(100).gaps(0, 0, 0.33).tokens(4)));

        assertThat(metrics.value("max_tpot_ms").value()).isCloseTo(0.11, within(1e-9));
        assertThat(metrics.value("mean_tpot_ms").n()).isEqualTo(2);
        assertThat(MetricRegistry.standard().find("mean_tpot_ms").orElseThrow().definition())
                .contains("in one read, or at less than 0.1 ms each");
    }

    @Test
    @DisplayName("tokens that come in bursts of one read have a time per token")
    void burstsAreNotCoalesced() {
        CellMetrics metrics = CellMetrics.of(
                Cells.closedLoop(1, row(0).ttft(100).gaps(0, 0, 40, 0, 0, 0, 40).tokens(8)));
        assertThat(metrics.value("median_tpot_ms").value()).isCloseTo(80 / 7.0, within(1e-9));
    }

    @Test
    @DisplayName("a TPOT of the few answers that were not excluded decides nothing")
    void mostAnswersAreExcluded() {
        RowBuilder[] rows = Stream.concat(
                        IntStream.range(0, 4)
                                .mapToObj(i -> row(i).sentAt(i)
                                        .ttft(100)
                                        .evenGaps(15, 10)
                                        .tokens(16)),
                        IntStream.range(4, 9)
                                .mapToObj(i -> row(i).sentAt(i).ttft(100).tokens(16)))
                .toArray(RowBuilder[]::new);
        CellMetrics metrics = CellMetrics.of(Cells.withObjective(9, new GoodputLimits(null, 50.0, null), rows));
        assertThat(List.of("median_tpot_ms", "mean_itl_ms", "decode_throughput_p50", "goodput"))
                .allSatisfy(name ->
                        assertThat(metrics.value(name).doubts()).as(name).containsExactly(Doubt.MOSTLY_EXCLUDED));
        assertThat(List.of("median_ttft_ms", "output_throughput", "success_rate"))
                .allSatisfy(name ->
                        assertThat(metrics.value(name).doubts()).as(name).isEmpty());
    }

    @Test
    @DisplayName("B5 an answer of reasoning alone has a TTFT and no TTFO")
    void reasoningOnly() {
        CellMetrics metrics = CellMetrics.of(
                Cells.closedLoop(1, row(0).ttft(50).ttfo(null).evenGaps(255, 10).tokens(256)));
        assertThat(metrics.value("mean_ttft_ms").value()).isEqualTo(50.0);
        assertThat(metrics.value("mean_ttfo_ms"))
                .isEqualTo(MetricValue.unmeasured("no answer has a token beside its reasoning"));
    }

    @Test
    @DisplayName("B7 a time that is missing is left out and never 0")
    void missingTimesAreLeftOut() {
        CellMetrics metrics = CellMetrics.of(Cells.closedLoop(
                2,
                row(0).ttft(100).ttfo(9555.0).gaps(10_000).tokens(2),
                row(1).ttft(100).ttfo(null).gaps(10_000).tokens(2)));
        assertThat(metrics.value("median_ttfo_ms")).isEqualTo(MetricValue.of(9555, 1));
    }

    @Test
    void timesFromScheduledHoldTheWaitBeforeSending() {
        CellMetrics metrics = CellMetrics.of(Cells.atRate(
                8, null, row(0).sentAt(40).scheduledAt(10).ttft(100).gaps(50).tokens(2)));
        assertThat(metrics.value("mean_scheduled_ttft_ms").value()).isEqualTo(130.0);
        assertThat(metrics.value("mean_scheduled_e2el_ms").value()).isEqualTo(180.0);
        assertThat(metrics.value("mean_ttft_ms").value()).isEqualTo(100.0);
    }

    @Test
    @DisplayName("B19 the first event with choices is kept under its own name")
    void firstEventOfVllm() {
        CellMetrics metrics = CellMetrics.of(
                Cells.closedLoop(1, row(0).firstEvent(5).ttft(200).gaps(60).tokens(6)));
        assertThat(metrics.value("mean_vllm_ttft_ms").value()).isEqualTo(5.0);
        assertThat(metrics.value("mean_ttft_ms").value()).isEqualTo(200.0);
        assertThat(metrics.value("mean_tpot_ms").value()).isEqualTo(12.0); // 60 / 5
    }

    @Test
    void tailOverMedianOfGaps() {
        CellMetrics metrics = CellMetrics.of(
                Cells.closedLoop(1, row(0).ttft(1).gaps(10, 10, 10, 10, 60).tokens(6)));
        // p99 of 10 10 10 10 60 lies at position 3.96: 10 + 0.96 * 50 = 58.
        assertThat(metrics.value("decode_latency_ratio").value()).isCloseTo(5.8, within(1e-9));
    }
}
