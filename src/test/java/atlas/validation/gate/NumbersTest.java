package atlas.validation.gate;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Locale;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class NumbersTest {

    @ParameterizedTest(name = "{0} is written {1}")
    @CsvSource({
        "0,          0",
        "-0.0,       0",
        "812.4,      812.4",
        "812.44,     812.4",
        "812.96,     813",
        "15441.27,   15441",
        "1234567890, 1234567890",
        "3.14159,    3.14",
        "1,          1",
        "0.95,       0.95",
        "0.99996,    1",
        "0.123456,   0.1235",
        "0.0000123,  0.0000123",
        "-5.5,       -5.5",
    })
    void measuredNumbersHaveTheDigitsThatMatter(double value, String expected) {
        assertThat(Numbers.measured(value)).isEqualTo(expected);
    }

    @ParameterizedTest(name = "{0} beside {1} is written {2}")
    @CsvSource({
        "899.96,      900,  899.96",
        "900.04,      900,  900.04",
        "900,         900,  900",
        "0.99996,     1,    0.99996",
        "15440.6,     15441, 15440.6",
        "900.0000001, 900,  900.0000001",
        "812.44,      900,  812.4",
    })
    void besideALimitTheyStayOnTheirSide(double value, double limit, String expected) {
        assertThat(Numbers.measured(value, limit)).isEqualTo(expected);
    }

    @ParameterizedTest(name = "{0} is written {1}")
    @CsvSource({"900, 900", "0.5, 0.5", "1e6, 1000000", "1e-7, 0.0000001", "0, 0", "15441.25, 15441.25"})
    void limitsAreWrittenAsTheyAre(double value, String expected) {
        assertThat(Numbers.exact(value)).isEqualTo(expected);
    }

    @ParameterizedTest(name = "{0} % is written {1}")
    @CsvSource({"-9.733, -9.7 %", "2.46, +2.5 %", "0.05, +0.1 %", "-0.0044, -0.004 %", "0.0000001, +0.0000001 %"})
    void percentagesAreSigned(double value, String expected) {
        assertThat(Numbers.percent(value)).isEqualTo(expected);
    }

    @Test
    void theLocaleDoesNotMatter() {
        Locale before = Locale.getDefault();
        try {
            Locale.setDefault(Locale.GERMANY);
            assertThat(Numbers.measured(812.4)).isEqualTo("812.4");
            assertThat(Numbers.percent(-9.7)).isEqualTo("-9.7 %");
        } finally {
            Locale.setDefault(before);
        }
    }
}
