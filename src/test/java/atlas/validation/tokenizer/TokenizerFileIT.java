package atlas.validation.tokenizer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import atlas.validation.testing.WordTokenizer;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class TokenizerFileIT {

    @TempDir
    Path folder;

    @Test
    void countsTheTokensOfAText() throws IOException {
        try (TokenizerFile tokenizer = TokenizerFile.open(WordTokenizer.write(folder))) {
            assertThat(tokenizer.count("and many words, unknown ones among them"))
                    .isEqualTo(8);
            assertThat(tokenizer.count("")).isZero();
            assertThat(tokenizer.ids("and , and"))
                    .hasSize(3)
                    .satisfies(ids ->
                            assertThat(ids.getFirst()).isEqualTo(ids.getLast()).isNotEqualTo(ids.get(1)));
        }
    }

    /** The library's default would cut it off at 512. */
    @Test
    void cutsNothingOff() throws IOException {
        try (TokenizerFile tokenizer = TokenizerFile.open(WordTokenizer.write(folder))) {
            assertThat(tokenizer.count("word ".repeat(5000))).isEqualTo(5000);
        }
    }

    @Test
    void saysWhatIsWrongWithAFile() throws IOException {
        Path broken = Files.writeString(folder.resolve("broken.json"), "{\"version\": 1}");

        assertThatThrownBy(() -> TokenizerFile.open(broken))
                .isInstanceOf(TokenizerException.class)
                .hasMessageStartingWith("is no tokenizer.json that can be used here: ");
        assertThatThrownBy(() -> TokenizerFile.open(folder.resolve("missing.json")))
                .isInstanceOf(TokenizerException.class);
    }
}
