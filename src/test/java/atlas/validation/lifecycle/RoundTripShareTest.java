package atlas.validation.lifecycle;

import static org.assertj.core.api.Assertions.assertThat;

import atlas.validation.record.CellRecord;
import atlas.validation.record.Warning;
import atlas.validation.testing.CellBuilder;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class RoundTripShareTest {

    private static CellRecord cell(String id, @Nullable Double medianTtftMs) {
        Map<String, @Nullable Double> metrics = new HashMap<>();
        metrics.put("median_ttft_ms", medianTtftMs);
        return CellBuilder.cell(id).metrics(metrics).build();
    }

    @Test
    void aVisibleShareIsSaidOfTheCellWhereItIsLargest() {
        assertThat(RoundTripShare.warning(4.0, List.of(cell("w1-conc8", 400.0), cell("w1-conc1", 50.0))))
                .contains(
                        new Warning(
                                "network_in_ttft",
                                "a round trip to the server takes 4.0 ms, which is 8 % of the median TTFT of w1-conc1 (50.0 ms); run the suite nearer to the server"));
    }

    @Test
    void aSmallShareIsNot() {
        assertThat(RoundTripShare.warning(0.3, List.of(cell("w1-conc1", 50.0)))).isEmpty();
    }

    @Test
    void b7_whatWasNotMeasuredHasNoShare() {
        assertThat(RoundTripShare.warning(null, List.of(cell("w1-conc1", 50.0))))
                .isEmpty();
        assertThat(RoundTripShare.warning(4.0, List.of(cell("w1-conc1", null)))).isEmpty();
        assertThat(RoundTripShare.warning(4.0, List.of())).isEmpty();
    }
}
