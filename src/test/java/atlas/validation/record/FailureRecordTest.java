package atlas.validation.record;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

class FailureRecordTest {

    @Test
    @DisplayName("F16 what failed in the ramp or the warm-up is told apart from what counts")
    void phases() {
        assertThat(failure(Phase.MEASURE).sentence()).isEqualTo("12 http_error 429: slow down");
        assertThat(failure(Phase.RAMP).sentence()).isEqualTo("12 in the ramp, http_error 429: slow down");
        assertThat(failure(Phase.WARMUP).sentence()).isEqualTo("12 in the warmup, http_error 429: slow down");
    }

    private static FailureRecord failure(Phase phase) {
        return new FailureRecord(phase, Outcome.HTTP_ERROR, 429, "slow down", 12, 0, 0, "POST http://h/v1", null);
    }
}
