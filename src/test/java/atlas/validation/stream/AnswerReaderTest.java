package atlas.validation.stream;

import static atlas.validation.testing.ChatEvents.DONE;
import static atlas.validation.testing.ChatEvents.KEEP_ALIVE;
import static atlas.validation.testing.ChatEvents.content;
import static atlas.validation.testing.ChatEvents.data;
import static atlas.validation.testing.ChatEvents.error;
import static atlas.validation.testing.ChatEvents.finish;
import static atlas.validation.testing.ChatEvents.role;
import static atlas.validation.testing.ChatEvents.usage;
import static org.assertj.core.api.Assertions.assertThat;

import atlas.validation.record.Outcome;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** How events are framed, and how an answer ends. */
class AnswerReaderTest {

    @Test
    void a1KeepsSpacesAndStampsTheReadThatCompletes() {
        Answer answer = new TimedBody()
                .at(100, "data:")
                .at(130, " {\"choices\":[{\"index\":0,\"delta\":{\"content\":\" a \"}}]}\n\n")
                .at(140, DONE)
                .endsAt(150);

        assertThat(TimedBody.millis(answer.firstToken())).isEqualTo(130);
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

        assertThat(TimedBody.millis(answer.firstEvent())).isEqualTo(3500);
        assertThat(TimedBody.millis(answer.firstToken())).isEqualTo(3500);
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
        assertThat(TimedBody.millis(answer.firstToken())).isEqualTo(20);
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

        assertThat(TimedBody.gaps(answer)).containsExactly(0, 0);
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
        AnswerReader reader = new AnswerReader(false, false, 1000);
        byte[] piece = ("data: " + "x".repeat(600)).getBytes(java.nio.charset.StandardCharsets.UTF_8);
        reader.feed(piece, 0, piece.length, 1);
        reader.feed(piece, 0, piece.length, 2);

        assertThat(reader.isHopeless()).isTrue();
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

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{\"choices\":[{\"error\":{\"message\":\"x\"}}]}",
                "{\"choices\":[{\"delta\":{\"content\":\"\",\"error\":{\"message\":\"x\"}}}]}",
                "{\"choices\":[{\"error\":{\"message\":\"x\"},\"finish_reason\":\"error\"}],\"error\":null}",
                "{\"error\":\"\",\"choices\":[{\"index\":0},{\"index\":1,\"error\":\"x\"}]}"
            })
    void d1ReadsAnErrorWithinAChoice(String error) {
        Answer answer = TimedBody.whole(content("a") + data(error) + error("y") + DONE);

        assertThat(answer.outcome()).isEqualTo(Outcome.IN_STREAM_ERROR);
        assertThat(answer.error()).as("the first error is the cause").isEqualTo("x");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{\"detail\":\"x\"}",
                "{\"detail\":[{\"loc\":[\"body\"],\"msg\":\"x\"}]}",
                "{\"message\":\"x\",\"code\":500}",
                "{\"message\":\"x\",\"code\":\"500\",\"choices\":null}",
                "{\"code\":\"Throttling\",\"message\":\"x\",\"request_id\":\"1\"}",
                "{\"status_code\":503,\"message\":\"x\"}",
                "{\"status\":\"error\",\"message\":\"x\",\"data\":{\"code\":1}}",
                "{\"type\":\"server_error\",\"message\":\"x\"}",
                "{\"errors\":[{\"message\":\"x\"}]}",
                "{\"error_code\":13,\"error_msg\":\"x\"}",
                "{\"code\":50001,\"message\":\"x\"}"
            })
    void d1AnErrorWithoutAFieldOfThatNameIsOne(String error) {
        Answer alone = TimedBody.whole(data(error) + DONE);
        assertThat(alone.outcome()).isEqualTo(Outcome.IN_STREAM_ERROR);
        assertThat(alone.error()).isEqualTo("x");

        Answer amid = TimedBody.whole(content("a") + data(error) + finish("stop") + usage(5, 1) + DONE);
        assertThat(amid.outcome()).isEqualTo(Outcome.IN_STREAM_ERROR);
        assertThat(amid.error()).isEqualTo("x");
        assertThat(TimedBody.whole(error).outcome()).as("as the whole body").isEqualTo(Outcome.IN_STREAM_ERROR);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{\"message\":\"place 3 in the queue\"}",
                "{\"message\":\"queued\",\"status\":\"waiting\",\"code\":202}",
                "{\"message\":\"fine\",\"code\":\"OK\"}",
                "{\"message\":\"fine\",\"code\":{\"error\":500},\"status\":[\"error\"]}",
                "{\"detail\":null,\"code\":500}",
                "{\"detail\":\"\"}",
                "{\"choices\":[],\"message\":\"x\",\"code\":500,\"detail\":\"x\"}",
                "{\"usage\":{\"completion_tokens\":1},\"detail\":\"of the usage\"}",
                "{\"type\":\"ping\"}",
                "{\"errors\":[]}",
                "{\"errors\":0}",
                "{\"error_code\":0,\"error_msg\":\"success\"}",
                "{\"code\":20001,\"message\":\"queued\"}"
            })
    void aNoticeIsNoError(String notice) {
        Answer answer = TimedBody.whole(data(notice) + content("a") + data(notice) + finish("stop") + DONE);

        assertThat(answer.outcome()).isEqualTo(Outcome.SUCCESS);
    }

    @ParameterizedTest
    @ValueSource(strings = {"abort", "error"})
    void d3AFinishReasonThatTellsAFailureIsOne(String reason) {
        Answer answer = TimedBody.whole(content("a").repeat(5) + finish(reason) + usage(5, 5) + DONE);

        assertThat(answer.outcome()).isEqualTo(Outcome.IN_STREAM_ERROR);
        assertThat(answer.error()).contains("finish_reason \"" + reason + "\"");
        assertThat(answer.tokenStamps()).hasSize(5);
        assertThat(TimedBody.whole(content("a") + finish(reason) + error("out of memory") + DONE)
                        .error())
                .as("what the server says of it")
                .isEqualTo("out of memory");
        assertThat(TimedBody.whole(content("a") + finish(reason) + finish("stop") + DONE)
                        .outcome())
                .as("one of two choices failed")
                .isEqualTo(Outcome.IN_STREAM_ERROR);
    }

    @Test
    void d5TakesTheWordNullForNoFinishReason() {
        String chunk = data("{\"choices\":[{\"delta\":{\"content\":\"a\"},\"finish_reason\":\"null\"}]}");

        assertThat(TimedBody.whole(chunk).outcome()).isEqualTo(Outcome.INCOMPLETE_STREAM);
        assertThat(TimedBody.whole(chunk + finish("stop") + chunk).finishReason())
                .isEqualTo("stop");
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

    /** So wrote llama.cpp until the end of 2025, with and without the mark of the end behind it. */
    @ParameterizedTest
    @ValueSource(strings = {"", DONE})
    void d1ReadsAnErrorThatComesAsAFieldOfItsOwn(String end) {
        String error = "error: {\"code\":500,\"message\":\"out of slots\",\"type\":\"server_error\"}\n\n";

        Answer alone = TimedBody.whole(error + end);
        assertThat(alone.outcome()).isEqualTo(Outcome.IN_STREAM_ERROR);
        assertThat(alone.error()).isEqualTo("out of slots");

        Answer late = TimedBody.whole(content("a").repeat(5) + error + end);
        assertThat(late.outcome()).isEqualTo(Outcome.IN_STREAM_ERROR);
        assertThat(late.error()).isEqualTo("out of slots");
        assertThat(late.tokenStamps()).hasSize(5);
    }

    @ParameterizedTest
    @ValueSource(strings = {"null", "false", "\"\"", "{}", "[]", "{\"code\":null,\"message\":null}"})
    void takesAnEmptyErrorFieldForNone(String error) {
        Answer answer = TimedBody.whole(data("{\"choices\":[{\"delta\":{\"content\":\"a\"}}],\"error\":" + error + "}")
                + finish("stop")
                + DONE);

        assertThat(answer.outcome()).isEqualTo(Outcome.SUCCESS);
    }

    @ParameterizedTest
    @ValueSource(strings = {"{}", "{\"message\":null}", "{\"reason\":7}"})
    void anErrorThatStandsAloneIsOneEvenWithoutWords(String error) {
        Answer answer = TimedBody.whole(content("a") + data("{\"error\":" + error + "}") + DONE);

        assertThat(answer.outcome()).isEqualTo(Outcome.IN_STREAM_ERROR);
        assertThat(answer.error()).isEqualTo("error without a message");
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
        assertThat(TimedBody.millis(answer.end())).isEqualTo(2);
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

    @ParameterizedTest
    @ValueSource(
            strings = {
                " {\"error\":{\"message\":\"x\"}}",
                "\r\n\r\n{\"error\":\"x\"}",
                "\uFEFF{\"error\":\"x\"}",
                "[{\"error\":{\"code\":400,\"message\":\"x\"}}]",
                "[{\"ok\":1},{\"error\":\"x\"},{\"error\":\"y\"}]"
            })
    void readsTheErrorOfABlockingAnswer(String body) {
        Answer answer = TimedBody.whole(body);

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
        assertThat(TimedBody.millis(answer.firstToken())).isEqualTo(9);
        assertThat(answer.end()).isNull();
    }
}
