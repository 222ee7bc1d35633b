package atlas.validation.lifecycle;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class ApiKeyMaskTest {

    @Test
    void takesTheKeyOutAndLeavesEveryOtherByte() {
        byte[] answer = "\u0000\u00ff bad key sk-1 \u00e9".getBytes(ISO_8859_1);

        assertThat(new ApiKeyMask("sk-1").apply(answer))
                .isEqualTo("\u0000\u00ff bad key *** \u00e9".getBytes(ISO_8859_1));
    }

    @Test
    void withoutAKeyTheAnswerStays() {
        byte[] answer = "sk-1".getBytes(UTF_8);

        assertThat(new ApiKeyMask(null).apply(answer)).isEqualTo(answer);
        assertThat(new ApiKeyMask("").apply(answer)).isEqualTo(answer);
    }
}
