package atlas.validation.client;

import static atlas.validation.testing.ChatEvents.DONE;
import static atlas.validation.testing.ChatEvents.content;
import static atlas.validation.testing.ChatEvents.data;
import static atlas.validation.testing.ChatEvents.finish;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import atlas.validation.record.Phase;
import atlas.validation.stream.AnswerReader;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

class RefusalWatchTest {

    private final RefusalWatch watch = new RefusalWatch(2);

    @Test
    void d24TakesRefusalsOfAllFirstRequestsForFinal() {
        assertThat(watch.isEnough(refused(401))).isFalse();
        assertThat(watch.reason()).isNull();
        assertThat(watch.isEnough(refused(401))).isTrue();
        assertThat(watch.reason()).isEqualTo("the server refuses every request, 2 of 2 so far: HTTP 401, no");
    }

    @ParameterizedTest
    @ValueSource(ints = {301, 307, 400, 401, 402, 403, 404, 405, 407, 410, 413, 415, 422, 426, 501, 505})
    void d24TakesEveryRefusalForFinalThatNoFurtherRequestWillChange(int status) {
        assertThat(watch.isEnough(refused(status))).isFalse();
        assertThat(watch.isEnough(refused(status))).isTrue();
    }

    @ParameterizedTest
    @ValueSource(ints = {408, 409, 423, 425, 429, 500, 502, 503, 504})
    void takesNoPassingTroubleForFinal(int status) {
        for (int i = 0; i < 10; i++) {
            assertThat(watch.isEnough(refused(status))).isFalse();
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {408, 409, 423, 425, 429, 500, 502, 503, 504})
    void d24TakesNoPassingTroubleForAWelcome(int status) {
        watch.isEnough(refused(status));
        watch.isEnough(attempt(new Ending.Broken("x"), null));
        watch.isEnough(answered("<html>log in</html>"));
        watch.isEnough(answered(data("{\"error\":\"no such key\"}") + DONE));

        assertThat(watch.isEnough(refused(401))).isFalse();
        assertThat(watch.isEnough(refused(401))).isTrue();
        assertThat(watch.reason())
                .isEqualTo("the server answers no request, and refuses them for good, 2 of 6 so far: HTTP 401, no");
    }

    @Test
    void ignoresWhatTheClientGaveUp() {
        watch.isEnough(refused(404));
        assertThat(watch.isEnough(attempt(new Ending.GivenUp(), null))).isFalse();
        assertThat(watch.isEnough(refused(404))).isTrue();
    }

    @ParameterizedTest
    @MethodSource("welcomes")
    void goesOnOnceAnyRequestWasAccepted(String body) {
        watch.isEnough(refused(400));
        watch.isEnough(answered(body));
        for (int i = 0; i < 10; i++) {
            assertThat(watch.isEnough(refused(400))).isFalse();
        }
    }

    static Stream<String> welcomes() {
        return Stream.of(
                content("a") + finish("stop") + DONE,
                content("a"),
                content("a") + data("{\"error\":\"out of memory\"}"),
                finish("stop") + DONE,
                "{\"choices\":[]}");
    }

    private static Attempt answered(String body) {
        AnswerReader reader = new AnswerReader();
        byte[] bytes = body.getBytes(UTF_8);
        reader.feed(bytes, 0, bytes.length, 1);
        return attempt(new Ending.Answered(), new Attempt.Streamed(200, null, false, null, reader.end(2)));
    }

    private static Attempt refused(int status) {
        return attempt(new Ending.Answered(), new Attempt.Refused(status, "no"));
    }

    private static Attempt attempt(Ending ending, Attempt.@Nullable Response response) {
        PreparedRequest request = new PreparedRequest(Phase.MEASURE, 0, 1, false, false, new byte[0], new byte[0]);
        return new Attempt(request, 0, 0L, null, null, 0, ending, response, RawAnswer.NONE);
    }
}
