package atlas.validation.metric;

import static atlas.validation.metric.RowBuilder.failed;
import static atlas.validation.metric.RowBuilder.row;
import static org.assertj.core.api.Assertions.assertThat;

import atlas.validation.record.Outcome;
import atlas.validation.record.Series;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class CellSeriesTest {

    @Test
    void buckets() {
        CellMetrics metrics = CellMetrics.of(Cells.closedLoop(
                2,
                row(0).sentAt(0).ttft(50).evenGaps(2, 100).tokens(3), // tokens at 50, 150, 250
                failed(1, Outcome.HTTP_ERROR).sentAt(10).scheduledAt(3).streamEnd(120))); // ends at 130
        Series series = Objects.requireNonNull(metrics.series());
        assertThat(series.bucketMs()).isEqualTo(100);
        assertThat(series.inFlight()).containsExactly(2, 1, 0);
        assertThat(series.tokS()).containsExactly(10.0, 10.0, 10.0);
        assertThat(series.errors()).containsExactly(0, 1, 0);
        assertThat(series.lagMs()).as("no lag where nothing was sent").containsExactly(7.0, null, null);
        assertThat(series.cdf()).containsOnlyKeys("ttft", "tpot", "e2e");
        assertThat(series.cdf().get("e2e")).containsExactly(new double[] {1, 250});
    }

    @Test
    void theSlowestAndASampleOfTheOthersAreDrawn() {
        RowBuilder[] rows = IntStream.range(0, 400)
                .mapToObj(i -> row(i).sentAt(i).ttft(5).evenGaps(1, i == 398 ? 900 : 10))
                .toArray(RowBuilder[]::new);
        List<Series.Lane> lanes = Objects.requireNonNull(
                        CellMetrics.of(Cells.closedLoop(2, rows)).series())
                .lanes();

        assertThat(lanes).hasSizeBetween(50, 100);
        assertThat(lanes).extracting(Series.Lane::index).doesNotHaveDuplicates().contains(0, 398);
        assertThat(lanes).isSortedAccordingTo(Comparator.comparingDouble(Series.Lane::sentAtMs));
    }

    @Test
    void aLaneTellsItsPromptItsCacheAndWhetherItIsOfTheSample() {
        RowBuilder[] rows = IntStream.range(0, 400)
                .mapToObj(i -> row(i).sentAt(i).ttft(5).evenGaps(1, i == 398 ? 900 : 10))
                .toArray(RowBuilder[]::new);
        List<Series.Lane> lanes = Objects.requireNonNull(
                        CellMetrics.of(Cells.closedLoop(2, rows)).series())
                .lanes();

        assertThat(lanes.stream().filter(Series.Lane::sampled)).hasSize(50);
        assertThat(lanes)
                .filteredOn(lane -> lane.index() == 398)
                .singleElement()
                .satisfies(lane -> assertThat(lane.decodeMs()).containsExactly(new double[] {900, 900}));
    }

    @ParameterizedTest(name = "{0} ms are cut into buckets of {1} ms")
    @CsvSource({"1, 100", "19999, 100", "20000, 200", "40000, 500", "60000, 500", "100000, 1000", "7200000, 50000"})
    void bucketsAreRoundAndFew(double endMs, int width) {
        assertThat(CellSeries.bucketMillis(endMs)).isEqualTo(width);
    }
}
