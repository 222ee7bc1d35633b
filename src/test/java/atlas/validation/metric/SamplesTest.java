package atlas.validation.metric;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.util.List;
import java.util.stream.DoubleStream;
import java.util.stream.IntStream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SamplesTest {

    /** Expected values as {@code numpy.percentile(values, p)} gives them. */
    @ParameterizedTest(name = "percentile {1} of {0} is {2}")
    @CsvSource({
        "1 2 3 4,           25,   1.75", // position 3 * 0.25 = 0.75
        "1 2 3 4,           50,   2.5",
        "1 2 3 4,           90,   3.7", // position 2.7
        "4 3 2 1,           90,   3.7", // order does not matter
        "15 20 35 40 50,    40,   29", // position 1.6: 20 + 0.6 * 15
        "15 20 35 40 50,    99,   49.6", // position 3.96: 40 + 0.96 * 10
        "1 2 3,             0,    1",
        "1 2 3,             100,  3",
        "7,                 99.9, 7",
        "5 5 5,             95,   5",
        "-1 1,              50,   0",
    })
    void percentilesInterpolateLinearly(String values, double p, double expected) {
        assertThat(samples(values).percentile(p)).isCloseTo(expected, within(1e-12));
    }

    @Test
    void percentilesOfOneToHundred() {
        Samples samples = Samples.of(
                IntStream.rangeClosed(1, 100).mapToObj(Double::valueOf).toList());
        // Position 99 * 0.99 = 98.01, between the 99th and the 100th sample.
        assertThat(samples.percentile(99)).isCloseTo(99.01, within(1e-9));
        assertThat(samples.percentile(99.9)).isCloseTo(99.901, within(1e-9));
        assertThat(samples.median()).isEqualTo(50.5);
        assertThat(samples.mean()).isEqualTo(50.5);
        assertThat(samples.max()).isEqualTo(100.0);
        assertThat(samples.n()).isEqualTo(100);
    }

    @Test
    void noSamplesGiveNothing() {
        Samples none = Samples.of(List.of());
        assertThat(none.mean()).isNull();
        assertThat(none.max()).isNull();
        assertThat(none.median()).isNull();
        assertThat(none.percentile(99)).isNull();
        assertThat(none.curve(100)).isEmpty();
    }

    @Test
    void refusesWhatIsNoNumber() {
        assertThatThrownBy(() -> Samples.of(List.of(1.0, Double.NaN))).hasMessage("sample must be finite, got [NaN]");
    }

    @Test
    void aShortCurveHasEverySample() {
        assertThat(Samples.of(List.of(30.0, 10.0)).curve(100))
                .containsExactly(new double[] {0.5, 10}, new double[] {1, 30});
        assertThat(Samples.of(List.of(10.0)).curve(100)).containsExactly(new double[] {1, 10});
    }

    @Test
    void aLongCurveIsThinnedAndKeepsTheExtremes() {
        double[] values =
                DoubleStream.iterate(1, value -> value + 1).limit(12_345).toArray();
        List<double[]> curve = Samples.pooled(values, 12_345).curve(100);
        assertThat(curve).hasSizeBetween(80, 100);
        assertThat(curve.getFirst()[1]).isEqualTo(1);
        assertThat(curve.getLast()).containsExactly(1, 12_345);
        assertThat(curve.stream().filter(point -> point[0] > 0.999))
                .as("the tail has points of its own")
                .hasSizeGreaterThan(5);
    }

    @Test
    @DisplayName("E21 the exact maximum is kept")
    void keepsTheExactMaximum() {
        assertThat(Samples.of(List.of(1.0, 1_000_000.0)).max()).isEqualTo(1_000_000.0);
    }

    private static Samples samples(String values) {
        return Samples.of(
                List.of(values.split(" ")).stream().map(Double::valueOf).toList());
    }
}
