package atlas.validation.metric;

import static atlas.validation.metric.RowBuilder.row;
import static org.assertj.core.api.Assertions.assertThat;

import atlas.validation.record.TokenCountSource;
import java.util.List;
import java.util.Set;
import java.util.stream.IntStream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** What of a cell makes which of its figures unfit to decide by. */
class DoubtsTest {

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
    void aFigureOfTheCalibrationIsKnownByItsScopeAndNotDoubtedForItsOneSample() {
        CellDoubts doubts = new CellDoubts(false, false, false, false, 100);
        MetricDefinition known =
                MetricRegistry.standard().find("client_ttft_overhead_ms").orElseThrow();
        MetricDefinition another = new MetricDefinition(
                "client_other_ms", known.unit(), known.better(), known.tier(), known.scopes(), null, "Another.");
        MetricDefinition ofRequests = new MetricDefinition(
                "client_ttft_overhead_ms", known.unit(), known.better(), known.tier(), Set.of(), null, "Of requests.");

        assertThat(known.scopes()).containsExactly(Scope.CALIBRATION);
        assertThat(doubts.applyTo(another, MetricValue.of(1.5, 1)).doubts()).isEmpty();
        assertThat(doubts.applyTo(ofRequests, MetricValue.of(1.5, 1)).doubts()).containsExactly(Doubt.MOSTLY_EXCLUDED);
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
}
