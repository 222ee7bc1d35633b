package atlas.validation.client;

import static atlas.validation.testing.ChatEvents.DONE;
import static atlas.validation.testing.ChatEvents.answer;
import static atlas.validation.testing.ChatEvents.content;
import static atlas.validation.testing.ChatEvents.finish;
import static atlas.validation.testing.ChatEvents.reasoning;
import static atlas.validation.testing.ChatEvents.role;
import static atlas.validation.testing.ChatEvents.usage;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.offset;

import atlas.validation.record.ConnectionUse;
import atlas.validation.record.Outcome;
import atlas.validation.record.Phase;
import atlas.validation.record.RequestRecord;
import atlas.validation.testing.ReceivedRequest;
import atlas.validation.testing.Reply;
import atlas.validation.testing.ScriptedServer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Whole cells over real sockets. */
@Timeout(60)
class LoadClientIT {

    @Test
    void sendsWarmupFirstAndKeepsEveryRow() {
        try (ScriptedServer server = ScriptedServer.start(request -> Reply.stream(answer(5, 8)))) {
            CellMeasurement cell = Loads.run(server, Loads.cell(4, 3, 12));

            assertThat(cell.rows()).hasSize(15).allMatch(row -> row.outcome() == Outcome.SUCCESS);
            assertThat(cell.rows().subList(0, 3)).allMatch(row -> row.phase() == Phase.WARMUP);
            assertThat(cell.rows().subList(3, 15))
                    .allMatch(row -> row.phase() == Phase.MEASURE)
                    .extracting(RequestRecord::index)
                    .containsExactlyInAnyOrder(0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11);
            assertThat(cell.isAborted()).isFalse();
            assertThat(cell.cancelled()).isFalse();
            double lastWarmup = cell.rows().subList(0, 3).stream()
                    .mapToDouble(row -> row.sentAtMs())
                    .max()
                    .orElseThrow();
            assertThat(cell.rows().subList(3, 15)).allMatch(row -> row.scheduledAtMs() >= lastWarmup);
        }
    }

    @Test
    void f6OpensEveryConnectionBeforeTheClockStartsAndReusesIt() {
        try (ScriptedServer server = ScriptedServer.start(request -> Reply.stream(answer(5, 2)))) {
            CellMeasurement cell = Loads.run(server, Loads.cell(8, 2, 40));

            assertThat(server.connections()).isEqualTo(8);
            assertThat(cell.rows()).allMatch(row -> row.connection() == ConnectionUse.REUSED && row.retries() == 0);
        }
    }

    @Test
    void f7RefillsASlotAtOnceWhileAnotherIsSlowAndNeverExceedsTheConcurrency() throws InterruptedException {
        CountDownLatch gate = new CountDownLatch(1);
        int concurrency = 4;
        int requests = 40;
        ScriptedServer.Script script = request -> request.number() == 0
                ? new Reply().streamHead().hold(gate).chunk(answer(5, 2)).end()
                : Reply.stream(answer(5, 2));
        try (ScriptedServer server = ScriptedServer.start(script)) {
            Thread opener = Thread.ofVirtual().start(() -> {
                try {
                    server.awaitRequests(requests);
                    gate.countDown();
                } catch (InterruptedException e) {
                    Thread.currentThread().interrupt();
                }
            });
            CellMeasurement cell = Loads.run(server, Loads.cell(concurrency, 0, requests));
            opener.join();

            assertThat(cell.rows()).hasSize(requests).allMatch(row -> row.outcome() == Outcome.SUCCESS);
            String slow = server.received().getFirst().header("x-request-id");
            assertThat(cell.rows().subList(0, requests - concurrency))
                    .as("the slow one ends when only a last wave is left")
                    .noneMatch(row -> Loads.requestId(row).equals(slow));
            assertThat(server.mostInFlight()).isLessThanOrEqualTo(concurrency);
        }
    }

    @Test
    void f6KeepsExactlyTheConcurrencyInFlight() {
        int concurrency = 16;
        CountDownLatch all = new CountDownLatch(concurrency);
        ScriptedServer.Script script = request -> {
            all.countDown();
            return new Reply().streamHead().hold(all).chunk(answer(5, 2)).end();
        };
        try (ScriptedServer server = ScriptedServer.start(script)) {
            Loads.run(server, Loads.cell(concurrency, 0, 200));

            assertThat(server.mostInFlight()).isEqualTo(concurrency);
        }
    }

    @Test
    void d20SendsPlainHttpWithALengthAndNoUpgrade() {
        try (ScriptedServer server = ScriptedServer.start(request -> Reply.stream(answer(5, 16)))) {
            Loads.run(server, Loads.cell(1, 0, 1));

            ReceivedRequest request = server.received().getFirst();
            assertThat(request.requestLine()).isEqualTo("POST /v1/chat/completions HTTP/1.1");
            assertThat(request.headers())
                    .containsEntry("content-type", "application/json")
                    .containsEntry("accept", "text/event-stream")
                    .containsEntry("x-request-id", Loads.REQUEST_ID_PREFIX + "-w-conc1-measure-0")
                    .containsEntry("authorization", "Bearer secret")
                    .containsEntry("host", server.baseUrl().getAuthority())
                    .containsEntry(
                            "content-length", Integer.toString(request.body().length()))
                    .doesNotContainKeys("upgrade", "http2-settings", "transfer-encoding", "expect");
            assertThat(request.body())
                    .isEqualTo(
                            "{\"model\":\"m\",\"messages\":[{\"role\":\"user\",\"content\":\"measured 0\"}],\"max_tokens\":16,"
                                    + "\"stream\":true,\"stream_options\":{\"include_usage\":true},\"temperature\":0,\"min_tokens\":16,"
                                    + "\"user\":\"me\"}");
        }
    }

    @Test
    void f14GivesEveryRequestAnIdAndAPromptOfItsOwn() {
        try (ScriptedServer server = ScriptedServer.start(request -> Reply.stream(answer(5, 2)))) {
            Loads.run(server, Loads.cell(3, 3, 9));

            Set<String> ids = new HashSet<>();
            Set<String> bodies = new HashSet<>();
            server.received().forEach(request -> {
                ids.add(request.header("x-request-id"));
                bodies.add(request.body());
            });
            assertThat(ids).hasSize(12);
            assertThat(bodies).hasSize(12);
        }
    }

    @ParameterizedTest(name = "over {0} event loops")
    @ValueSource(ints = {1, 2})
    void e1E2KeepsTheIdentitiesOfEveryRow(int eventLoops) {
        Reply paced = new Reply().streamHead().chunk(role());
        for (int i = 0; i < 4; i++) {
            paced.pause(Duration.ofMillis(3)).chunk(reasoning("a"));
        }
        for (int i = 0; i < 6; i++) {
            paced.pause(Duration.ofMillis(2)).chunk(content("b"));
        }
        paced.chunk(usage(5, 16))
                .chunk(finish("stop"))
                .pause(Duration.ofMillis(2))
                .chunk(DONE)
                .end();
        try (ScriptedServer server = ScriptedServer.start(request -> paced)) {
            CellMeasurement cell = Loads.run(server, Loads.cell(8, 0, 32), Loads.LIMITS, eventLoops);

            assertThat(cell.rows()).hasSize(32).allSatisfy(row -> {
                assertThat(row.outcome()).isEqualTo(Outcome.SUCCESS);
                assertThat(row.scheduledAtMs()).isLessThanOrEqualTo(row.sentAtMs());
                assertThat(row.firstEventMs()).isPositive().isLessThanOrEqualTo(row.ttftMs());
                assertThat(row.vllmTtftMs()).isLessThanOrEqualTo(row.ttftMs());
                assertThat(row.ttftMs()).isGreaterThanOrEqualTo(3).isLessThanOrEqualTo(row.ttfoMs());
                assertThat(row.ttfoMs()).isLessThanOrEqualTo(row.e2eMs());
                assertThat(row.e2eMs()).isLessThanOrEqualTo(row.streamEndMs());
                assertThat(row.ttftMs() + Arrays.stream(row.chunkGapsMs()).sum())
                        .isCloseTo(row.e2eMs(), offset(1e-6));
                assertThat(row.chunks()).isEqualTo(10);
                assertThat(row.chunkGapsMs()).hasSize(9);
                if (row.tpotMs() == null) {
                    assertThat(row.warnings()).containsExactly("tokens_in_one_read");
                } else {
                    assertThat(row.tpotMs()).isCloseTo((row.e2eMs() - row.ttftMs()) / 15, offset(0.001));
                    assertThat(row.warnings()).isEmpty();
                }
                assertThat(row.completionTokens()).isEqualTo(16);
            });
        }
    }

    @Test
    void handsRowsOnInTheOrderOfTheirEndAndOffTheEventLoops() {
        List<RequestRecord> heard = new ArrayList<>();
        Set<Thread> threads = new HashSet<>();
        LoadListener listener = new LoadListener() {
            @Override
            public void requestFinished(RequestRecord row) {
                heard.add(row);
                threads.add(Thread.currentThread());
            }

            @Override
            public void progress(LoadProgress snapshot) {}
        };
        try (ScriptedServer server = ScriptedServer.start(request -> Reply.stream(answer(5, 2)));
                LoadClient client = Loads.client(server.baseUrl(), Loads.LIMITS, 1)) {
            CellMeasurement cell = client.run(Loads.cell(4, 2, 20), new Cancellation(), listener);

            assertThat(heard).isEqualTo(cell.rows());
            assertThat(threads).containsExactly(Thread.currentThread());
        }
    }

    @Test
    void h8_progressOfAWarmUpAndAHundredNeverGoesBeyondAHundred() throws InterruptedException {
        CountDownLatch gate = new CountDownLatch(1);
        List<LoadProgress> snapshots = new ArrayList<>();
        LoadListener listener = new LoadListener() {
            @Override
            public void requestFinished(RequestRecord row) {}

            @Override
            public void progress(LoadProgress snapshot) {
                snapshots.add(snapshot);
                if (snapshot.done() == 99) {
                    gate.countDown();
                }
            }
        };
        ScriptedServer.Script script = request -> request.number() == 100
                ? new Reply().streamHead().hold(gate).chunk(answer(5, 2)).end()
                : Reply.stream(answer(5, 2));
        try (ScriptedServer server = ScriptedServer.start(script);
                LoadClient client = Loads.client(server.baseUrl(), Loads.LIMITS, 1)) {
            client.run(Loads.cell(1, 1, 100), new Cancellation(), listener);
        }

        assertThat(snapshots).isNotEmpty().extracting(LoadProgress::done).isSorted();
        assertThat(snapshots).allSatisfy(snapshot -> {
            assertThat(snapshot.of()).as("the warm-up is none of them").isEqualTo(100);
            assertThat(snapshot.done()).isBetween(0, 100);
        });
        assertThat(snapshots)
                .filteredOn(snapshot -> snapshot.done() == 99)
                .first()
                .satisfies(snapshot -> {
                    assertThat(snapshot.failed()).isZero();
                    assertThat(snapshot.tokensPerSecond()).isPositive();
                    assertThat(snapshot.ttftMedianMs()).isPositive();
                    assertThat(snapshot.left()).isPositive();
                });
    }

    @Test
    void sendsASingleRequest() {
        try (ScriptedServer server = ScriptedServer.start(request -> Reply.stream(answer(5, 2)));
                LoadClient client = Loads.client(server.baseUrl(), Loads.LIMITS, 1)) {
            RequestRecord row = client.send("t", "cold_start", Loads.prompt("hello"), new Cancellation());

            assertThat(row.outcome()).isEqualTo(Outcome.SUCCESS);
            assertThat(row.cell()).isEqualTo("cold_start");
            assertThat(row.ttftMs()).isPositive();
        }
    }

    @Test
    void neitherHangsNorSendsWhenCancelledBefore() {
        Cancellation cancellation = new Cancellation();
        cancellation.cancel();
        try (ScriptedServer server = ScriptedServer.start(request -> Reply.stream(answer(5, 2)));
                LoadClient client = Loads.client(server.baseUrl(), Loads.LIMITS, 1)) {
            CellMeasurement cell = client.run(Loads.cell(2, 2, 4), cancellation, LoadListener.silent());
            RequestRecord row = client.send("t", "c", Loads.prompt("hello"), cancellation);

            assertThat(cell.rows()).isEmpty();
            assertThat(cell.cancelled()).isTrue();
            assertThat(row.outcome()).isEqualTo(Outcome.CANCELLED);
            assertThat(server.received()).isEmpty();
        }
    }

    @Test
    void d17CancelsWhatIsOnItsWayAndNothingElse() throws InterruptedException {
        CountDownLatch never = new CountDownLatch(1);
        Cancellation cancellation = new Cancellation();
        ScriptedServer.Script script = request -> request.number() < 4
                ? Reply.stream(answer(5, 2))
                : new Reply().streamHead().chunk(content("a")).hold(never);
        try (ScriptedServer server = ScriptedServer.start(script)) {
            Thread canceller = Thread.ofVirtual().start(() -> {
                try {
                    server.awaitRequests(12);
                    cancellation.cancel();
                } catch (InterruptedException e) {
                    Thread.currentThread().interrupt();
                }
            });
            try (LoadClient client = Loads.client(server.baseUrl(), Loads.LIMITS, 1)) {
                CellMeasurement cell = client.run(Loads.cell(8, 0, 1000), cancellation, LoadListener.silent());

                assertThat(cell.cancelled()).isTrue();
                assertThat(cell.rows())
                        .filteredOn(row -> row.outcome() == Outcome.SUCCESS)
                        .hasSize(4);
                assertThat(cell.rows())
                        .filteredOn(row -> row.outcome() == Outcome.CANCELLED)
                        .hasSize(8);
                assertThat(cell.rows()).hasSize(12);
            }
            canceller.join();
            never.countDown();
        }
    }

    @Test
    void takesAnInterruptForACancellationAndKeepsIt() throws InterruptedException {
        CountDownLatch never = new CountDownLatch(1);
        try (ScriptedServer server =
                ScriptedServer.start(request -> new Reply().streamHead().hold(never))) {
            Thread runner = Thread.currentThread();
            Thread interrupter = Thread.ofVirtual().start(() -> {
                try {
                    server.awaitRequests(2);
                    runner.interrupt();
                } catch (InterruptedException e) {
                    Thread.currentThread().interrupt();
                }
            });
            try (LoadClient client = Loads.client(server.baseUrl(), Loads.LIMITS, 1)) {
                CellMeasurement cell = client.run(Loads.cell(2, 0, 4), new Cancellation(), LoadListener.silent());

                assertThat(Thread.interrupted()).isTrue();
                assertThat(cell.cancelled()).isTrue();
                assertThat(cell.rows()).hasSize(2).allMatch(row -> row.outcome() == Outcome.CANCELLED);
            }
            interrupter.join();
            never.countDown();
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {400, 401, 403, 404})
    void d24StopsWhenTheServerRefusesTheFirstRequestsForGood(int status) {
        try (ScriptedServer server =
                ScriptedServer.start(request -> Reply.json(status, "{\"error\":{\"message\":\"no such thing\"}}"))) {
            CellMeasurement cell = Loads.run(server, Loads.cell(4, 4, 1000));

            assertThat(cell.abortReason())
                    .isEqualTo("the server refuses every request, 4 of 4 so far: HTTP " + status + ", no such thing");
            assertThat(cell.rows()).hasSizeBetween(4, 7);
            assertThat(cell.rows())
                    .filteredOn(row -> row.outcome() == Outcome.HTTP_ERROR)
                    .hasSizeGreaterThanOrEqualTo(4);
            assertThat(cell.cancelled()).isFalse();
        }
    }

    @Test
    void d9GoesOnWhenOnlySomeRequestsAreRefused() {
        try (ScriptedServer server = ScriptedServer.start(request ->
                request.number() % 5 < 2 ? Reply.json(429, "{\"error\":\"slow down\"}") : Reply.stream(answer(5, 2)))) {
            CellMeasurement cell = Loads.run(server, Loads.cell(2, 0, 10));

            assertThat(cell.rows()).hasSize(10);
            assertThat(cell.rows())
                    .filteredOn(row -> row.outcome() == Outcome.SUCCESS)
                    .hasSize(6);
            assertThat(cell.rows())
                    .filteredOn(row -> row.outcome() == Outcome.HTTP_ERROR)
                    .hasSize(4)
                    .allMatch(row -> row.httpStatus() == 429 && "slow down".equals(row.error()));
            assertThat(cell.isAborted()).isFalse();
        }
    }

    @Test
    void givesUpWhatIsOnItsWayWhenItIsClosed() throws InterruptedException {
        CountDownLatch never = new CountDownLatch(1);
        try (ScriptedServer server =
                ScriptedServer.start(request -> new Reply().streamHead().hold(never))) {
            LoadClient client = Loads.client(server.baseUrl(), Loads.LIMITS, 1);
            Thread closer = Thread.ofVirtual().start(() -> {
                try {
                    server.awaitRequests(2);
                    client.close();
                } catch (InterruptedException e) {
                    Thread.currentThread().interrupt();
                }
            });
            CellMeasurement cell = client.run(Loads.cell(2, 0, 4), new Cancellation(), LoadListener.silent());
            closer.join();
            never.countDown();

            assertThat(cell.cancelled()).isTrue();
            assertThat(cell.rows()).hasSize(2);
        }
    }
}
