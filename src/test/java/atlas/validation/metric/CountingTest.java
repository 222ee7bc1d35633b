package atlas.validation.metric;

import static atlas.validation.metric.RowBuilder.failed;
import static atlas.validation.metric.RowBuilder.row;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import atlas.validation.record.Outcome;
import java.util.Map;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** Which requests count in which figure, from those that warm up to the one that hangs. */
class CountingTest {

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
    void givenUpBeforeItWasSentIsNotSent() {
        CellMetrics metrics = CellMetrics.of(Cells.withObjective(
                4,
                new GoodputLimits(500.0, null, null),
                failed(0, Outcome.CANCELLED).neverSent(),
                failed(1, Outcome.CANCELLED).neverSent()));
        assertThat(metrics.numbers())
                .containsEntry("cancelled", 2.0)
                .containsEntry("request_throughput", null)
                .containsEntry("goodput", null);
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
}
