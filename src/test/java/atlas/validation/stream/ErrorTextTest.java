package atlas.validation.stream;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ErrorTextTest {

    @ParameterizedTest
    @CsvSource(
            quoteCharacter = '`',
            delimiter = '|',
            value = {
                "{\"error\":{\"message\":\"max_tokens too large\",\"type\":\"x\"}} | max_tokens too large",
                "{\"error\":\"plain\"} | plain",
                "{\"detail\":\"Not Found\"} | Not Found",
                "{\"detail\":[{\"loc\":[\"body\"],\"msg\":\"Field required\"},{\"msg\":\"b\"}]} | Field required; b",
                "{\"object\":\"error\",\"message\":\"old vLLM\"} | old vLLM",
                "{\"message\":\"outside\",\"error\":{\"message\":\"inside\"}} | inside",
                "{\"error\":{\"code\":17}} | 17",
                "{\"status\":\"bad\"} | {\"status\":\"bad\"}",
                "{\"error\":{\"message\":\"cut o | {\"error\":{\"message\":\"cut o",
                "<html><h1>502</h1></html> | <html><h1>502</h1></html>",
                "Bad Request | Bad Request"
            })
    void d8FindsTheMessageOfEveryShape(String body, String message) {
        assertThat(ErrorText.of(body.getBytes(UTF_8))).isEqualTo(message);
    }

    @Test
    void makesOneLineOfBoundedLength() {
        assertThat(ErrorText.of("a\n\tb\u0000c \n".getBytes(UTF_8))).isEqualTo("a b c");
        assertThat(ErrorText.of("x".repeat(10_000).getBytes(UTF_8))).hasSize(ErrorText.LIMIT);
        assertThat(ErrorText.of(new byte[0])).isEmpty();
    }
}
