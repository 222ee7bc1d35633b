package atlas.validation.stream;

import static atlas.validation.testing.ChatEvents.DONE;
import static atlas.validation.testing.ChatEvents.KEEP_ALIVE;
import static atlas.validation.testing.ChatEvents.content;
import static atlas.validation.testing.ChatEvents.data;
import static atlas.validation.testing.ChatEvents.delta;
import static atlas.validation.testing.ChatEvents.error;
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
import java.util.Arrays;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class AnswerReaderTest {

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
        assertThat(millis(answer.firstEvent())).isEqualTo(5);
        assertThat(millis(answer.firstChoices())).isEqualTo(5);
        assertThat(millis(answer.firstToken())).isEqualTo(200);
        assertThat(millis(answer.firstAnswerToken())).isEqualTo(230);
        assertThat(gaps(answer)).containsExactly(30, 30);
        assertThat(millis(answer.lastToken())).isEqualTo(260);
        assertThat(answer.nanosPerOutputToken()).isEqualTo(12.0 * TimedBody.MILLIS);
        assertThat(millis(answer.end())).isEqualTo(264);
        assertThat(answer.completionTokens()).isEqualTo(6);
        assertThat(answer.tokenCountSource()).isEqualTo(TokenCountSource.USAGE);
        assertThat(answer.finishReason()).isEqualTo("stop");
        assertThat(answer.text()).isEqualTo("ab c d");
        assertThat(answer.warnings()).isEmpty();
    }

    @Test
    void a1KeepsSpacesAndStampsTheReadThatCompletes() {
        Answer answer = new TimedBody()
                .at(100, "data:")
                .at(130, " {\"choices\":[{\"index\":0,\"delta\":{\"content\":\" a \"}}]}\n\n")
                .at(140, DONE)
                .endsAt(150);

        assertThat(millis(answer.firstToken())).isEqualTo(130);
        assertThat(answer.text()).isEqualTo(" a ");
        assertThat(answer.outcome()).isEqualTo(Outcome.SUCCESS);
    }

    @Test
    void a2IgnoresKeepAlivesBeforeTheFirstToken() {
        Answer answer = new TimedBody()
                .at(1000, KEEP_ALIVE)
                .at(2000, KEEP_ALIVE)
                .at(3000, KEEP_ALIVE)
                .at(3500, content("hi") + finish("stop") + DONE)
                .endsAt(3600);

        assertThat(millis(answer.firstEvent())).isEqualTo(3500);
        assertThat(millis(answer.firstToken())).isEqualTo(3500);
        assertThat(answer.outcome()).isEqualTo(Outcome.SUCCESS);
    }

    @ParameterizedTest
    @ValueSource(strings = {": keepalive", ": OPENROUTER PROCESSING", "ping", "null", "[]"})
    void a4ToleratesKeepAlivesThatComeAsData(String keepAlive) {
        Answer answer = new TimedBody()
                .at(10, data(keepAlive))
                .at(20, content("a") + finish("stop") + DONE)
                .endsAt(30);

        assertThat(answer.outcome()).isEqualTo(Outcome.SUCCESS);
        assertThat(millis(answer.firstToken())).isEqualTo(20);
        assertThat(answer.warnings()).contains(AnswerReader.MALFORMED_KEEPALIVE);
    }

    @ParameterizedTest
    @ValueSource(strings = {"data:[DONE]\n\n", "data: [DONE] \n\n", "data: [DONE]\r\n\r\n", "data: [DONE]"})
    void a9KnowsTheEndHoweverItIsSpaced(String end) {
        Answer answer = TimedBody.whole(content("a") + end);

        assertThat(answer.outcome()).isEqualTo(Outcome.SUCCESS);
        assertThat(answer.warnings()).doesNotContain(AnswerReader.MISSING_DONE).contains("missing_finish_reason");
    }

    @Test
    void a15CountsEveryEventOfOneRead() {
        Answer answer =
                TimedBody.whole(content("a") + content("b") + content("c") + finish("stop") + usage(5, 3) + DONE);

        assertThat(gaps(answer)).containsExactly(0, 0);
        assertThat(answer.nanosPerOutputToken()).isNull();
        assertThat(answer.warnings()).contains(AnswerReader.TOKENS_IN_ONE_READ);
    }

    @Test
    void a17ReadsAMegabyteOfContent() {
        Answer answer = TimedBody.whole(content("x".repeat(1 << 20)) + finish("stop") + DONE);

        assertThat(answer.outcome()).isEqualTo(Outcome.SUCCESS);
        assertThat(answer.text()).hasSize(1 << 20);
    }

    @Test
    void a20FailsAnEventWithoutEnd() {
        AnswerReader reader = new AnswerReader(false, 1000);
        byte[] piece = ("data: " + "x".repeat(600)).getBytes(java.nio.charset.StandardCharsets.UTF_8);
        reader.feed(piece, 0, piece.length, 1);
        reader.feed(piece, 0, piece.length, 2);

        assertThat(reader.isTooLarge()).isTrue();
        assertThat(reader.cut().outcome()).isEqualTo(Outcome.EVENT_TOO_LARGE);
        assertThat(reader.cut().error()).isEqualTo("one event exceeds 1000 bytes");
    }

    @Test
    void a21ReadsAnUnterminatedLastEventAndFlagsIt() {
        Answer answer = TimedBody.whole(
                "event: message\nid: 7\n" + content("a") + finish("stop").strip());

        assertThat(answer.outcome()).isEqualTo(Outcome.SUCCESS);
        assertThat(answer.warnings()).contains(AnswerReader.UNTERMINATED_FINAL_EVENT, AnswerReader.MISSING_DONE);
    }

    @ParameterizedTest
    @ValueSource(strings = {"\n\n", "\r\n\r\n"})
    void readsJsonThatIsSpreadOverSeveralDataLines(String eventEnd) {
        String lineEnd = eventEnd.substring(0, eventEnd.length() / 2);
        Answer answer = TimedBody.whole("data: {\"choices\":" + lineEnd + "data: [{\"delta\":" + lineEnd
                + "data: {\"content\":\"a\"}}]}" + eventEnd + finish("stop") + DONE);

        assertThat(answer.text()).isEqualTo("a");
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

        assertThat(millis(answer.firstToken())).isEqualTo(214);
        assertThat(millis(answer.firstChoices())).isEqualTo(5);
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

        assertThat(millis(answer.firstToken())).isEqualTo(50);
        assertThat(millis(answer.firstAnswerToken())).isEqualTo(5000);
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

        assertThat(millis(answer.firstEvent())).isEqualTo(1);
        assertThat(millis(answer.firstChoices())).isEqualTo(2);
        assertThat(millis(answer.firstToken())).isEqualTo(3);
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

        assertThat(millis(answer.firstToken())).isEqualTo(80);
        assertThat(millis(answer.firstAnswerToken())).isEqualTo(80);
        assertThat(answer.nanosPerOutputToken()).isEqualTo(20.0 * TimedBody.MILLIS / 11);
        assertThat(answer.outcome()).isEqualTo(Outcome.SUCCESS);
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
    void e6GivesNoTpotForASingleToken() {
        Answer answer = TimedBody.whole(content("a") + finish("stop") + usage(5, 1) + DONE);

        assertThat(answer.nanosPerOutputToken()).isNull();
        assertThat(answer.outcome()).isEqualTo(Outcome.SUCCESS);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{\"error\":{\"message\":\"x\",\"code\":400}}",
                "{\"error\":\"x\"}",
                "{\"object\":\"error\",\"message\":\"x\",\"type\":\"BadRequestError\",\"code\":400}",
                "{\"error\":{\"detail\":[{\"msg\":\"x\"}]}}"
            })
    void d1D3FailsOnAnErrorInTheStreamAndKeepsWhatCameBefore(String error) {
        Answer alone = TimedBody.whole(data(error) + DONE);
        assertThat(alone.outcome()).isEqualTo(Outcome.IN_STREAM_ERROR);
        assertThat(alone.error()).isEqualTo("x");

        Answer late = TimedBody.whole(content("a").repeat(5) + data(error) + DONE);
        assertThat(late.outcome()).isEqualTo(Outcome.IN_STREAM_ERROR);
        assertThat(late.tokenStamps()).hasSize(5);
    }

    @Test
    void readsAnErrorThatNobodyEscaped() {
        Answer answer = TimedBody.whole(content("a") + data("{\"error\":\"bad \"quote\" here\"}"));

        assertThat(answer.outcome()).isEqualTo(Outcome.IN_STREAM_ERROR);
        assertThat(answer.error()).contains("quote");
    }

    @Test
    void readsAnEventOfTypeErrorWhateverItsData() {
        assertThat(TimedBody.whole("event: error\ndata: out of memory\n\n").error())
                .isEqualTo("out of memory");
        assertThat(TimedBody.whole("event: error\ndata: {\"message\":\"x\"}\n\n")
                        .outcome())
                .isEqualTo(Outcome.IN_STREAM_ERROR);
    }

    @ParameterizedTest
    @ValueSource(strings = {"null", "false", "\"\""})
    void takesAnEmptyErrorFieldForNone(String error) {
        Answer answer = TimedBody.whole(data("{\"choices\":[{\"delta\":{\"content\":\"a\"}}],\"error\":" + error + "}")
                + finish("stop")
                + DONE);

        assertThat(answer.outcome()).isEqualTo(Outcome.SUCCESS);
    }

    @Test
    void d5FailsABodyThatEndsWithoutATerminalSign() {
        Answer answer = TimedBody.whole(content("a").repeat(3));

        assertThat(answer.outcome()).isEqualTo(Outcome.INCOMPLETE_STREAM);
        assertThat(answer.error()).isEqualTo("the body ended after 3 token events without finish_reason or [DONE]");
        assertThat(TimedBody.whole("").outcome()).isEqualTo(Outcome.INCOMPLETE_STREAM);
        assertThat(TimedBody.whole(KEEP_ALIVE).outcome()).isEqualTo(Outcome.INCOMPLETE_STREAM);
    }

    @Test
    void d5AcceptsAFinishReasonWithoutDone() {
        Answer answer = TimedBody.whole(content("a") + finish("stop"));

        assertThat(answer.outcome()).isEqualTo(Outcome.SUCCESS);
        assertThat(answer.warnings()).contains(AnswerReader.MISSING_DONE);
        assertThat(millis(answer.end())).isEqualTo(2);
    }

    @Test
    void ignoresWhatComesAfterDone() {
        Answer answer = TimedBody.whole(content("a") + finish("stop") + DONE + content("b") + error("x"));

        assertThat(answer.outcome()).isEqualTo(Outcome.SUCCESS);
        assertThat(answer.tokenStamps()).hasSize(1);
        assertThat(answer.warnings()).contains(AnswerReader.EVENTS_AFTER_DONE);
    }

    @Test
    void tellsABlockingAnswerFromAStream() {
        Answer answer = TimedBody.whole("{\"choices\":[{\"message\":{\"content\":\"a\"},\"finish_reason\":\"stop\"}]}");

        assertThat(answer.outcome()).isEqualTo(Outcome.NOT_STREAMED);
        assertThat(answer.firstToken()).isNull();
    }

    @Test
    void readsTheErrorOfABlockingAnswer() {
        Answer answer = TimedBody.whole(" {\"error\":{\"message\":\"x\"}}");

        assertThat(answer.outcome()).isEqualTo(Outcome.IN_STREAM_ERROR);
        assertThat(answer.error()).isEqualTo("x");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "<html><body>Bad gateway</body></html>",
                "Internal Server Error",
                "data: Internal Server Error\n\n",
                "data: {\"choices\":[{\"delta\":{\"content\":\"a\n\n"
            })
    void failsABodyThatIsNoEventStream(String body) {
        Answer answer = TimedBody.whole(body);

        assertThat(answer.outcome()).isEqualTo(Outcome.MALFORMED_STREAM);
        assertThat(answer.error()).startsWith("not a readable event stream: ");
    }

    @Test
    void readsLogProbabilitiesThatAreNoNumbersAndBytesThatAreNoText() {
        AnswerReader reader = new AnswerReader(true);
        byte[] body = (data(
                                "{\"choices\":[{\"logprobs\":{\"x\":[-Infinity,NaN]},\"delta\":{\"content\":\"a\u00ff\"}}]}")
                        + finish("stop"))
                .getBytes(java.nio.charset.StandardCharsets.ISO_8859_1);
        reader.feed(body, 0, body.length, 1);
        Answer answer = reader.end(2);

        assertThat(answer.outcome()).isEqualTo(Outcome.SUCCESS);
        assertThat(answer.text()).isEqualTo("a\ufffd");
    }

    @Test
    void keepsWhatCameOfABodyThatBrokeOff() {
        Answer answer = new TimedBody()
                .at(5, role())
                .at(9, content("a") + "data: {\"cho")
                .breaksOff();

        assertThat(answer.outcome()).isEqualTo(Outcome.INCOMPLETE_STREAM);
        assertThat(millis(answer.firstToken())).isEqualTo(9);
        assertThat(answer.end()).isNull();
    }

    private static String counted(String text, int total) {
        return data("{\"choices\":[{\"delta\":{\"content\":\"" + text + "\"}}],\"usage\":{\"completion_tokens\":"
                + total + "}}");
    }

    private static double millis(@Nullable Long nanos) {
        assertThat(nanos).isNotNull();
        return (double) nanos / TimedBody.MILLIS;
    }

    private static double[] gaps(Answer answer) {
        long[] stamps = answer.tokenStamps();
        double[] gaps = new double[stamps.length - 1];
        Arrays.setAll(gaps, i -> (double) (stamps[i + 1] - stamps[i]) / TimedBody.MILLIS);
        return gaps;
    }
}
