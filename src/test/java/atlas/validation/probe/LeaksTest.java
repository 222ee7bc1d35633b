package atlas.validation.probe;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class LeaksTest {

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            <think>hm</think> Paris               | it leaks markup: "<think>"
            Paris.</think>                        | it leaks markup: "</think>"
            Paris <tool_call>{}                   | it leaks markup: "<tool_call>"
            user: and Spain?                      | it leaks a role: "user:"
            法国的首都是巴黎                       | it is written in another script (han)
            Paris, конечно                        | it is written in another script (cyrillic)
            the the the the the the               | it repeats "the" over and over
            so a b a b a b a b a b a b            | it repeats "a b" over and over
            """)
    void whatShouldNotBeThereIsNamed(String answer, String leak) {
        assertThat(Leaks.in(answer)).contains(leak);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "The capital of France is Paris.",
                "180 km + 180 km = 360 km, i.e. 3 × 60 + 2 × 90 ≈ 360. 🚆",
                "1, 2, 3, 4, 5, 6, 7, 8, 9, 10",
                "no no no, the users say: it is a système of tools",
                "- one\n- two\n- three\n- four\n- five\n- six\n- seven"
            })
    void anOrdinaryAnswerLeaksNothing(String answer) {
        assertThat(Leaks.in(answer)).isEmpty();
    }

    @Test
    void aMarkOfTheTemplateIsNamed() {
        assertThat(Leaks.in("Paris.<|im_end|>")).contains("it leaks markup: \"<|im_end|>\"");
    }

    @Test
    void aVeryLongAnswerIsReadInItsBeginningOnly() {
        assertThat(Leaks.in("x".repeat(1 << 20) + " <think>")).isEmpty();
    }
}
