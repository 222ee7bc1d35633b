package atlas.validation.gate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.within;

import atlas.validation.gate.Interval.Side;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class RepeatsTest {

    @Test
    void meanDeviationAndErrorAreTheTextbooks() {
        Repeats repeats = Repeats.of(List.of(2.0, 4.0, 4.0, 4.0, 5.0, 5.0, 7.0, 9.0), "count");
        assertThat(repeats.mean()).isEqualTo(5);
        assertThat(repeats.deviation()).isCloseTo(Math.sqrt(32.0 / 7), within(1e-12));
        assertThat(repeats.standardError()).isCloseTo(Math.sqrt(32.0 / 7 / 8), within(1e-12));
    }

    /** From printed tables of Student's t, one side. */
    @ParameterizedTest
    @CsvSource({"0.05, 2, 2.920", "0.05, 9, 1.833", "0.01, 4, 3.747", "0.005, 9, 3.250", "0.0005, 9, 4.781"})
    void quantilesAreThoseOfTheTables(double level, double free, double expected) {
        assertThat(Repeats.quantile(level, free)).isCloseTo(expected, within(0.0006));
    }

    @Test
    void theIntervalIsStudents() {
        Interval interval = Repeats.of(List.of(9.0, 10.0, 11.0), "count").interval(0.05);
        assertThat(interval.halfWidth()).isCloseTo(2.920 / Math.sqrt(3), within(0.001));
        assertThat((interval.low() + interval.high()) / 2).isCloseTo(10, within(1e-12));
    }

    @ParameterizedTest
    @CsvSource({"ms, 0.1", "s, 0.1", "tok/s, 0.1", "req/s, 0.1", "count, 0", "ratio, 0", "tokens, 0"})
    void timesAndRatesAreNeverExactAndCountsMayBe(String unit, double deviation) {
        assertThat(Repeats.of(List.of(100.0, 100.0, 100.0), unit).deviation()).isCloseTo(deviation, within(1e-12));
    }

    @Test
    void oneRepeatHasNoSpreadOfItsOwn() {
        assertThat(Repeats.of(List.of(-100.0), "ms").deviation()).isCloseTo(0.1, within(1e-12));
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Repeats.of(List.of(), "ms"))
                .withMessage("there must be at least one repeat");
    }

    @ParameterizedTest
    @CsvSource({
        "10, 12, 10, WITHIN",
        "10, 12, 10.1, ACROSS",
        "10, 12, 12, ACROSS",
        "10, 12, 12.1, BEYOND",
        "10, 10, 10, WITHIN"
    })
    void ofALeastValue(double low, double high, double limit, Side side) {
        assertThat(new Interval(low, high).ofLeast(limit)).isEqualTo(side);
        assertThat(new Interval(-high, -low).ofMost(-limit)).as("mirrored").isEqualTo(side);
    }

    @ParameterizedTest
    @CsvSource({
        "9, 11, WITHIN",
        "5, 8, WITHIN",
        "8, 12, WITHIN",
        "4, 11, ACROSS",
        "6, 13, ACROSS",
        "4, 13, ACROSS",
        "2, 4, BEYOND",
        "13, 14, BEYOND"
    })
    void betweenTwoValues(double low, double high, Side side) {
        assertThat(new Interval(low, high).between(5, 12)).isEqualTo(side);
    }

    @Test
    void anIntervalRises() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new Interval(2, 1))
                .withMessage("an interval must rise, got [2.0] to [1.0]");
        assertThatIllegalArgumentException().isThrownBy(() -> new Interval(Double.NaN, 1));
    }
}
