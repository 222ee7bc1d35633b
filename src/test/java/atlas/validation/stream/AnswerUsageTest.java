package atlas.validation.stream;

import static atlas.validation.testing.ChatEvents.DONE;
import static atlas.validation.testing.ChatEvents.content;
import static atlas.validation.testing.ChatEvents.data;
import static atlas.validation.testing.ChatEvents.finish;
import static atlas.validation.testing.ChatEvents.reasoning;
import static atlas.validation.testing.ChatEvents.role;
import static atlas.validation.testing.ChatEvents.usage;
import static org.assertj.core.api.Assertions.assertThat;

import atlas.validation.record.TokenCountSource;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Token counts, wherever a server tells them. */
class AnswerUsageTest {

    @Test
    void b12NeverAddsReasoningTokensToCompletionTokens() {
        Answer answer = TimedBody.whole(reasoning("x")
                + content("a")
                + finish("stop")
                + data("{\"choices\":[],\"usage\":{\"prompt_tokens\":5,"
                        + "\"completion_tokens\":30,\"completion_tokens_details\":{\"reasoning_tokens\":20}}}")
                + DONE);

        assertThat(answer.completionTokens()).isEqualTo(30);
        assertThat(answer.usage()).isEqualTo(new Usage(5, 30, 20, null));
    }

    @Test
    void readsUsageBeforeTheFinishReason() {
        Answer answer = TimedBody.whole(role() + content("a") + usage(5, 1) + finish("stop") + DONE);

        assertThat(answer.finishReason()).isEqualTo("stop");
        assertThat(answer.usage().promptTokens()).isEqualTo(5);
    }

    @Test
    void c2ReadsUsageBesideText() {
        Answer answer = TimedBody.whole(content("a")
                + data(
                        "{\"choices\":[{\"delta\":{\"content\":\"b\"},\"finish_reason\":\"stop\"}],"
                                + "\"usage\":{\"prompt_tokens\":5,\"completion_tokens\":2,\"prompt_tokens_details\":{\"cached_tokens\":4}}}")
                + DONE);

        assertThat(answer.text()).isEqualTo("ab");
        assertThat(answer.usage()).isEqualTo(new Usage(5, 2, null, 4));
        assertThat(answer.chunkTokens()).isNull();
    }

    @Test
    void c4IgnoresUsageThatIsNull() {
        String chunk = data("{\"choices\":[{\"delta\":{\"content\":\"a\"}}],\"usage\":null}");
        Answer answer = TimedBody.whole(chunk + chunk + finish("stop") + usage(5, 2) + DONE);

        assertThat(answer.completionTokens()).isEqualTo(2);
    }

    @Test
    void c5E5TakesTheLastOfCumulativeCountsAndLearnsTheTokensOfEachChunk() {
        Answer answer = new TimedBody()
                .at(100, counted("a", 1))
                .at(110, counted("b c d e", 5))
                .at(120, counted("f g h i", 9))
                .at(130, counted("j k l", 12) + finish("stop") + DONE)
                .endsAt(131);

        assertThat(answer.completionTokens()).isEqualTo(12);
        assertThat(answer.chunkTokens()).containsExactly(1, 4, 4, 3);
        assertThat(answer.nanosPerOutputToken()).isEqualTo(30.0 * TimedBody.MILLIS / 11);
    }

    @Test
    void countsTokenIdsWhereTheServerSendsNoUsage() {
        Answer answer = TimedBody.whole(data("{\"choices\":[{\"delta\":{\"content\":\"a\"},\"token_ids\":[4,5]}]}")
                + data("{\"choices\":[{\"delta\":{\"content\":\"\"},\"token_ids\":[6]}]}")
                + data("{\"choices\":[{\"delta\":{\"content\":\"b\"},\"token_ids\":[7]}]}")
                + data("{\"choices\":[{\"delta\":{},\"finish_reason\":\"stop\",\"token_ids\":[2]}]}")
                + DONE);

        assertThat(answer.completionTokens()).isEqualTo(5);
        assertThat(answer.tokenCountSource()).isEqualTo(TokenCountSource.TOKEN_IDS);
        assertThat(answer.chunkTokens()).containsExactly(2, 2);
        assertThat(answer.warnings()).contains(AnswerReader.MISSING_USAGE);
    }

    @Test
    void countsChunksAsALastResort() {
        Answer answer = TimedBody.whole(content("a").repeat(3) + finish("stop") + DONE);

        assertThat(answer.completionTokens()).isEqualTo(3);
        assertThat(answer.tokenCountSource()).isEqualTo(TokenCountSource.CHUNKS);
        assertThat(answer.chunkTokens()).isNull();
    }

    @Test
    void doesNotBelieveAUsageOfZeroBesideTokens() {
        Answer answer = TimedBody.whole(content("a").repeat(3) + finish("stop") + usage(5, 0) + DONE);

        assertThat(answer.completionTokens()).isEqualTo(3);
        assertThat(answer.tokenCountSource()).isEqualTo(TokenCountSource.CHUNKS);
    }

    @Test
    void aFinalUsageOfZeroUndoesNoRunningTotals() {
        Answer answer = TimedBody.whole(usage(5, 1)
                + counted("a b", 2)
                + counted("c d", 4)
                + counted("e f", 6)
                + finish("stop")
                + usage(0, 0)
                + DONE);

        assertThat(answer.completionTokens()).isEqualTo(6);
        assertThat(answer.tokenCountSource()).isEqualTo(TokenCountSource.USAGE);
        assertThat(answer.usage().promptTokens()).isEqualTo(5);
    }

    @ParameterizedTest
    @ValueSource(strings = {"7", "7.0", "\"7\""})
    void readsACountHoweverItIsWritten(String count) {
        assertThat(withCount(count).completionTokens()).isEqualTo(7);
        assertThat(withCount(count).tokenCountSource()).isEqualTo(TokenCountSource.USAGE);
    }

    @ParameterizedTest
    @ValueSource(strings = {"7.5", "-7", "\"-7\"", "\"7 tokens\"", "99999999999", "\"99999999999\"", "true", "[7]"})
    void whatIsNoCountIsAbsent(String count) {
        assertThat(withCount(count).completionTokens()).isEqualTo(1);
        assertThat(withCount(count).tokenCountSource()).isEqualTo(TokenCountSource.CHUNKS);
    }

    private static Answer withCount(String count) {
        return TimedBody.whole(content("a")
                + finish("stop")
                + data("{\"choices\":[],\"usage\":{\"completion_tokens\":" + count + "}}")
                + DONE);
    }

    private static String counted(String text, int total) {
        return data("{\"choices\":[{\"delta\":{\"content\":\"" + text + "\"}}],\"usage\":{\"completion_tokens\":"
                + total + "}}");
    }
}
