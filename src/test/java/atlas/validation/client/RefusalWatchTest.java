package atlas.validation.client;

import static org.assertj.core.api.Assertions.assertThat;

import atlas.validation.record.Phase;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
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
        assertThat(watch.isEnough(refused(status))).isFalse();
        assertThat(watch.isEnough(refused(401))).isFalse();
        assertThat(watch.isEnough(refused(401))).isFalse();
    }

    @Test
    void ignoresWhatTheClientGaveUp() {
        watch.isEnough(refused(404));
        assertThat(watch.isEnough(attempt(new Ending.GivenUp(), null))).isFalse();
        assertThat(watch.isEnough(refused(404))).isTrue();
    }

    @Test
    void goesOnOnceAnyRequestWasServed() {
        watch.isEnough(refused(400));
        watch.isEnough(attempt(new Ending.Broken("x"), null));
        for (int i = 0; i < 10; i++) {
            assertThat(watch.isEnough(refused(400))).isFalse();
        }
    }

    private static Attempt refused(int status) {
        return attempt(new Ending.Answered(), new Attempt.Refused(status, "no"));
    }

    private static Attempt attempt(Ending ending, Attempt.@Nullable Response response) {
        PreparedRequest request = new PreparedRequest(Phase.MEASURE, 0, 1, false, false, new byte[0], new byte[0]);
        return new Attempt(request, 0, 0L, null, null, 0, ending, response, RawAnswer.NONE);
    }
}
