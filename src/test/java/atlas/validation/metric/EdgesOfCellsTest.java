package atlas.validation.metric;

import static atlas.validation.metric.RowBuilder.failed;
import static atlas.validation.metric.RowBuilder.row;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import atlas.validation.record.Outcome;
import atlas.validation.record.TokenCountSource;
import atlas.validation.record.Warning;
import java.util.stream.IntStream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** Cells at the edges of the definitions: of one request, of no time, without a success, without a clear count. */
class EdgesOfCellsTest {

    private static final GoodputLimits ALL = new GoodputLimits(500.0, 60.0, 5000.0);

    /** With no success health counts as they are, request throughput and goodput are 0, everything else is null. */
    @Test
    void noSuccessIsAThroughputOfZeroWhoeverEndedTheRequests() {
        CellMetrics metrics = CellMetrics.of(Cells.withObjective(
                4,
                ALL,
                IntStream.range(0, 8)
                        .mapToObj(i -> failed(i, Outcome.CANCELLED).sentAt(i))
                        .toArray(RowBuilder[]::new)));

        assertThat(metrics.numbers())
                .containsEntry("cancelled", 8.0)
                .containsEntry("failed", 0.0)
                .containsEntry("completed", 0.0)
                .containsEntry("success_rate", null)
                .containsEntry("request_throughput", 0.0)
                .containsEntry("goodput", 0.0)
                .containsEntry("output_throughput", null)
                .containsEntry("mean_ttft_ms", null);
    }

    @Test
    void oneRequestOfOneTokenHasEveryFigureThatOneTokenCanHave() {
        CellMetrics metrics = CellMetrics.of(
                Cells.withObjective(1, ALL, row(0).ttft(200).tokens(1).prompt(10)));

        assertThat(metrics.numbers())
                .containsEntry("request_throughput", 5.0)
                .containsEntry("output_throughput", 5.0)
                .containsEntry("total_token_throughput", 55.0)
                .containsEntry("mean_ttft_ms", 200.0)
                .containsEntry("mean_e2el_ms", 200.0)
                .containsEntry("mean_tpot_ms", null)
                .containsEntry("mean_itl_ms", null)
                .containsEntry("steady_output_throughput", null)
                .containsEntry("max_output_tokens_per_s", null)
                .containsEntry("goodput_not_evaluable", 1.0)
                .containsEntry("goodput_ratio", null)
                .containsEntry("success_rate", 1.0);
        assertThat(metrics.value("p99_ttft_ms").value())
                .as("shown, and by itself decides nothing")
                .isEqualTo(200.0);
    }

    /** Good / (attempted − cancelled − not evaluable): a failure is bad, whatever it lacks. */
    @Test
    void goodputCountsFailuresAsBadAndLeavesOutWhatCannotBeEvaluated() {
        CellMetrics metrics = CellMetrics.of(Cells.withObjective(
                1,
                ALL,
                row(0).sentAt(0).ttft(100).evenGaps(9, 50).tokens(10),
                row(1).sentAt(1000).ttft(100).evenGaps(9, 70).tokens(10),
                row(2).sentAt(2000).ttft(100).tokens(1),
                row(3).sentAt(3000).ttft(600).tokens(1),
                failed(4, Outcome.IN_STREAM_ERROR).sentAt(3100),
                failed(5, Outcome.CANCELLED).sentAt(3200)));

        // Good: 0. Bad: 1 by TPOT, 3 by TTFT although its TPOT is unknown, 4. Not evaluable: 2. Left out: 5.
        assertThat(metrics.numbers())
                .containsEntry("goodput_not_evaluable", 1.0)
                .containsEntry("goodput_ratio", 0.25);
        assertThat(metrics.value("goodput").value()).isCloseTo(1 / 3.6, within(1e-9));
        assertThat(metrics.value("goodput_tok_s").value()).isCloseTo(10 / 3.6, within(1e-9));
    }

    @Test
    void allRequestsAtOneMomentGiveNoFigureThatIsNoNumber() {
        CellMetrics metrics = CellMetrics.of(Cells.withObjective(
                4,
                ALL,
                IntStream.range(0, 4)
                        .mapToObj(i ->
                                row(i).sentAt(100).ttft(0).gaps(0, 0).tokens(3).prompt(0))
                        .toArray(RowBuilder[]::new)));

        assertThat(metrics.numbers().values())
                .allSatisfy(value ->
                        assertThat(value == null || Double.isFinite(value)).isTrue());
        assertThat(metrics.numbers())
                .containsEntry("mean_ttft_ms", 0.0)
                .containsEntry("mean_tpot_ms", null)
                .containsEntry("output_throughput", null);
    }

    @Test
    @DisplayName("C11 a count that the chunks do not bear out is believed, and the difference is told")
    void c11TheDiscrepancyOfCountsIsReported() {
        CellMetrics metrics = CellMetrics.of(
                Cells.closedLoop(1, row(0).ttft(100).evenGaps(299, 10).tokens(1023)));

        assertThat(metrics.numbers()).containsEntry("mean_osl", 1023.0);
        assertThat(metrics.warnings())
                .filteredOn(warning -> warning.code().equals("itl_of_chunks"))
                .singleElement()
                .extracting(Warning::message)
                .asString()
                .contains("3.41 tokens each");
    }

    @Test
    void oneAnswerCountedByItsChunksMakesTheFigureOfAllDoubtful() {
        CellMetrics metrics = CellMetrics.of(Cells.closedLoop(
                1,
                row(0).sentAt(0).ttft(100).evenGaps(9, 50).tokens(10),
                row(1).sentAt(1000).ttft(100).evenGaps(9, 50).tokens(10).countedBy(TokenCountSource.CHUNKS)));

        assertThat(metrics.value("output_throughput").doubts()).containsExactly(Doubt.CHUNK_COUNTED);
        assertThat(metrics.value("mean_tpot_ms").doubts()).containsExactly(Doubt.CHUNK_COUNTED);
        assertThat(metrics.value("mean_ttft_ms").doubts()).isEmpty();
    }

    /** Tokens within the window only: from the moment that both slots are busy to the first end without a refill. */
    @Test
    void theSteadyWindowTakesNeitherTheFillingNorTheDraining() {
        // Two slots, one of them filled 100 ms later; ten answers of 200 ms, ten tokens each, every 20 ms.
        CellMetrics metrics = CellMetrics.of(Cells.closedLoop(
                2,
                IntStream.range(0, 10)
                        .mapToObj(i -> row(i).sentAt(100.0 * i)
                                .ttft(20)
                                .evenGaps(9, 20)
                                .tokens(10)
                                .streamEnd(200))
                        .toArray(RowBuilder[]::new)));

        // From 100, where the second is sent, to 1000, where the first of the last two ends: 45 tokens of each slot.
        assertThat(metrics.value("steady_output_throughput").value()).isCloseTo(90 / 0.9, within(1e-9));
    }

    /**
     * The last request is taken at 1000 and sent at 1005 over a new connection: who ends at 1002 has nobody to follow.
     */
    @Test
    void theSteadyWindowEndsWithTheFirstEndThatFindsNoRequestThoughTheLastIsNotYetSent() {
        CellMetrics metrics = CellMetrics.of(Cells.closedLoop(
                2,
                row(0).sentAt(0).ttft(100).evenGaps(4, 100).tokens(5).freedAt(500),
                row(1).sentAt(0).ttft(102).evenGaps(4, 100).tokens(5).freedAt(502),
                row(2).sentAt(500).ttft(100).evenGaps(4, 100).tokens(5).freedAt(1000),
                row(3).sentAt(502).ttft(100).evenGaps(4, 100).tokens(5).freedAt(1002),
                row(4).sentAt(1005)
                        .scheduledAt(1000)
                        .ttft(100)
                        .evenGaps(4, 100)
                        .tokens(5)
                        .freedAt(1505)));

        assertThat(metrics.value("steady_output_throughput").value()).isCloseTo(20 / 1.002, within(1e-9));
    }
}
