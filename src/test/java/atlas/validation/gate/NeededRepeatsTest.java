package atlas.validation.gate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class NeededRepeatsTest {

    /** With t of n - 1 degrees: 10 at (2.821 + 2.150) / sqrt(10) = 1.572; 9 at (2.896 + 2.189) / 3 = 1.695. */
    @ParameterizedTest
    @CsvSource({"1.69, 10", "1.70, 9", "1.573, 10", "1.571, 11", "100, 3"})
    void isTheFirstNumberAtWhichBothErrorsFit(double effect, int expected) {
        assertThat(NeededRepeats.of(effect, 1, 2, 0.01)).isEqualTo(expected);
    }

    @Test
    void isMoreThanThereAre() {
        assertThat(NeededRepeats.of(100, 1, 7, 0.01)).isEqualTo(8);
    }

    @Test
    void isNoneForNoEffectAndForOneThatATousandWouldNotShow() {
        assertThat(NeededRepeats.of(0, 1, 5, 0.01)).isNull();
        assertThat(NeededRepeats.of(-1, 1, 5, 0.01)).isNull();
        assertThat(NeededRepeats.of(Double.NaN, 1, 5, 0.01)).isNull();
        assertThat(NeededRepeats.of(0.1, 1, 5, 0.01))
                .as("(2.33 + 1.65) / sqrt(1000) = 0.126")
                .isNull();
        assertThat(NeededRepeats.of(0.1335, 1, 5, 0.01)).isBetween(980, 1000);
    }

    @Test
    void plansForLessEffectAndMoreNoiseThanWasSeen() {
        Repeats repeats = Repeats.of(List.of(9.0, 10.0, 11.0, 9.0, 11.0), "count");
        int asSeen = Objects.requireNonNull(NeededRepeats.of(2, repeats.deviation(), 5, 0.001));
        int planned = Objects.requireNonNull(NeededRepeats.of(2, repeats, 0.001));
        assertThat(planned).isGreaterThan(asSeen);
        assertThat(NeededRepeats.effect(4, 1)).isEqualTo(3);
        assertThat(NeededRepeats.effect(1, 1)).as("half the way at least").isEqualTo(0.5);
        // chi-squared of 4 degrees falls below 1.064 once in ten times
        assertThat(NeededRepeats.likely(1, 4)).isCloseTo(Math.sqrt(4 / 1.0636), within(1e-3));
    }
}
