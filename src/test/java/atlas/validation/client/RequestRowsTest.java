package atlas.validation.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.offset;

import atlas.validation.record.ConnectionUse;
import atlas.validation.record.Outcome;
import atlas.validation.record.Phase;
import atlas.validation.record.RequestRecord;
import atlas.validation.record.TokenCountSource;
import atlas.validation.stream.Answer;
import atlas.validation.stream.Usage;
import java.util.Arrays;
import java.util.List;
import java.util.function.ToIntFunction;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

class RequestRowsTest {

    private static final long START = 7_000_000_000L;
    private static final long SENT = START + 1_234_567;
    private static final long FREED = SENT + 60_000_000;

    @Test
    void countsFromSentInWholeMicrosecondsWithoutLosingAnyInTheGaps() {
        long[] stamps = new long[1000];
        Arrays.setAll(stamps, i -> SENT + 50_000_400 + 333_333L * i);
        RequestRecord row = row(new Ending.Answered(), streamed(Outcome.SUCCESS, stamps, 1000), 1000, false);

        assertThat(row.scheduledAtMs()).isEqualTo(1.0);
        assertThat(row.sentAtMs()).isEqualTo(1.235);
        assertThat(row.freedAtMs()).isEqualTo(61.235);
        assertThat(row.ttftMs()).isEqualTo(50.0);
        assertThat(row.ttftMs() + Arrays.stream(row.chunkGapsMs()).sum()).isCloseTo(row.e2eMs(), offset(1e-9));
        assertThat(row.tpotMs()).isEqualTo(0.333);
    }

    @ParameterizedTest
    @CsvSource({"990, SUCCESS", "989, TRUNCATED", "1000, SUCCESS"})
    void c14TakesNinetyNinePercentForTheWholeLength(int tokens, Outcome outcome) {
        RequestRecord row =
                row(new Ending.Answered(), streamed(Outcome.SUCCESS, new long[] {SENT}, tokens), 1000, true);

        assertThat(row.outcome()).isEqualTo(outcome);
    }

    @ParameterizedTest
    @EnumSource(
            value = Outcome.class,
            names = {"SUCCESS", "IN_STREAM_ERROR", "NO_TOKENS"})
    void anAnswerThatHasItsEndIsNotBrokenByItsConnection(Outcome outcome) {
        RequestRecord row = row(new Ending.Broken("gone"), streamed(outcome, new long[] {SENT}, 10), 10, false);

        assertThat(row.outcome()).isEqualTo(outcome);
    }

    @ParameterizedTest
    @EnumSource(
            value = Outcome.class,
            names = {"INCOMPLETE_STREAM", "MALFORMED_STREAM", "NOT_STREAMED"})
    void anAnswerWithoutItsEndIs(Outcome outcome) {
        RequestRecord row = row(new Ending.Broken("gone"), streamed(outcome, new long[] {SENT}, 10), 10, false);

        assertThat(row.outcome()).isEqualTo(Outcome.CONNECTION_RESET);
        assertThat(row.error()).isEqualTo("gone, after 1 token events");
    }

    @Test
    void whatTheClientGaveUpIsCancelledWhateverCameOfIt() {
        RequestRecord row =
                row(new Ending.GivenUp(), streamed(Outcome.SUCCESS, new long[] {SENT + 5000}, 10), 10, false);

        assertThat(row.outcome()).isEqualTo(Outcome.CANCELLED);
        assertThat(row.ttftMs()).isEqualTo(0.005);
    }

    @Test
    void anErrorStatusOutweighsTheLimitThatItsBodyPassed() {
        Ending limit = new Ending.LimitPassed(Outcome.TOTAL_TIMEOUT, "late");
        RequestRecord row = row(limit, new Attempt.Refused(500, "oops"), 10, false);

        assertThat(row.outcome()).isEqualTo(Outcome.HTTP_ERROR);
        assertThat(row.httpStatus()).isEqualTo(500);
        assertThat(row.error()).isEqualTo("oops");
    }

    @Test
    void aKeyThatTheServerQuotesReachesNoRow() {
        Ending broken = new Ending.NotConnected("proxy says: bad key sk-secret");

        assertThat(row(broken, null, 4, false).error()).isEqualTo("proxy says: bad key ***");
    }

    private static RequestRecord row(Ending ending, Attempt.Response response, int maxTokens, boolean lengthForced) {
        return row(ending, response, maxTokens, lengthForced, null);
    }

    private static RequestRecord row(
            Ending ending,
            Attempt.Response response,
            int maxTokens,
            boolean lengthForced,
            ToIntFunction<String> counter) {
        PreparedRequest request =
                new PreparedRequest(Phase.MEASURE, 3, maxTokens, true, false, new byte[0], new byte[0]);
        Attempt attempt = new Attempt(
                request, START + 1_000_000, SENT, FREED, ConnectionUse.REUSED, 0, ending, response, RawAnswer.NONE);
        CellRun.Names names =
                new CellRun.Names("t", "c", 2, lengthForced, text -> text.replace("sk-secret", "***"), counter);
        return new RequestRows(names, START).row(attempt);
    }

    private static Attempt.Streamed streamed(Outcome outcome, long[] stamps, int tokens) {
        Answer answer = new Answer(
                outcome,
                outcome == Outcome.SUCCESS ? null : "why",
                "stop",
                stamps[0],
                stamps[0],
                stamps[0],
                stamps,
                null,
                stamps[stamps.length - 1],
                new Usage(5, tokens, null, null),
                tokens,
                TokenCountSource.USAGE,
                "",
                "",
                false,
                List.of(),
                List.of());
        return new Attempt.Streamed(200, "text/event-stream", false, null, answer);
    }
}
