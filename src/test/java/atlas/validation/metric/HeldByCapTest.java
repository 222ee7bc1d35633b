package atlas.validation.metric;

import static atlas.validation.metric.RowBuilder.failed;
import static atlas.validation.metric.RowBuilder.row;
import static org.assertj.core.api.Assertions.assertThat;

import atlas.validation.record.ClientReadings;
import atlas.validation.record.Outcome;
import atlas.validation.record.Warning;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Rate cells whose cap, or whose server, lets few of the arrivals through. */
class HeldByCapTest {

    /** Ten arrivals a second at a cap of 1; four are sent, one a second, the others never. */
    private static CellInput fourOfTwenty() {
        return Cells.capped(
                10,
                1,
                Stream.concat(
                                IntStream.range(0, 4)
                                        .mapToObj(i -> row(i).ttft(100)
                                                .gaps(900)
                                                .tokens(2)
                                                .sentAt(1000.0 * i)
                                                .scheduledAt(100.0 * i)),
                                IntStream.range(4, 20)
                                        .mapToObj(i -> failed(i, Outcome.CANCELLED)
                                                .scheduledAt(100.0 * i)
                                                .neverSent()))
                        .toArray(RowBuilder[]::new));
    }

    @Test
    void whatWasNeverSentIsNoPartOfTheSentRate() {
        CellMetrics metrics = CellMetrics.of(fourOfTwenty());

        assertThat(metrics.value("attempted_rate").value()).isEqualTo(1.0);
        assertThat(metrics.warnings())
                .filteredOn(warning -> warning.code().equals("held_by_cap"))
                .extracting(Warning::message)
                .singleElement()
                .asString()
                .contains("16 were never sent: 1.00 a second were sent");
    }

    @Test
    void noMoreAreInFlightOnAverageThanTheCapAllows() {
        CellMetrics metrics = CellMetrics.of(fourOfTwenty());

        assertThat(metrics.value("max_concurrent_requests").value()).isEqualTo(1.0);
        assertThat(metrics.value("mean_in_flight").value()).isEqualTo(1.0);
    }

    @Test
    void whatFoundNoConnectionWasStartedAndIsNotInFlight() {
        CellMetrics metrics = CellMetrics.of(Cells.atRate(
                10,
                null,
                row(0).ttft(100).gaps(300).tokens(2).sentAt(0).scheduledAt(0),
                failed(1, Outcome.CONNECT_ERROR).scheduledAt(100).neverSent(),
                row(2).ttft(100).gaps(300).tokens(2).sentAt(200).scheduledAt(200),
                failed(3, Outcome.CONNECT_ERROR).scheduledAt(300).neverSent()));

        assertThat(metrics.value("attempted_rate").value()).isEqualTo(10.0);
        assertThat(metrics.value("mean_in_flight").value()).isEqualTo(2.0);
    }

    @Test
    void aCapThatHeldEveryRequestIsNoLagOfTheClient() {
        CellInput cell = Cells.capped(
                10,
                1,
                row(0).ramp().ttft(100).gaps(4900).tokens(2).sentAt(0).scheduledAt(0),
                row(1).ttft(100).gaps(900).tokens(2).sentAt(5000).scheduledAt(1000),
                row(2).ttft(100).gaps(900).tokens(2).sentAt(6000).scheduledAt(1100));
        CellMetrics metrics = CellMetrics.of(cell);
        assertThat(metrics.value("p99_schedule_lag_ms").value()).isNull();

        ClientReadings readings = RequestReadings.addTo(ClientReadings.NONE, cell.rows(), metrics, true);

        assertThat(readings.scheduleLagP99Ms()).isNull();
        assertThat(readings.scheduleLagSamples()).isZero();
    }
}
