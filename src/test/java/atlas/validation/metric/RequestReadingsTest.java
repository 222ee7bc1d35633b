package atlas.validation.metric;

import static atlas.validation.metric.RowBuilder.row;
import static org.assertj.core.api.Assertions.assertThat;

import atlas.validation.record.ClientReadings;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class RequestReadingsTest {

    /** Was due at 10 ms, and sent later. */
    private static RowBuilder sentAt(double ms) {
        return row(0).sentAt(ms).scheduledAt(10);
    }

    private static ClientReadings of(RowBuilder... rows) {
        return RequestReadings.addTo(
                ClientReadings.NONE, Stream.of(rows).map(RowBuilder::build).toList());
    }

    @Test
    void lagIsThatOfRequestsWhichWaitedForNobody() {
        ClientReadings readings = of(
                sentAt(13),
                sentAt(99).newConnection(),
                sentAt(99).retries(1),
                row(0).scheduledAt(10).neverSent(),
                sentAt(99).warmup());
        assertThat(readings.scheduleLagP99Ms()).isEqualTo(3.0);
        assertThat(readings.scheduleLagSamples()).isEqualTo(1);
    }

    @Test
    void tokenEventsWithoutAGapCameInOneRead() {
        ClientReadings readings =
                of(row(0).ttft(1).gaps(0, 0, 0, 40), row(1).ttft(1).gaps(0.001, 10, 10, 10));
        assertThat(readings.sharedReadsPct()).isEqualTo(37.5);
    }

    @Test
    void nothingMeasuredIsNothingKnown() {
        assertThat(of()).isEqualTo(ClientReadings.NONE);
    }
}
