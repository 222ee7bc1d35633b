package atlas.validation.client;

import static atlas.validation.testing.ChatEvents.answer;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import atlas.validation.record.Outcome;
import atlas.validation.record.RequestRecord;
import atlas.validation.testing.Reply;
import atlas.validation.testing.ScriptedServer;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** What is kept of the answers to requests that failed, over real sockets. */
@Timeout(60)
class RawAnswerIT {

    private record Failure(RequestRecord row, RawAnswer answer) {

        String text() {
            return new String(answer.start(), UTF_8);
        }
    }

    @Test
    void anErrorIsKeptFromItsStatusLineOn() {
        Reply refusal = new Reply().whole(503, "X-Queue: full\r\n", "{\"error\":\"busy\"}");

        List<Failure> failures = failuresOf(refusal, 1);

        assertThat(failures)
                .singleElement()
                .satisfies(failure -> assertThat(failure.text())
                        .startsWith("HTTP/1.1 503 ")
                        .contains("X-Queue: full\r\n")
                        .endsWith("{\"error\":\"busy\"}"));
    }

    @Test
    void anAnswerThatIsTooShortIsKeptAsItWasStreamed() {
        List<Failure> failures = failuresOf(Reply.stream(answer(5, 3)), 1);

        assertThat(failures).singleElement().satisfies(failure -> {
            assertThat(failure.row().outcome()).isEqualTo(Outcome.TRUNCATED);
            assertThat(failure.text())
                    .startsWith("HTTP/1.1 200")
                    .contains("data: ")
                    .contains("[DONE]");
        });
    }

    @Test
    void aLongAnswerIsCutAndAConnectionKeepsEachAnswerApart() {
        String body = "x".repeat(3 * AnswerBytes.START_LIMIT) + "worker died";
        Reply refusal = new Reply().whole(503, "", body);

        List<Failure> failures = failuresOf(refusal, 2);

        assertThat(failures).hasSize(2).allSatisfy(failure -> {
            assertThat(failure.answer().start()).hasSize(AnswerBytes.START_LIMIT);
            assertThat(failure.text()).startsWith("HTTP/1.1 503");
            assertThat(failure.answer().end()).hasSize(AnswerBytes.END_LIMIT);
            assertThat(new String(failure.answer().end(), UTF_8)).endsWith("xworker died");
            assertThat(failure.answer().length()).isGreaterThan(body.length());
        });
    }

    @Test
    void ofASuccessNothingIsHandedOn() {
        assertThat(failuresOf(Reply.stream(answer(5, 16)), 3)).isEmpty();
    }

    private static List<Failure> failuresOf(Reply reply, int requests) {
        List<Failure> failures = new ArrayList<>();
        LoadListener listener = new LoadListener() {
            @Override
            public void requestFinished(RequestRecord row) {}

            @Override
            public void requestFailed(RequestRecord row, RawAnswer answer) {
                failures.add(new Failure(row, answer));
            }

            @Override
            public void progress(LoadProgress snapshot) {}
        };
        try (ScriptedServer server = ScriptedServer.start(request -> reply);
                LoadClient client = Loads.client(server.baseUrl(), Loads.LIMITS, 1, true)) {
            client.run(Loads.cell(1, 0, requests), new Cancellation(), listener);
        }
        return failures;
    }
}
