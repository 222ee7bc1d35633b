package atlas.validation.lifecycle;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.assertj.core.api.Assertions.assertThat;

import atlas.validation.client.RawAnswer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ApiKeyMaskTest {

    private static final String KEY = "sk-12345";

    @Test
    void takesTheKeyOutAndLeavesEveryOtherByte() {
        RawAnswer masked = new ApiKeyMask(KEY).apply(answer("\u0000\u00ff bad key sk-12345 \u00e9", "", 0));

        assertThat(masked.start()).isEqualTo("\u0000\u00ff bad key *** \u00e9".getBytes(ISO_8859_1));
    }

    /** Only the two ends of a long answer are kept, and a key may lie across either cut. */
    @ParameterizedTest
    @ValueSource(ints = {1, 2, 5, 7})
    void takesOutWhatACutLeavesOfTheKey(int cut) {
        RawAnswer masked = new ApiKeyMask(KEY)
                .apply(answer("said " + KEY.substring(0, cut), KEY.substring(cut) + " was wrong", 100_000));

        assertThat(new String(masked.start(), ISO_8859_1)).isEqualTo("said ***");
        assertThat(new String(masked.end(), ISO_8859_1)).isEqualTo("*** was wrong");
        assertThat(masked.length()).isEqualTo(100_000);
    }

    @Test
    void anAnswerThatIsKeptWholeLosesNothingAtItsEnds() {
        RawAnswer masked = new ApiKeyMask(KEY).apply(answer("this is", "", 0));

        assertThat(masked.start()).isEqualTo("this is".getBytes(ISO_8859_1));
    }

    @Test
    void withoutAKeyTheAnswerStays() {
        RawAnswer answer = answer("sk-1", "", 0);

        assertThat(new ApiKeyMask(null).apply(answer)).isSameAs(answer);
        assertThat(new ApiKeyMask("").apply(answer)).isSameAs(answer);
    }

    private static RawAnswer answer(String start, String end, int length) {
        return new RawAnswer(
                start.getBytes(ISO_8859_1), end.getBytes(ISO_8859_1), Math.max(length, start.length() + end.length()));
    }
}
