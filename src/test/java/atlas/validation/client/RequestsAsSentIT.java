package atlas.validation.client;

import static atlas.validation.testing.ChatEvents.DONE;
import static atlas.validation.testing.ChatEvents.answer;
import static atlas.validation.testing.ChatEvents.content;
import static atlas.validation.testing.ChatEvents.finish;
import static atlas.validation.testing.ChatEvents.usage;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import atlas.validation.record.CellId;
import atlas.validation.record.Outcome;
import atlas.validation.record.RequestRecord;
import atlas.validation.testing.ReceivedRequest;
import atlas.validation.testing.Reply;
import atlas.validation.testing.ScriptedServer;
import atlas.validation.workload.ChatMessage;
import atlas.validation.workload.Prompt;
import atlas.validation.workload.PromptSource;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** What reaches a server of prompts that are no plain ASCII, of long conversations, and of many users. */
@Timeout(60)
class RequestsAsSentIT {

    @Test
    void theLengthOfARequestCountsBytesAndNotCharacters() {
        String text = "h\u00e4 \u2028 \ud83d\ude00 \u0000 \" \\ \ufeff";
        try (ScriptedServer server = ScriptedServer.start(request -> Reply.stream(answer(5, 16)))) {
            CellMeasurement cell = Loads.run(server, load(text, 3));

            assertThat(cell.rows()).hasSize(3).allMatch(row -> row.outcome() == Outcome.SUCCESS && row.retries() == 0);
            assertThat(server.received()).hasSize(3).allSatisfy(request -> {
                assertThat(request.header("content-length"))
                        .isEqualTo(Integer.toString(request.body().getBytes(UTF_8).length));
                assertThat(question(request)).isEqualTo(text);
            });
        }
    }

    /** JSON files and servers' answers may have half of a character: a text of which no UTF-8 can be made. */
    @Test
    void halfOfACharacterInAPromptEndsNoCell() {
        try (ScriptedServer server = ScriptedServer.start(request -> Reply.stream(answer(5, 16)))) {
            CellMeasurement cell = Loads.run(server, load("half of \ud83d a character", 3));

            assertThat(cell.rows()).hasSize(3).allMatch(row -> row.outcome() == Outcome.SUCCESS);
            assertThat(server.received())
                    .hasSize(3)
                    .allSatisfy(request ->
                            assertThat(question(request)).startsWith("half of ").endsWith(" a character"));
        }
    }

    @Test
    void halfOfACharacterInAnAnswerEndsNoConversation() {
        Reply half = Reply.stream(content("half of \\ud83d"), finish("length"), usage(5, 1), DONE);
        try (ScriptedServer server = ScriptedServer.start(request -> half)) {
            CellLoad load = new CellLoad("t", CellId.ofConcurrency("w", 1), new Talk(), 1, 0, 4);
            CellMeasurement cell = Loads.run(server, load);

            assertThat(cell.rows()).hasSize(4).allMatch(row -> row.outcome() == Outcome.SUCCESS);
            assertThat(cell.rows()).extracting(RequestRecord::turn).containsExactly(0, 1, 0, 1);
        }
    }

    @Test
    void f6AServerSeesAllOfTwoHundredAndFiftySixUsersAtOnce() {
        int users = 256;
        CountDownLatch all = new CountDownLatch(users);
        ScriptedServer.Script script = request -> {
            all.countDown();
            return new Reply().streamHead().hold(all).chunk(answer(5, 16)).end();
        };
        try (ScriptedServer server = ScriptedServer.start(script)) {
            CellMeasurement cell = Loads.run(server, Loads.cell(users, 0, 2 * users));

            assertThat(server.mostInFlight()).isEqualTo(users);
            assertThat(cell.rows()).hasSize(2 * users).allMatch(row -> row.outcome() == Outcome.SUCCESS);
            assertThat(WireRow.metrics(cell.rows()).numbers().get("max_concurrent_requests"))
                    .isEqualTo(users);
        }
    }

    private static String question(ReceivedRequest request) {
        JsonNode body = new JsonMapper().readTree(request.body());
        return body.path("messages").path(0).path("content").asString();
    }

    private static CellLoad load(String text, int requests) {
        PromptSource same = new PromptSource() {
            @Override
            public Prompt measured(int index) {
                return new Prompt(text, 16, false);
            }

            @Override
            public Prompt warmup(int index) {
                return measured(index);
            }
        };
        return new CellLoad("t", CellId.ofConcurrency("w", 1), same, 1, 0, requests);
    }

    private record Talk() implements PromptSource {

        @Override
        public int turns() {
            return 2;
        }

        @Override
        public Prompt measured(int index) {
            return new Prompt("question", 16, false);
        }

        @Override
        public Prompt warmup(int index) {
            return measured(index);
        }

        @Override
        public Prompt followUp(int first, int turn, Prompt before, String answer) {
            return new Prompt(
                    List.of(
                            before.messages().getFirst(),
                            new ChatMessage("assistant", answer),
                            new ChatMessage("user", "and now?")),
                    16,
                    false);
        }
    }
}
