package atlas.validation.metric;

import static atlas.validation.metric.RowBuilder.failed;
import static atlas.validation.metric.RowBuilder.row;
import static org.assertj.core.api.Assertions.assertThat;

import atlas.validation.record.Outcome;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class InFlightTest {

    @Test
    void anEndMakesRoomForASendOfTheSameMoment() {
        InFlight inFlight =
                inFlight(row(0).sentAt(0).ttft(100), row(1).sentAt(100).ttft(100));
        assertThat(inFlight.max()).isEqualTo(1);
        assertThat(inFlight.firstAt(1)).isEqualTo(0.0);
        assertThat(inFlight.firstAt(2)).isNull();
    }

    @Test
    void theStreamEndCountsAndNotTheLastToken() {
        assertThat(inFlight(
                                row(0).sentAt(0).ttft(100).streamEnd(110),
                                row(1).sentAt(105).ttft(100))
                        .max())
                .isEqualTo(2);
    }

    @Test
    void whatWasNeverSentIsNotInFlight() {
        assertThat(inFlight(failed(0, Outcome.CONNECT_ERROR).neverSent()).max()).isZero();
    }

    @Test
    void levelsAtTheEndsOfBuckets() {
        InFlight inFlight =
                inFlight(row(0).sentAt(0).ttft(250), row(1).sentAt(50).ttft(100));
        // Ends at 250 and at 150.
        assertThat(inFlight.atEnds(4, 100)).containsExactly(2, 1, 0, 0);
    }

    private static InFlight inFlight(RowBuilder... rows) {
        return InFlight.of(
                Stream.of(rows).map(RowBuilder::build).map(MeasuredRequest::new).toList());
    }
}
