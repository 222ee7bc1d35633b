package atlas.validation.client;

import static atlas.validation.testing.ChatEvents.DONE;
import static atlas.validation.testing.ChatEvents.KEEP_ALIVE;
import static atlas.validation.testing.ChatEvents.answer;
import static atlas.validation.testing.ChatEvents.content;
import static atlas.validation.testing.ChatEvents.finish;
import static atlas.validation.testing.ChatEvents.role;
import static atlas.validation.testing.ChatEvents.usage;
import static org.assertj.core.api.Assertions.assertThat;

import atlas.validation.record.ConnectionUse;
import atlas.validation.record.Outcome;
import atlas.validation.record.RequestRecord;
import atlas.validation.record.TokenCountSource;
import atlas.validation.testing.Reply;
import atlas.validation.testing.ScriptedServer;
import atlas.validation.workload.Prompt;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Single requests over real sockets: every way in which one can end. */
@Timeout(60)
class OutcomeIT {

    private static final Prompt PROMPT = new Prompt("hello", 16, true);

    @Test
    void succeeds() {
        RequestRecord row = rowOf(Reply.stream(answer(5, 16)));

        assertThat(row.outcome()).isEqualTo(Outcome.SUCCESS);
        assertThat(row.error()).isNull();
        assertThat(row.httpStatus()).isEqualTo(200);
        assertThat(row.finishReason()).isEqualTo("length");
        assertThat(row.promptTokens()).isEqualTo(5);
        assertThat(row.tokenCountSource()).isEqualTo(TokenCountSource.USAGE);
        assertThat(row.connection()).isEqualTo(ConnectionUse.REUSED);
    }

    @Test
    void d10FailsWithoutAConnection() throws IOException {
        int port;
        try (ServerSocket free = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            port = free.getLocalPort();
        }
        try (LoadClient client = Loads.client(URI.create("http://127.0.0.1:" + port), Loads.LIMITS, 1)) {
            CellMeasurement cell = client.run(Loads.cell(4, 0, 60), new Cancellation(), LoadListener.silent());

            assertThat(cell.rows()).hasSize(60).allSatisfy(row -> {
                assertThat(row.outcome()).isEqualTo(Outcome.CONNECT_ERROR);
                assertThat(row.error()).isEqualTo("cannot connect to 127.0.0.1:" + port + ": connection refused");
                assertThat(row.sentAtMs()).isNull();
                assertThat(row.connection()).isNull();
            });
        }
    }

    @Test
    void failsForAHostThatNobodyKnows() {
        try (LoadClient client = Loads.client(URI.create("http://no-such-host.invalid"), Loads.LIMITS, 1)) {
            RequestRecord row = client.send("t", "c", PROMPT, new Cancellation());

            assertThat(row.outcome()).isEqualTo(Outcome.CONNECT_ERROR);
            assertThat(row.error()).isEqualTo("cannot connect to no-such-host.invalid:80: unknown host");
        }
    }

    @Test
    void failsWhenTheServerDiesAtTheSameRequestTwice() {
        try (ScriptedServer server = ScriptedServer.start(request -> new Reply().reset())) {
            RequestRecord row = send(server, Loads.LIMITS, false);

            assertThat(row.outcome()).isEqualTo(Outcome.CONNECTION_RESET);
            assertThat(row.error()).endsWith(", before any answer");
            assertThat(row.retries()).isEqualTo(1);
            assertThat(row.connection()).isEqualTo(ConnectionUse.NEW);
            assertThat(server.received()).hasSize(2);
        }
    }

    @Test
    void sendsOnceMoreWhenAnIdleConnectionWasClosed() {
        ScriptedServer.Script script =
                request -> request.number() == 2 ? new Reply().close() : Reply.stream(answer(5, 16));
        try (ScriptedServer server = ScriptedServer.start(script)) {
            CellMeasurement cell = Loads.run(server, Loads.cell(1, 0, 5));

            assertThat(cell.rows()).hasSize(5).allMatch(row -> row.outcome() == Outcome.SUCCESS);
            assertThat(cell.rows()).extracting(RequestRecord::retries).containsExactly(0, 0, 1, 0, 0);
            assertThat(cell.rows().get(2).connection()).isEqualTo(ConnectionUse.NEW);
            assertThat(server.received()).hasSize(6);
            assertThat(server.connections()).isEqualTo(2);
        }
    }

    @Test
    void opensANewConnectionWhereTheServerEndsEachOne() {
        ScriptedServer.Script script = request -> new Reply()
                .whole(200, "Content-Type: text/event-stream\r\nConnection: close\r\n", answer(5, 16))
                .close();
        try (ScriptedServer server = ScriptedServer.start(script)) {
            CellMeasurement cell = Loads.run(server, Loads.cell(1, 0, 3));

            assertThat(cell.rows()).extracting(RequestRecord::outcome).containsOnly(Outcome.SUCCESS);
            assertThat(cell.rows())
                    .extracting(RequestRecord::connection)
                    .containsExactly(ConnectionUse.REUSED, ConnectionUse.NEW, ConnectionUse.NEW);
            assertThat(cell.rows()).extracting(RequestRecord::retries).containsOnly(0);
        }
    }

    @Test
    void succeedsWhenTheConnectionBreaksAfterTheEnd() {
        RequestRecord row = rowOf(new Reply().streamHead().chunk(answer(5, 16)).close());

        assertThat(row.outcome()).isEqualTo(Outcome.SUCCESS);
    }

    @Test
    void failsWithoutATokenInTime() {
        CountDownLatch never = new CountDownLatch(1);
        TimeLimits limits = new TimeLimits(Duration.ofMillis(100), Loads.NEVER, Loads.NEVER);
        RequestRecord row =
                rowOf(new Reply().streamHead().chunk(KEEP_ALIVE).chunk(role()).hold(never), limits);

        assertThat(row.outcome()).isEqualTo(Outcome.FIRST_TOKEN_TIMEOUT);
        assertThat(row.error()).isEqualTo("no token came within 0.1 s");
        assertThat(row.firstEventMs()).isNotNull();
        assertThat(row.ttftMs()).isNull();
    }

    @Test
    void f11FailsAStreamThatNeverEnds() {
        TimeLimits limits = new TimeLimits(Loads.NEVER, Loads.NEVER, Duration.ofMillis(300));
        Reply endless = new Reply().streamHead();
        for (int i = 0; i < 500; i++) {
            endless.chunk(content("a")).pause(Duration.ofMillis(10));
        }
        RequestRecord row = rowOf(endless, limits);

        assertThat(row.outcome()).isEqualTo(Outcome.TOTAL_TIMEOUT);
        assertThat(row.error()).isEqualTo("the answer did not end within 0.3 s");
        assertThat(row.chunks()).isPositive();
    }

    @Test
    void d4FailsAShortAnswerThatOnlyItsChunksCount() {
        try (ScriptedServer server =
                ScriptedServer.start(request -> Reply.stream(content("a").repeat(10), DONE))) {
            assertThat(send(server, Loads.LIMITS, true).outcome()).isEqualTo(Outcome.TRUNCATED);
        }
    }

    @Test
    void warnsOfAShortAnswerWhereNothingForcesTheLength() {
        RequestRecord row = rowOf(Reply.stream(content("a").repeat(10), finish("stop"), usage(5, 10), DONE));

        assertThat(row.outcome()).isEqualTo(Outcome.SUCCESS);
        assertThat(row.warnings()).contains(RequestRows.LENGTH_NOT_FORCED);
    }

    @Test
    void believesAServerThatSaysItIsFullWhereOnlyChunksCount() {
        try (ScriptedServer server =
                ScriptedServer.start(request -> Reply.stream(content("a b").repeat(8), finish("length"), DONE))) {
            RequestRecord row = send(server, Loads.LIMITS, true);

            assertThat(row.outcome()).isEqualTo(Outcome.SUCCESS);
            assertThat(row.tokenCountSource()).isEqualTo(TokenCountSource.CHUNKS);
        }
    }

    @Test
    void warnsOfMoreTokensThanAsked() {
        assertThat(rowOf(Reply.stream(answer(5, 17))).warnings()).contains(RequestRows.MORE_TOKENS_THAN_ASKED);
    }

    private static RequestRecord rowOf(Reply reply) {
        return rowOf(reply, Loads.LIMITS);
    }

    private static RequestRecord rowOf(Reply reply, TimeLimits limits) {
        try (ScriptedServer server = ScriptedServer.start(request -> reply)) {
            return send(server, limits, false);
        }
    }

    private static RequestRecord send(ScriptedServer server, TimeLimits limits, boolean lengthForced) {
        try (LoadClient client = Loads.client(server.baseUrl(), limits, 1, lengthForced)) {
            return client.send("t", "c", PROMPT, new Cancellation());
        }
    }

    @Test
    void d24ARefusalOfTheFirstPromptOfASingleUserEndsNoCell() {
        try (ScriptedServer server = ScriptedServer.start(request -> request.number() == 0
                ? Reply.json(400, "{\"error\":{\"message\":\"this prompt is too long\"}}")
                : Reply.stream(answer(5, 2)))) {
            CellMeasurement cell = Loads.run(server, Loads.cell(1, 1, 5));

            assertThat(cell.abortReason()).isNull();
            assertThat(cell.rows())
                    .filteredOn(row -> row.outcome() == Outcome.SUCCESS)
                    .hasSize(5);
        }
    }
}
