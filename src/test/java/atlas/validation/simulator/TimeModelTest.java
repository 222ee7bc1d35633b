package atlas.validation.simulator;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class TimeModelTest {

    private final TimeModel model = new TimeModel(10_000, 6, 0.5, 400, 4);

    @Test
    void prefillTakesTimeByTheToken() {
        assertThat(model.prefillNanos(1_000, false)).isEqualTo(100_000_000);
    }

    @Test
    void theFirstPrefillTakesLonger() {
        assertThat(model.prefillNanos(1_000, true)).isEqualTo(500_000_000);
    }

    @Test
    void aStepTakesLongerWithEachRunningSequence() {
        assertThat(model.stepNanos(1)).isEqualTo(6_500_000);
        assertThat(model.stepNanos(8)).isEqualTo(10_000_000);
    }

    @Test
    void aStepOfNoTimeStillMovesOn() {
        assertThat(new TimeModel(1, 0, 0, 0, 1).stepNanos(1)).isEqualTo(1);
    }

    @Test
    void aSpeculativeStepYieldsFromOneTokenToTheMost() {
        int[] yields =
                IntStream.range(0, 1_000).map(i -> model.stepTokens(7, i)).toArray();

        assertThat(yields).containsOnly(1, 2, 3, 4);
    }

    @Test
    void aStepYieldsTheSameForTheSameSeedAndPosition() {
        assertThat(model.stepTokens(7, 42)).isEqualTo(model.stepTokens(7, 42));
        assertThat(IntStream.range(0, 50).map(i -> model.stepTokens(7, i)).toArray())
                .isNotEqualTo(
                        IntStream.range(0, 50).map(i -> model.stepTokens(8, i)).toArray());
    }

    @Test
    void withoutSpeculationAStepYieldsOneToken() {
        assertThat(TimeModel.standard().stepTokens(7, 42)).isEqualTo(1);
    }

    @Test
    void parametersAreChecked() {
        assertThatThrownBy(() -> new TimeModel(0, 6, 0, 0, 1))
                .hasMessage("prefill tokens per second must be positive, got [0.0]");
        assertThatThrownBy(() -> new TimeModel(1, -1, 0, 0, 1))
                .hasMessage("decode step must not be negative, got [-1.0]");
        assertThatThrownBy(() -> new TimeModel(1, Double.NaN, 0, 0, 1)).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> new TimeModel(1, 1, 0, 0, 0))
                .hasMessage("tokens of a chunk must be positive, got [0]");
    }
}
