package atlas.validation.stream;

import static atlas.validation.testing.ChatEvents.DONE;
import static atlas.validation.testing.ChatEvents.content;
import static atlas.validation.testing.ChatEvents.data;
import static atlas.validation.testing.ChatEvents.finish;
import static atlas.validation.testing.ChatEvents.reasoningContent;
import static atlas.validation.testing.ChatEvents.toolArguments;
import static atlas.validation.testing.ChatEvents.usage;
import static org.assertj.core.api.Assertions.assertThat;

import atlas.validation.record.TokenCountSource;
import org.junit.jupiter.api.Test;

/** Tokens that a tokenizer counts because the server did not. */
class AnswerCountedTest {

    @Test
    void countsReasoningAndAnswerWhereTheServerToldNothing() {
        Answer answer = new TimedBody()
                .at(10, reasoningContent("one two "))
                .at(20, content("three four "))
                .at(40, content("five"))
                .at(41, finish("stop"))
                .at(42, DONE)
                .endsAt(43)
                .countedBy(AnswerCountedTest::words);

        assertThat(answer.thoughts()).isEqualTo("one two ");
        assertThat(answer.text()).isEqualTo("three four five");
        assertThat(answer.completionTokens()).isEqualTo(5);
        assertThat(answer.tokenCountSource()).isEqualTo(TokenCountSource.TOKENIZER);
        assertThat(answer.nanosPerOutputToken()).isEqualTo(7.5 * TimedBody.MILLIS);
        assertThat(answer.warnings()).containsExactly(AnswerReader.MISSING_USAGE);
    }

    @Test
    void theServersOwnCountStands() {
        Answer answer = new TimedBody()
                .at(10, content("one two"))
                .at(11, finish("stop"))
                .at(12, usage(5, 9))
                .at(13, DONE)
                .endsAt(14);

        assertThat(answer.countedBy(AnswerCountedTest::words)).isSameAs(answer);
    }

    /** Its arguments are no text of which the tokens could be counted: the template is unknown. */
    @Test
    void aToolCallIsNotCounted() {
        Answer answer = new TimedBody()
                .at(10, content("one two"))
                .at(11, toolArguments("{}"))
                .at(12, finish("tool_calls"))
                .at(13, DONE)
                .endsAt(14);

        assertThat(answer.textIsAll()).isFalse();
        assertThat(answer.countedBy(AnswerCountedTest::words)).isSameAs(answer);
    }

    @Test
    void severalTokensInOneEventHaveNoTimeBetweenThem() {
        Answer answer = new TimedBody()
                .at(10, content("one two three"))
                .at(11, finish("stop"))
                .at(12, DONE)
                .endsAt(13)
                .countedBy(AnswerCountedTest::words);

        assertThat(answer.completionTokens()).isEqualTo(3);
        assertThat(answer.nanosPerOutputToken()).isNull();
        assertThat(answer.warnings()).contains(AnswerReader.TOKENS_IN_ONE_READ);
    }

    @Test
    void reasoningThatIsSentUnderTwoNamesCountsOnce() {
        Answer answer = new TimedBody()
                .at(10, data("{\"choices\":[{\"delta\":{\"reasoning\":\"so \",\"reasoning_content\":\"so \"}}]}"))
                .at(20, data("{\"choices\":[{\"delta\":{\"reasoning\":\"it \",\"reasoning_content\":\"it \"}}]}"))
                .at(21, finish("stop"))
                .at(22, DONE)
                .endsAt(23);

        assertThat(answer.thoughts()).isEqualTo("so it ");
    }

    private static int words(String text) {
        return text.isBlank() ? 0 : text.strip().split(" ").length;
    }
}
