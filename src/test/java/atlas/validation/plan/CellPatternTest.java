package atlas.validation.plan;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class CellPatternTest {

    private static CellPattern pattern(String key) {
        return CellPattern.of(key).orElseThrow();
    }

    @ParameterizedTest
    @ValueSource(strings = {"w1-conc2", "ISL=16,OSL=4,TP=1,PP=1,CONC=2", ""})
    void theKeyOfOneCellIsNoPattern(String key) {
        assertThat(CellPattern.of(key)).isEmpty();
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            *                             | w1-conc2                         | true
            *                             | ISL=16,OSL=4,TP=1,PP=1,CONC=2    | true
            w1-*                          | w1-conc2                         | true
            w1-*                          | w1-rate0.5                       | true
            w1-*                          | w11-conc2                        | false
            *-conc2                       | w1-conc2                         | true
            *-conc2                       | w1-conc22                        | false
            w*-c*2                        | w1-conc2                         | true
            w1.conc*                      | w1-conc2                         | false
            ISL=1024,OSL=1024,*           | ISL=1024,OSL=1024,TP=1,PP=1,CONC=8 | true
            ISL=1024,OSL=1024,*           | ISL=1024,OSL=128,TP=1,PP=1,CONC=8  | false
            ISL=1024,OSL=1024,*           | w1-conc2                         | false
            OSL=1024,ISL=1024,*           | ISL=1024,OSL=1024,TP=1,PP=1,CONC=8 | true
            ISL=1024, OSL=1024, *         | ISL=1024,OSL=1024,TP=1,PP=1,CONC=8 | true
            ISL=*,OSL=1024,TP=1,PP=1,CONC=8 | ISL=7,OSL=1024,TP=1,PP=1,CONC=8  | true
            ISL=1*,*                      | ISL=1024,OSL=1024,TP=1,PP=1,CONC=8 | true
            ISL=1*,*                      | ISL=2048,OSL=1024,TP=1,PP=1,CONC=8 | false
            RATE=*,*                      | ISL=1024,OSL=1024,TP=1,PP=1,CONC=8 | false
            RATE=*,*                      | ISL=1024,OSL=1024,TP=1,PP=1,RATE=8 | true
            GPU=*,*                       | ISL=1024,OSL=1024,TP=1,PP=1,RATE=8 | false
            """)
    void fits(String key, String cell, boolean expected) {
        assertThat(pattern(key).fits(cell)).isEqualTo(expected);
    }

    @Test
    void moreThatIsFixedIsMoreExactAndAnIdMoreThanTheFormOfCvs() {
        List<String> rising =
                List.of("*", "ISL=*,*", "ISL=1024,*", "ISL=1024,OSL=1024,*", "*-c*", "*-conc8", "w1_1k-*");
        assertThat(Stream.of(5, 3, 1, 6, 0, 2, 4)
                        .map(rising::get)
                        .map(CellPatternTest::pattern)
                        .sorted(CellPattern.RISING)
                        .map(CellPattern::key))
                .containsExactlyElementsOf(rising.stream()
                        .map(CellPatternTest::pattern)
                        .sorted(CellPattern.RISING)
                        .map(CellPattern::key)
                        .toList())
                .startsWith("*", "ISL=*,*", "ISL=1024,*", "ISL=1024,OSL=1024,*", "*-c*");
    }
}
