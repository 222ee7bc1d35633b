package atlas.validation.metric;

import static org.assertj.core.api.Assertions.assertThat;

import atlas.validation.record.ClientReadings;
import atlas.validation.record.ConnectionUse;
import atlas.validation.record.Outcome;
import atlas.validation.record.Phase;
import atlas.validation.record.RequestRecord;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class RequestReadingsTest {

    private static RequestRecord row(
            Phase phase,
            @Nullable Double scheduled,
            @Nullable Double sent,
            ConnectionUse use,
            int retries,
            double... gaps) {
        return new RequestRecord(
                "t",
                "c",
                0,
                0,
                0,
                phase,
                Outcome.SUCCESS,
                200,
                null,
                "length",
                scheduled,
                sent,
                null,
                1.0,
                1.0,
                1.0,
                2.0,
                2.0,
                null,
                null,
                null,
                null,
                null,
                null,
                gaps.length + 1,
                gaps,
                null,
                1.0,
                use,
                retries,
                List.of());
    }

    private static ClientReadings of(RequestRecord... rows) {
        return RequestReadings.addTo(ClientReadings.NONE, List.of(rows));
    }

    @Test
    void lagIsThatOfRequestsWhichWaitedForNobody() {
        ClientReadings readings = of(
                row(Phase.MEASURE, 10.0, 13.0, ConnectionUse.REUSED, 0),
                row(Phase.MEASURE, 10.0, 99.0, ConnectionUse.NEW, 0),
                row(Phase.MEASURE, 10.0, 99.0, ConnectionUse.REUSED, 1),
                row(Phase.MEASURE, 10.0, null, ConnectionUse.REUSED, 0),
                row(Phase.WARMUP, 10.0, 99.0, ConnectionUse.REUSED, 0));
        assertThat(readings.scheduleLagP99Ms()).isEqualTo(3.0);
        assertThat(readings.scheduleLagSamples()).isEqualTo(1);
    }

    @Test
    void tokenEventsWithoutAGapCameInOneRead() {
        ClientReadings readings = of(
                row(Phase.MEASURE, 0.0, 0.0, ConnectionUse.REUSED, 0, 0, 0, 0, 40),
                row(Phase.MEASURE, 0.0, 0.0, ConnectionUse.REUSED, 0, 0.001, 10, 10, 10));
        assertThat(readings.sharedReadsPct()).isEqualTo(37.5);
    }

    @Test
    void nothingMeasuredIsNothingKnown() {
        assertThat(of()).isEqualTo(ClientReadings.NONE);
    }
}
