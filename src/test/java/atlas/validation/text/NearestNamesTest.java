package atlas.validation.text;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class NearestNamesTest {

    @ParameterizedTest
    @CsvSource({
        "ttft, ttft, 0",
        "ttft, ttf, 1",
        "ttf, ttft, 1",
        "ttft, ttpt, 1",
        "ttft, tftt, 1",
        "'', abc, 3",
        "kitten, sitting, 3"
    })
    void countsInsertionsDeletionsReplacementsAndSwaps(String from, String to, int distance) {
        assertThat(NearestNames.distance(from, to)).isEqualTo(distance);
    }

    @Test
    void theNearestComesFirst() {
        assertThat(NearestNames.to("w1_short-conc22", List.of("w1_short-conc8", "w1_short-conc2", "w2_long-conc2")))
                .startsWith("w1_short-conc2")
                .doesNotContain("teardown");
    }

    @Test
    void caseIsNoMistake() {
        assertThat(NearestNames.to("TTFT", List.of("ttft"))).containsExactly("ttft");
    }

    @Test
    void whatIsFarIsNoSuggestion() {
        assertThat(NearestNames.to("xyz", List.of("throughput", "ttft", "ab"))).isEmpty();
    }

    @Test
    void thereAreAtMostThree() {
        assertThat(NearestNames.to("conc1", List.of("conc2", "conc3", "conc4", "conc5")))
                .hasSize(3);
    }
}
