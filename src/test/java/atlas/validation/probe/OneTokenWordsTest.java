package atlas.validation.probe;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class OneTokenWordsTest {

    private static final List<String> WORDS = List.of("able", "about", "above");
    private static final int COMMA = 5;

    @Test
    void theCommasTellWhereAWordEnds() {
        List<Integer> ids = List.of(1, COMMA, 10, COMMA, 11, 12, COMMA, 13);

        assertThat(OneTokenWords.select(WORDS, ids)).containsExactly("able", "above");
    }

    @Test
    void countsThatDoNotFitTheWordsTellNothing() {
        assertThat(OneTokenWords.select(WORDS, List.of(1, COMMA, 10, COMMA, 11)))
                .isEmpty();
        assertThat(OneTokenWords.select(WORDS, List.of())).isEmpty();
    }
}
