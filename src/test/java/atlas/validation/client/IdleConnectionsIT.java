package atlas.validation.client;

import static atlas.validation.testing.ChatEvents.answer;
import static org.assertj.core.api.Assertions.assertThat;

import atlas.validation.record.CellId;
import atlas.validation.record.ConnectionUse;
import atlas.validation.record.Outcome;
import atlas.validation.record.RequestRecord;
import atlas.validation.testing.Reply;
import atlas.validation.testing.ScriptedServer;
import atlas.validation.workload.Prompt;
import atlas.validation.workload.PromptSource;
import java.time.Duration;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** What servers do to a connection while the user of its slot thinks: the next turn goes elsewhere, and is no retry. */
@Timeout(60)
class IdleConnectionsIT {

    private static final Duration THINK = Duration.ofMillis(150);
    private static final Duration PATIENCE_OF_THE_SERVER = Duration.ofMillis(30);

    @ParameterizedTest(name = "{0}")
    @MethodSource("endings")
    void aConnectionThatEndedWhileIdleIsReplacedBeforeTheNextTurn(String name, Reply reply) {
        try (ScriptedServer server = ScriptedServer.start(request -> reply)) {
            CellLoad load = new CellLoad("t", CellId.ofConcurrency("w", 1), new Talk(), 1, 0, 3);
            List<RequestRecord> rows = Loads.run(server, load).rows();

            assertThat(rows).hasSize(3).allSatisfy(row -> {
                assertThat(row.outcome()).as(row.error()).isEqualTo(Outcome.SUCCESS);
                assertThat(row.retries()).isZero();
                assertThat(row.ttftMs()).isNotNegative();
            });
            assertThat(rows)
                    .extracting(RequestRecord::connection)
                    .containsExactly(ConnectionUse.REUSED, ConnectionUse.NEW, ConnectionUse.NEW);
            assertThat(server.received()).hasSize(3);
        }
    }

    static Stream<Arguments> endings() {
        return Stream.of(
                Arguments.of("it is closed", answered().close()),
                Arguments.of("it is reset", answered().reset()),
                Arguments.of(
                        "408 says that nobody asked in time",
                        answered()
                                .head("HTTP/1.1 408 Request Timeout", "Connection: close", "Content-Length: 0")
                                .close()),
                Arguments.of(
                        "408 says so, and the connection stays open",
                        answered().head("HTTP/1.1 408 Request Timeout", "Content-Length: 0")),
                Arguments.of(
                        "another whole answer comes",
                        answered().streamHead().chunk(answer(5, 16)).end()));
    }

    private static Reply answered() {
        return Reply.stream(answer(5, 16)).pause(PATIENCE_OF_THE_SERVER);
    }

    private record Talk() implements PromptSource {

        @Override
        public int turns() {
            return 3;
        }

        @Override
        public Duration think() {
            return THINK;
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
            return before;
        }
    }
}
