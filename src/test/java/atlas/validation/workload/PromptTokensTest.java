package atlas.validation.workload;

import static org.assertj.core.api.Assertions.assertThat;

import atlas.validation.workload.PromptTokens.Calibration;
import java.util.HashSet;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class PromptTokensTest {

    @Test
    void twoCountsGiveTheTemplateAndTheTokensOfAWord() {
        Calibration calibration = Calibration.of(Vocabulary.ALL, "salt", 516);

        PromptTokens tokens = calibration.result(16 * 2 + 7, 516 * 2 + 7);

        assertThat(tokens.source()).isEqualTo(PromptTokens.Source.USAGE);
        assertThat(tokens.templateTokens()).isEqualTo(7);
        assertThat(tokens.tokensPerWord()).isEqualTo(2);
        assertThat(tokens.words(1007)).isEqualTo(500);
        assertThat(tokens.words(3)).isEqualTo(1);
    }

    @Test
    void theLongPromptHasNoWordTwiceAndIsNewInEveryRun() {
        Calibration one = Calibration.of(Vocabulary.ALL, "run 1", 1024);
        List<String> words = List.of(one.longPrompt().text().split(" "));

        assertThat(words).hasSize(Vocabulary.ALL.size());
        assertThat(new HashSet<>(words)).hasSameSizeAs(words);
        assertThat(one.shortPrompt().text().split(" ")).hasSize(16);
        assertThat(one.longPrompt())
                .isNotEqualTo(Calibration.of(Vocabulary.ALL, "run 2", 1024).longPrompt());
        assertThat(Calibration.of(Vocabulary.ALL, "run 1", 100)
                        .longPrompt()
                        .text()
                        .split(" "))
                .hasSize(100);
    }

    @ParameterizedTest
    @CsvSource({"23, , 7.0, 1.0, USAGE", ", 500, 0.0, 1.0, WORDS", "20, 20, 0.0, 1.0, WORDS", "30, 10, 0.0, 1.0, WORDS"
    })
    void countsThatAreMissingOrMakeNoSenseAreNotRelatedToWords(
            Integer shortTokens, Integer longTokens, double template, double perWord, PromptTokens.Source source) {
        PromptTokens tokens = Calibration.of(Vocabulary.ALL, "salt", 516).result(shortTokens, longTokens);

        assertThat(tokens.templateTokens()).isEqualTo(template);
        assertThat(tokens.tokensPerWord()).isEqualTo(perWord);
        assertThat(tokens.source()).isEqualTo(source);
    }

    /** A tokenizer that cuts every word behind its fourth letter. */
    @ParameterizedTest
    @CsvSource({"256", "1024", "8192"})
    void c16TheMeanLengthIsWithinOnePercentWhereWordsAreSeveralTokens(int isl) {
        Calibration calibration = Calibration.of(Vocabulary.ALL, "salt", 1024);
        PromptTokens tokens = calibration.result(
                tokens(calibration.shortPrompt().text()),
                tokens(calibration.longPrompt().text()));
        RandomPrompts prompts = new RandomPrompts(
                Seed.of(1, "w", "salt"), tokens, new LengthRange(isl, isl), new LengthRange(1, 1), false);
        double sum = 0;
        for (int index = 0; index < 50; index++) {
            sum += tokens(prompts.measured(index).text());
        }

        assertThat(sum / 50).isBetween(0.99 * isl, 1.01 * isl);
    }

    private static int tokens(String text) {
        int tokens = 11;
        for (String word : text.split(" ", -1)) {
            tokens += word.length() > 4 ? 2 : 1;
        }
        return tokens;
    }
}
