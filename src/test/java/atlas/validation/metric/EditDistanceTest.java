package atlas.validation.metric;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class EditDistanceTest {

    @ParameterizedTest(name = "{0} and {1} are {2} apart")
    @CsvSource({
        "'',        '',         0",
        "abc,       '',         3",
        "abc,       abc,        0",
        "abc,       abd,        1",
        "abc,       ab,         1",
        "ab,        abc,        1",
        "abcd,      abdc,       1",
        "kitten,    sitting,    3",
        "ca,        abc,        3",
    })
    void countsEdits(String a, String b, int expected) {
        assertThat(EditDistance.between(a, b)).isEqualTo(expected);
        assertThat(EditDistance.between(b, a)).isEqualTo(expected);
    }
}
