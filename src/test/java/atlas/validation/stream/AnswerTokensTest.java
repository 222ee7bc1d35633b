package atlas.validation.stream;

import static atlas.validation.testing.ChatEvents.DONE;
import static atlas.validation.testing.ChatEvents.content;
import static atlas.validation.testing.ChatEvents.data;
import static atlas.validation.testing.ChatEvents.delta;
import static atlas.validation.testing.ChatEvents.finish;
import static atlas.validation.testing.ChatEvents.reasoning;
import static atlas.validation.testing.ChatEvents.reasoningContent;
import static atlas.validation.testing.ChatEvents.role;
import static atlas.validation.testing.ChatEvents.roleWithNull;
import static atlas.validation.testing.ChatEvents.toolArguments;
import static atlas.validation.testing.ChatEvents.toolCall;
import static atlas.validation.testing.ChatEvents.usage;
import static org.assertj.core.api.Assertions.assertThat;

import atlas.validation.record.Outcome;
import atlas.validation.record.TokenCountSource;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What counts as a token, and when the first one came. */
class AnswerTokensTest {

    /** The stream on which the definitions of the known clients differ most. */
    @Test
    void b19MeasuresTheWorkedStreamByOurDefinitions() {
        Answer answer = new TimedBody()
                .at(5, role())
                .at(200, reasoningContent("so, "))
                .at(230, content("a"))
                .at(260, content("b c d"))
                .at(262, finish("stop"))
                .at(263, usage(9, 6))
                .at(264, DONE)
                .endsAt(270);

        assertThat(answer.outcome()).isEqualTo(Outcome.SUCCESS);
        assertThat(TimedBody.millis(answer.firstEvent())).isEqualTo(5);
        assertThat(TimedBody.millis(answer.firstChoices())).isEqualTo(5);
        assertThat(TimedBody.millis(answer.firstToken())).isEqualTo(200);
        assertThat(TimedBody.millis(answer.firstAnswerToken())).isEqualTo(230);
        assertThat(TimedBody.gaps(answer)).containsExactly(30, 30);
        assertThat(TimedBody.millis(answer.lastToken())).isEqualTo(260);
        assertThat(answer.nanosPerOutputToken()).isEqualTo(12.0 * TimedBody.MILLIS);
        assertThat(TimedBody.millis(answer.end())).isEqualTo(264);
        assertThat(answer.completionTokens()).isEqualTo(6);
        assertThat(answer.tokenCountSource()).isEqualTo(TokenCountSource.USAGE);
        assertThat(answer.finishReason()).isEqualTo("stop");
        assertThat(answer.text()).isEqualTo("ab c d");
        assertThat(answer.warnings()).isEmpty();
    }

    @Test
    void b1B2StartsNoClockAtRolesAndEmptyStrings() {
        Answer answer = new TimedBody()
                .at(5, roleWithNull())
                .at(6, content(""))
                .at(214, content("a"))
                .at(224, content("b"))
                .at(225, finish("stop") + usage(5, 2) + DONE)
                .endsAt(226);

        assertThat(TimedBody.millis(answer.firstToken())).isEqualTo(214);
        assertThat(TimedBody.millis(answer.firstChoices())).isEqualTo(5);
        assertThat(answer.nanosPerOutputToken()).isEqualTo(10.0 * TimedBody.MILLIS);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{\"reasoning\":\"x\"}",
                "{\"reasoning_content\":\"x\"}",
                "{\"reasoning_details\":[{\"type\":\"reasoning.text\",\"text\":\"x\"}]}",
                "{\"content\":null,\"reasoning\":\"x\"}",
                "{\"content\":[{\"type\":\"thinking\",\"thinking\":[{\"type\":\"text\",\"text\":\"x\"}]}]}"
            })
    void b4B8TakesReasoningForATokenAndNotForAnAnswer(String delta) {
        Answer answer = new TimedBody()
                .at(50, delta(delta))
                .at(5000, content("a") + finish("stop") + DONE)
                .endsAt(5001);

        assertThat(TimedBody.millis(answer.firstToken())).isEqualTo(50);
        assertThat(TimedBody.millis(answer.firstAnswerToken())).isEqualTo(5000);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{\"content\":\"x\"}",
                "{\"content\":\"a\",\"tool_calls\":null}",
                "{\"refusal\":\"no\"}",
                "{\"audio\":{\"id\":\"1\",\"data\":\"AAAA\"}}",
                "{\"audio\":{\"transcript\":\"x\"}}",
                "{\"content\":null,\"tool_calls\":[{\"index\":0,\"function\":{\"name\":\"f\",\"arguments\":\"\"}}]}",
                "{\"tool_calls\":[{\"index\":0,\"function\":{\"arguments\":\"{\"}}]}",
                "{\"content\":[{\"type\":\"text\",\"text\":\"x\"}]}"
            })
    void b14B15KnowsEveryKindOfAnswerToken(String delta) {
        Answer answer = TimedBody.whole(delta(delta) + finish("stop") + DONE);

        assertThat(answer.firstAnswerToken()).isEqualTo(TimedBody.MILLIS);
        assertThat(answer.outcome()).isEqualTo(Outcome.SUCCESS);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{\"role\":\"assistant\"}",
                "{\"content\":\"\",\"reasoning_content\":\"\",\"reasoning\":null,\"refusal\":\"\"}",
                "{\"reasoning_details\":[{\"type\":\"reasoning.encrypted\",\"data\":\"AAAA\"}]}",
                "{\"reasoning_details\":[]}",
                "{\"audio\":{\"id\":\"audio_1\",\"expires_at\":5}}",
                "{\"tool_calls\":[]}",
                "{\"tool_calls\":[{\"index\":0,\"id\":\"a\",\"type\":\"function\",\"function\":{\"arguments\":\"\"}}]}",
                "{\"content\":[]}",
                "{\"content\":7}",
                "null",
                "\"x\""
            })
    void b20TakesNothingElseForAToken(String delta) {
        Answer answer = TimedBody.whole(delta(delta) + finish("stop") + DONE);

        assertThat(answer.outcome()).isEqualTo(Outcome.NO_TOKENS);
        assertThat(answer.firstToken()).isNull();
        assertThat(answer.firstAnswerToken()).isNull();
        assertThat(answer.nanosPerOutputToken()).isNull();
    }

    @Test
    void readsLegacyTextAndAFinishReasonThatComesWithText() {
        Answer answer = TimedBody.whole(data("{\"choices\":[{\"text\":\"a\",\"finish_reason\":\"length\"}]}"));

        assertThat(answer.text()).isEqualTo("a");
        assertThat(answer.finishReason()).isEqualTo("length");
        assertThat(answer.outcome()).isEqualTo(Outcome.SUCCESS);
        assertThat(answer.warnings()).contains(AnswerReader.MISSING_DONE);
    }

    @Test
    void readsAChoiceWithoutDeltaAndAChunkWithoutChoices() {
        Answer answer = new TimedBody()
                .at(1, data("{\"choices\":[],\"prompt_filter_results\":[{\"prompt_index\":0}]}"))
                .at(2, data("{\"choices\":[{\"index\":0,\"content_filter_offsets\":{\"check_offset\":1}}]}"))
                .at(3, content("a") + finish("stop") + DONE)
                .endsAt(4);

        assertThat(TimedBody.millis(answer.firstEvent())).isEqualTo(1);
        assertThat(TimedBody.millis(answer.firstChoices())).isEqualTo(2);
        assertThat(TimedBody.millis(answer.firstToken())).isEqualTo(3);
    }

    @Test
    void b5AcceptsAnAnswerThatIsAllReasoning() {
        Answer answer = TimedBody.whole(reasoning("x").repeat(256) + finish("length") + usage(10, 256) + DONE);

        assertThat(answer.outcome()).isEqualTo(Outcome.SUCCESS);
        assertThat(answer.firstToken()).isNotNull();
        assertThat(answer.firstAnswerToken()).isNull();
        assertThat(answer.completionTokens()).isEqualTo(256);
    }

    @Test
    void givesNoTpotWhenReasoningIsHidden() {
        Answer answer = new TimedBody()
                .at(900, content("a"))
                .at(
                        910,
                        content("b")
                                + finish("stop")
                                + data(
                                        "{\"choices\":[],\"usage\":{"
                                                + "\"completion_tokens\":92,\"completion_tokens_details\":{\"reasoning_tokens\":90}}}")
                                + DONE)
                .endsAt(920);

        assertThat(answer.nanosPerOutputToken()).isNull();
        assertThat(answer.warnings()).contains(AnswerReader.HIDDEN_REASONING);
    }

    @Test
    void b16MeasuresAnAnswerOfToolCallsAlone() {
        Answer answer = new TimedBody()
                .at(5, role())
                .at(80, toolCall("f"))
                .at(90, toolArguments("{"))
                .at(100, toolArguments("}"))
                .at(101, finish("tool_calls") + usage(9, 12) + DONE)
                .endsAt(102);

        assertThat(TimedBody.millis(answer.firstToken())).isEqualTo(80);
        assertThat(TimedBody.millis(answer.firstAnswerToken())).isEqualTo(80);
        assertThat(answer.nanosPerOutputToken()).isEqualTo(20.0 * TimedBody.MILLIS / 11);
        assertThat(answer.outcome()).isEqualTo(Outcome.SUCCESS);
    }

    @Test
    void e6GivesNoTpotForASingleToken() {
        Answer answer = TimedBody.whole(content("a") + finish("stop") + usage(5, 1) + DONE);

        assertThat(answer.nanosPerOutputToken()).isNull();
        assertThat(answer.outcome()).isEqualTo(Outcome.SUCCESS);
    }
}
