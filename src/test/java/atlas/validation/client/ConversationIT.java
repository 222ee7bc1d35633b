package atlas.validation.client;

import static atlas.validation.testing.ChatEvents.DONE;
import static atlas.validation.testing.ChatEvents.content;
import static atlas.validation.testing.ChatEvents.finish;
import static atlas.validation.testing.ChatEvents.reasoning;
import static atlas.validation.testing.ChatEvents.usage;
import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import atlas.validation.client.CellLoad.ClosedLoop;
import atlas.validation.record.CellId;
import atlas.validation.record.Outcome;
import atlas.validation.record.Phase;
import atlas.validation.record.RequestRecord;
import atlas.validation.testing.ReceivedRequest;
import atlas.validation.testing.Reply;
import atlas.validation.testing.ScriptedServer;
import atlas.validation.workload.ArrivalProcess;
import atlas.validation.workload.ArrivalSchedule;
import atlas.validation.workload.ChatMessage;
import atlas.validation.workload.Prompt;
import atlas.validation.workload.PromptSource;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Requests that follow one another in one slot, over real sockets. */
@Timeout(60)
class ConversationIT {

    @Test
    void f21EachTurnHasTheServersOwnAnswersInItsPromptOnce() {
        try (ScriptedServer server = ScriptedServer.start(request -> answering("answer to " + question(request)))) {
            CellMeasurement cell = Loads.run(server, load(new Talks(3, Duration.ZERO), 1, 6));

            assertThat(cell.rows()).hasSize(6).allMatch(row -> row.outcome() == Outcome.SUCCESS);
            assertThat(server.received())
                    .extracting(ConversationIT::said)
                    .containsExactly(
                            List.of("question 0"),
                            List.of("question 0", "answer to question 0", "question 1"),
                            List.of(
                                    "question 0",
                                    "answer to question 0",
                                    "question 1",
                                    "answer to question 1",
                                    "question 2"),
                            List.of("question 3"),
                            List.of("question 3", "answer to question 3", "question 4"),
                            List.of(
                                    "question 3",
                                    "answer to question 3",
                                    "question 4",
                                    "answer to question 4",
                                    "question 5"));
            assertThat(cell.rows()).extracting(RequestRecord::turn).containsExactly(0, 1, 2, 0, 1, 2);
            assertThat(cell.rows()).extracting(RequestRecord::index).containsExactly(0, 1, 2, 3, 4, 5);
        }
    }

    @Test
    void f17ThinkingCountsFromTheEndOfTheAnswer() {
        Duration think = Duration.ofMillis(40);
        Reply slow = new Reply()
                .streamHead()
                .chunk(content("a"))
                .pause(Duration.ofMillis(30))
                .chunk(content("b") + finish("stop") + usage(1, 2) + DONE)
                .end();
        try (ScriptedServer server = ScriptedServer.start(request -> slow)) {
            List<RequestRecord> rows = inOrder(Loads.run(server, load(new Talks(4, think), 1, 4)));

            assertThat(rows).hasSize(4);
            for (int turn = 1; turn < 4; turn++) {
                RequestRecord before = rows.get(turn - 1);
                RequestRecord row = rows.get(turn);
                double freed = requireNonNull(before.freedAtMs());
                assertThat(requireNonNull(row.scheduledAtMs()) - freed)
                        .as("due a time to think after the answer, and not after the question")
                        .isGreaterThanOrEqualTo(think.toMillis());
                assertThat(requireNonNull(row.sentAtMs())).isGreaterThanOrEqualTo(row.scheduledAtMs());
                assertThat(requireNonNull(row.sentAtMs()) - requireNonNull(before.sentAtMs()))
                        .isGreaterThanOrEqualTo(think.toMillis() + 30.0);
            }
        }
    }

    @Test
    void aConversationHoldsItsSlotAndItsConnection() {
        try (ScriptedServer server = ScriptedServer.start(request -> answering("yes"))) {
            CellMeasurement cell = Loads.run(server, load(new Talks(3, Duration.ofMillis(5)), 2, 12), Loads.LIMITS, 2);

            assertThat(cell.rows()).hasSize(12);
            assertThat(server.mostInFlight()).isLessThanOrEqualTo(2);
            assertThat(server.connections()).isEqualTo(2);
            for (ReceivedRequest request : server.received()) {
                List<String> said = said(request);
                if (said.size() > 1) {
                    ReceivedRequest before = onConnection(server, request.connection(), request.onConnection() - 1);
                    assertThat(said.subList(0, said.size() - 2))
                            .as("what came before it on its connection is the turn before it")
                            .isEqualTo(said(before));
                }
            }
        }
    }

    @Test
    void reasoningIsNoPartOfTheHistory() {
        try (ScriptedServer server = ScriptedServer.start(request -> Reply.stream(
                reasoning("secret thoughts"), content("an "), content("answer"), finish("stop"), usage(1, 9), DONE))) {
            Loads.run(server, load(new Talks(2, Duration.ZERO), 1, 2));

            assertThat(said(server.received().getLast())).containsExactly("question 0", "an answer", "question 1");
        }
    }

    @Test
    void aTurnWithoutAWholeAnswerEndsItsConversationAndTheSlotGoesOnWithTheNext() {
        ScriptedServer.Script script = request ->
                said(request).contains("question 1") ? Reply.json(500, "{\"error\":\"no\"}") : answering("yes");
        try (ScriptedServer server = ScriptedServer.start(script)) {
            CellMeasurement cell = Loads.run(server, load(new Talks(3, Duration.ZERO), 1, 6));

            assertThat(cell.isAborted()).isFalse();
            assertThat(cell.rows()).extracting(RequestRecord::index).containsExactly(0, 1, 3, 4, 5);
            assertThat(cell.rows())
                    .extracting(RequestRecord::outcome)
                    .containsExactly(
                            Outcome.SUCCESS, Outcome.HTTP_ERROR, Outcome.SUCCESS, Outcome.SUCCESS, Outcome.SUCCESS);
        }
    }

    @Test
    void whoThinksWhenTheRunIsCancelledAsksNoMore() throws InterruptedException {
        Cancellation cancellation = new Cancellation();
        CountDownLatch answered = new CountDownLatch(1);
        LoadListener listener = new LoadListener() {
            @Override
            public void requestFinished(RequestRecord row) {
                answered.countDown();
            }

            @Override
            public void progress(LoadProgress snapshot) {}
        };
        Thread canceller = Thread.ofVirtual().start(() -> {
            try {
                answered.await();
                cancellation.cancel();
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        });
        try (ScriptedServer server = ScriptedServer.start(request -> answering("yes"));
                LoadClient client = Loads.client(server.baseUrl(), Loads.LIMITS, 1)) {
            CellMeasurement cell = client.run(load(new Talks(2, Duration.ofHours(1)), 1, 2), cancellation, listener);
            canceller.join();

            assertThat(cell.cancelled()).isTrue();
            assertThat(cell.rows()).hasSize(1);
        }
    }

    @Test
    void whoThinksWhenTheDurationIsOverAsksNoMore() {
        try (ScriptedServer server = ScriptedServer.start(request -> answering("yes"))) {
            CellLoad load = new CellLoad(
                    "t",
                    CellId.ofConcurrency("w", 2),
                    new Talks(2, Duration.ofHours(1)),
                    new ClosedLoop(2, null, Duration.ofMillis(200), Loads.NEVER),
                    0);

            CellMeasurement cell = Loads.run(server, load);

            assertThat(cell.rows()).hasSize(2).allMatch(row -> row.turn() == 0);
            assertThat(cell.cancelled()).isFalse();
        }
    }

    @Test
    void whoWarmsUpHoldsNoConversation() {
        try (ScriptedServer server = ScriptedServer.start(request -> answering("yes"))) {
            CellLoad load = new CellLoad(
                    "t",
                    CellId.ofConcurrency("w", 1),
                    new Talks(2, Duration.ZERO),
                    new ClosedLoop(1, 2, null, Duration.ZERO),
                    3);

            CellMeasurement cell = Loads.run(server, load);

            assertThat(cell.rows().subList(0, 3)).allMatch(row -> row.phase() == Phase.WARMUP && row.turn() == 0);
            assertThat(cell.rows().subList(3, 5))
                    .extracting(RequestRecord::turn)
                    .containsExactly(0, 1);
        }
    }

    @Test
    void theProgressCountsTheTurnsThatFollow() {
        List<Integer> of = new ArrayList<>();
        LoadListener listener = new LoadListener() {
            @Override
            public void requestFinished(RequestRecord row) {}

            @Override
            public void progress(LoadProgress snapshot) {
                of.add(requireNonNull(snapshot.of()));
            }
        };
        try (ScriptedServer server = ScriptedServer.start(request -> answering("yes"));
                LoadClient client = Loads.client(server.baseUrl(), Loads.LIMITS, 1)) {
            client.run(load(new Talks(3, Duration.ofMillis(60)), 1, 6), new Cancellation(), listener);
        }

        assertThat(of).isNotEmpty().containsOnly(6);
    }

    @Test
    void conversationsDoNotArriveAtARate() {
        CellLoad.OpenLoop loop = new CellLoad.OpenLoop(
                ArrivalSchedule.of(new ArrivalProcess.Constant(), 10, Duration.ZERO, 2, 0), false, null, Duration.ZERO);
        CellLoad load = new CellLoad("t", CellId.ofRate("w", 10), new Talks(2, Duration.ZERO), loop, 0);
        try (ScriptedServer server = ScriptedServer.start(request -> answering("yes"))) {
            assertThatThrownBy(() -> Loads.run(server, load))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessageContaining("do not arrive at a rate");
        }
    }

    /** Conversations whose questions are numbered. */
    private record Talks(int turns, Duration think) implements PromptSource {

        @Override
        public Prompt measured(int index) {
            return new Prompt("question " + index, 16, false);
        }

        @Override
        public Prompt warmup(int index) {
            return new Prompt("warm-up " + index, 16, false);
        }

        @Override
        public Prompt followUp(int first, int turn, Prompt before, String answer) {
            List<ChatMessage> messages = new ArrayList<>(before.messages());
            messages.add(new ChatMessage("assistant", answer));
            messages.add(new ChatMessage("user", "question " + (first + turn)));
            return new Prompt(messages, 16, false);
        }
    }

    private static CellLoad load(PromptSource prompts, int users, int requests) {
        return new CellLoad("t", CellId.ofConcurrency("w", users), prompts, users, 0, requests);
    }

    private static Reply answering(String text) {
        return Reply.stream(content(text), finish("stop"), usage(1, 1), DONE);
    }

    private static List<String> said(ReceivedRequest request) {
        List<String> said = new ArrayList<>();
        for (JsonNode message : new JsonMapper().readTree(request.body()).path("messages")) {
            said.add(message.path("content").asString());
        }
        return said;
    }

    private static String question(ReceivedRequest request) {
        return said(request).getLast();
    }

    private static ReceivedRequest onConnection(ScriptedServer server, int connection, int place) {
        return server.received().stream()
                .filter(request -> request.connection() == connection && request.onConnection() == place)
                .findFirst()
                .orElseThrow();
    }

    private static List<RequestRecord> inOrder(CellMeasurement cell) {
        return cell.rows().stream()
                .sorted(Comparator.comparing(RequestRecord::index))
                .toList();
    }
}
