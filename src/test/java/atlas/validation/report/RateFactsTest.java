package atlas.validation.report;

import static org.assertj.core.api.Assertions.assertThat;

import atlas.validation.testing.CellBuilder;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** What one sentence says of a cell at a rate. */
class RateFactsTest {

    private final Map<String, @Nullable Double> metrics = new HashMap<>(Map.of(
            "attempted_rate", 4.0, "mean_in_flight", 2.5, "max_concurrent_requests", 7.0, "p99_schedule_lag_ms", 1.5));

    @Test
    void allIsSaidThatWasMeasured() {
        assertThat(facts())
                .isEqualTo("asked 5.00 req/s, sent 4.00; rate x time is 2.50 in flight, at most 7 were;"
                        + " schedule lag p99 1.50 ms");
    }

    @Test
    void withoutASuccessNoGreatestNumberInFlightIsSaid() {
        metrics.put("max_concurrent_requests", null);

        assertThat(facts())
                .isEqualTo("asked 5.00 req/s, sent 4.00; rate x time is 2.50 in flight; schedule lag p99 1.50 ms");
    }

    @Test
    void theGreatestNumberAloneIsSaidAlone() {
        metrics.put("mean_in_flight", null);

        assertThat(facts()).contains("sent 4.00; at most 7 were in flight; schedule");
    }

    @Test
    void aCellOfWhichNothingIsKnownSaysWhatWasAsked() {
        metrics.clear();

        assertThat(facts()).isEqualTo("asked 5.00 req/s");
    }

    @Test
    void aCellAtAConcurrencyHasNoSentence() {
        assertThat(RateFacts.of(CellBuilder.cell("w1-conc8").metrics(metrics).build()))
                .isEmpty();
    }

    private String facts() {
        return RateFacts.of(
                        CellBuilder.cell("w1-rate5").atRate(5).metrics(metrics).build())
                .orElseThrow();
    }
}
