package atlas.validation.stream;

import static atlas.validation.testing.ChatEvents.DONE;
import static atlas.validation.testing.ChatEvents.content;
import static atlas.validation.testing.ChatEvents.data;
import static atlas.validation.testing.ChatEvents.delta;
import static atlas.validation.testing.ChatEvents.error;
import static atlas.validation.testing.ChatEvents.finish;
import static atlas.validation.testing.ChatEvents.role;
import static atlas.validation.testing.ChatEvents.usage;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class StreamShapeTest {

    @Test
    void tellsWhereUsageStands() {
        assertThat(shape(content("a"), usage(5, 1), finish("stop"), DONE).usageOrder())
                .isEqualTo("before_finish");
        assertThat(shape(content("a"), finish("stop"), usage(5, 1), DONE).usageOrder())
                .isEqualTo("after_finish");
        assertThat(shape(
                                content("a"),
                                data("{\"choices\":[{\"delta\":{},\"finish_reason\":\"stop\"}],"
                                        + "\"usage\":{\"completion_tokens\":1}}"),
                                DONE)
                        .usageOrder())
                .isEqualTo("with_finish");
        assertThat(shape(content("a"), finish("stop"), DONE).usageOrder()).isNull();
    }

    @Test
    void tellsWhetherTheRoleComesAlone() {
        assertThat(shape(role(), content("a")).hasRoleChunk()).isTrue();
        assertThat(shape(content("a"), role()).hasRoleChunk()).isFalse();
        assertThat(shape(delta("{\"role\":\"assistant\",\"content\":\"a\"}")).hasRoleChunk())
                .isFalse();
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
                {"reasoning":"x"}                                                                | reasoning
                {"reasoning_content":"x"}                                                        | reasoning_content
                {"reasoning_details":[{"type":"reasoning.text","text":"x"}]}                     | reasoning_details
                {"reasoning_details":[{"type":"reasoning.text","text":"x"}],"reasoning":"x"}     | reasoning
                {"reasoning_details":[],"reasoning":"","reasoning_content":"x"}                  | reasoning_content
                {"content":"x","reasoning":null,"reasoning_content":""}                          |
                """)
    void tellsWhatReasoningIsCalled(String delta, String name) {
        assertThat(shape(delta(delta), content("a")).reasoningField()).isEqualTo(name);
    }

    @Test
    void countsTokensByUsageAloneAndPerChunkOfTokens() {
        StreamShape shape = shape(role(), content("a").repeat(2), finish("length"), usage(5, 6), DONE, content("b"));
        assertThat(shape.completionTokens()).isEqualTo(6);
        assertThat(shape.tokensPerChunk()).isEqualTo(3.0);
        assertThat(shape.reached(6)).isTrue();
        assertThat(shape.reached(7)).isFalse();

        StreamShape uncounted = shape(content("a").repeat(2), finish("length"));
        assertThat(uncounted.hasUsage()).isFalse();
        assertThat(uncounted.tokensPerChunk()).isNull();
        assertThat(uncounted.reached(99)).isTrue();
    }

    @Test
    void usageIsContinuousIfEveryChunkOfTokensHasIt() {
        String counted = data("{\"choices\":[{\"delta\":{\"content\":\"a\"}}],\"usage\":{\"completion_tokens\":1}}");
        assertThat(shape(role(), counted, counted, finish("stop")).hasContinuousUsage())
                .isTrue();
        assertThat(shape(counted, content("a"), finish("stop")).hasContinuousUsage())
                .isFalse();
        assertThat(shape(content("a"), finish("stop"), usage(5, 1)).hasContinuousUsage())
                .isFalse();
    }

    @Test
    void isWholeWithATokenAndASignOfTheEnd() {
        assertThat(shape(content("a"), finish("stop")).isWhole()).isTrue();
        assertThat(shape(content("a"), DONE).isWhole()).isTrue();
        assertThat(shape(role(), finish("stop"), DONE).isWhole()).isFalse();

        StreamShape brokenOff = shape(role(), content("a").repeat(2));
        assertThat(brokenOff.isWhole()).isFalse();
        assertThat(brokenOff.trouble())
                .isEqualTo("the body ended after 2 token events without finish_reason or [DONE]");
    }

    @ParameterizedTest
    @ValueSource(strings = {"{\"error\":{\"message\":\"x\"}}", "[{\"error\":\"x\"}]"})
    void tellsTheErrorOfAnAnswerThatIsNoStream(String body) {
        assertThat(shape(body).error()).isEqualTo("x");
        assertThat(shape(content("a"), error("x"), DONE).error()).isEqualTo("x");
    }

    private static StreamShape shape(String... events) {
        return StreamShape.of(String.join("", events).getBytes(UTF_8));
    }
}
