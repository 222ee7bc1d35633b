package atlas.validation.client;

import static atlas.validation.testing.ChatEvents.answer;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import atlas.validation.client.CellLoad.OpenLoop;
import atlas.validation.record.ConnectionUse;
import atlas.validation.record.Outcome;
import atlas.validation.record.Phase;
import atlas.validation.record.RequestRecord;
import atlas.validation.testing.ReceivedRequest;
import atlas.validation.testing.Reply;
import atlas.validation.testing.ScriptedServer;
import atlas.validation.workload.ArrivalProcess.Constant;
import atlas.validation.workload.ArrivalProcess.Poisson;
import atlas.validation.workload.ArrivalSchedule;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Cells whose requests arrive at a rate, over real sockets. */
@Timeout(60)
class OpenLoopIT {

    private static final Duration LONG = Duration.ofMinutes(5);

    @ParameterizedTest
    @ValueSource(ints = {1, 3})
    void f1F13SendsEveryRequestWhenItIsDueAndNotBefore(int eventLoops) {
        ArrivalSchedule schedule = ArrivalSchedule.of(new Poisson(), 200, Duration.ZERO, 200, 1);
        try (ScriptedServer server = ScriptedServer.start(request -> Reply.stream(answer(5, 16)))) {
            CellLoad load = Loads.atRate(new OpenLoop(schedule, false, null, LONG), 0);
            CellMeasurement cell = Loads.run(server, load, Loads.LIMITS, eventLoops);

            List<RequestRecord> rows = cell.rows();
            assertThat(rows).hasSize(200).allMatch(row -> row.outcome() == Outcome.SUCCESS);
            assertThat(rows).allSatisfy(row -> {
                double due = schedule.dueNanos(row.index()) / 1e6;
                assertThat(row.scheduledAtMs()).isCloseTo(due, within(0.001));
                assertThat(row.sentAtMs()).isBetween(row.scheduledAtMs(), row.scheduledAtMs() + 10_000);
            });
            assertThat(server.received())
                    .as("the first requests come while the last ones are not due yet")
                    .element(20)
                    .satisfies(early -> assertThat(early.arrivedNanos())
                            .isLessThan(server.received().getLast().arrivedNanos()));
        }
    }

    @Test
    void doesNotWaitForAnswers() {
        int requests = 40;
        CountDownLatch all = new CountDownLatch(requests);
        ScriptedServer.Script script = request -> {
            all.countDown();
            return new Reply().streamHead().hold(all).chunk(answer(5, 16)).end();
        };
        try (ScriptedServer server = ScriptedServer.start(script)) {
            CellMeasurement cell = Loads.run(server, Loads.atRate(equalGaps(1000, requests), 0));

            assertThat(cell.rows()).hasSize(requests).allMatch(row -> row.outcome() == Outcome.SUCCESS);
            assertThat(server.mostInFlight()).isEqualTo(requests);
        }
    }

    @Test
    void opensConnectionsBeforeTheyAreNeededAndReusesThem() {
        try (ScriptedServer server = ScriptedServer.start(request -> Reply.stream(answer(5, 16)))) {
            CellMeasurement cell = Loads.run(server, Loads.atRate(equalGaps(200, 100), 5));

            assertThat(cell.rows()).hasSize(105).allMatch(row -> row.outcome() == Outcome.SUCCESS);
            assertThat(cell.rows().subList(0, 5)).allMatch(row -> row.phase() == Phase.WARMUP);
            assertThat(cell.rows())
                    .as("20 are open from the start, whatever else happens")
                    .filteredOn(row -> row.index() < 20)
                    .allMatch(row -> row.connection() == ConnectionUse.REUSED);
        }
    }

    @Test
    void f8WhatIsInFlightWhenTheDrainIsOverIsCancelled() {
        CountDownLatch never = new CountDownLatch(1);
        ScriptedServer.Script script = request ->
                request.number() == 3 ? new Reply().streamHead().hold(never).end() : Reply.stream(answer(5, 16));
        ArrivalSchedule schedule = ArrivalSchedule.of(new Constant(), 100, Duration.ZERO, 10, 1);
        try (ScriptedServer server = ScriptedServer.start(script)) {
            CellMeasurement cell =
                    Loads.run(server, Loads.atRate(new OpenLoop(schedule, true, null, Duration.ofMillis(500)), 0));

            assertThat(cell.rows()).hasSize(10);
            assertThat(cell.rows())
                    .filteredOn(row -> row.outcome() == Outcome.CANCELLED)
                    .as("f11 one stream that never ends does not keep the cell from ending")
                    .hasSize(1);
            assertThat(cell.cancelled()).as("by the user").isFalse();
            assertThat(cell.abortReason()).isNull();
        } finally {
            never.countDown();
        }
    }

    @Test
    void theCapHoldsArrivalsBackWithoutMovingTheirSchedule() throws InterruptedException {
        CountDownLatch gate = new CountDownLatch(1);
        ScriptedServer.Script script = request ->
                new Reply().streamHead().hold(gate).chunk(answer(5, 16)).end();
        ArrivalSchedule schedule = ArrivalSchedule.of(new Constant(), 100, Duration.ZERO, 10, 1);
        try (ScriptedServer server = ScriptedServer.start(script)) {
            CellMeasurement cell;
            try (LoadClient client = Loads.client(server.baseUrl(), Loads.LIMITS, 1)) {
                OpenLoop loop = new OpenLoop(schedule, false, 2, LONG);
                cell = client.run(Loads.atRate(loop, 0), new Cancellation(), openOnceAfter(schedule.length(), gate));
            }

            assertThat(server.mostInFlight()).isEqualTo(2);
            assertThat(cell.rows()).hasSize(10).allMatch(row -> row.outcome() == Outcome.SUCCESS);
            assertThat(cell.rows())
                    .allSatisfy(row -> assertThat(row.scheduledAtMs()).isEqualTo(schedule.dueNanos(row.index()) / 1e6));
            assertThat(cell.rows())
                    .filteredOn(row -> row.index() >= 2)
                    .as("those that waited were sent when a place was free, after the schedule's end")
                    .allMatch(row -> row.sentAtMs() >= schedule.length().toMillis());
        }
    }

    @Test
    void f8NothingThatWaitsIsSentAfterTheDuration() {
        CountDownLatch gate = new CountDownLatch(1);
        ScriptedServer.Script script = request ->
                new Reply().streamHead().hold(gate).chunk(answer(5, 16)).end();
        ArrivalSchedule schedule = ArrivalSchedule.of(new Constant(), 100, Duration.ZERO, 10, 1);
        try (ScriptedServer server = ScriptedServer.start(script);
                LoadClient client = Loads.client(server.baseUrl(), Loads.LIMITS, 1)) {
            OpenLoop loop = new OpenLoop(schedule, true, 2, LONG);
            CellMeasurement cell =
                    client.run(Loads.atRate(loop, 0), new Cancellation(), openOnceAfter(schedule.length(), gate));

            assertThat(server.received()).hasSize(2);
            assertThat(cell.rows()).hasSize(10);
            assertThat(cell.rows())
                    .filteredOn(row -> row.index() >= 2)
                    .as("they were due, so they have rows, and none was sent")
                    .allMatch(row -> row.outcome() == Outcome.CANCELLED && row.sentAtMs() == null);
            assertThat(cell.rows())
                    .filteredOn(row -> row.index() < 2)
                    .allMatch(row -> row.outcome() == Outcome.SUCCESS);
        }
    }

    @Test
    void everyArrivalHasARowHoweverLateTheClientIs() {
        // More than any machine sends in that time, so that the end of the schedule finds arrivals that are overdue.
        ArrivalSchedule schedule = ArrivalSchedule.of(new Constant(), 1_000_000, Duration.ZERO, 5_000, 1);
        try (ScriptedServer server = ScriptedServer.start(request -> Reply.stream(answer(5, 16)))) {
            CellMeasurement cell =
                    Loads.run(server, Loads.atRate(new OpenLoop(schedule, true, null, Duration.ofMillis(100)), 0));

            assertThat(cell.rows())
                    .extracting(RequestRecord::index)
                    .doesNotHaveDuplicates()
                    .hasSize(5_000);
            assertThat(cell.rows())
                    .filteredOn(row -> row.sentAtMs() == null)
                    .isNotEmpty()
                    .allMatch(row -> row.outcome() == Outcome.CANCELLED || row.outcome() == Outcome.CONNECT_ERROR);
        }
    }

    @Test
    void f16RequestsOfTheRampAreAPhaseOfTheirOwn() {
        ArrivalSchedule schedule = ArrivalSchedule.of(new Constant(), 100, Duration.ofMillis(400), 30, 1);
        try (ScriptedServer server = ScriptedServer.start(request -> Reply.stream(answer(5, 16)))) {
            CellMeasurement cell = Loads.run(server, Loads.atRate(new OpenLoop(schedule, true, null, LONG), 0));

            assertThat(cell.rows()).hasSize(20 + 30);
            assertThat(cell.rows()).allMatch(row -> row.phase() == (row.index() < 20 ? Phase.RAMP : Phase.MEASURE));
            assertThat(cell.rows())
                    .filteredOn(row -> row.phase() == Phase.MEASURE)
                    .allMatch(row -> row.scheduledAtMs() >= 400);
        }
    }

    @Test
    void f14TwoRateCellsOfOneClientShareNoId() {
        try (ScriptedServer server = ScriptedServer.start(request -> Reply.stream(answer(5, 16)));
                LoadClient client = Loads.client(server.baseUrl(), Loads.LIMITS, 1)) {
            client.run(Loads.atRate(equalGaps(500, 10), 2), new Cancellation(), LoadListener.silent());
            client.run(Loads.cell(2, 2, 10), new Cancellation(), LoadListener.silent());

            Set<String> ids = new HashSet<>();
            server.received().forEach(request -> ids.add(request.header("x-request-id")));
            assertThat(ids).hasSize(24);
        }
    }

    @Test
    void d10RequestsWithoutAConnectionFailEachAtItsTime() {
        ScriptedServer server = ScriptedServer.start(request -> Reply.stream(answer(5, 16)));
        server.close();
        CellMeasurement cell = Loads.run(server, Loads.atRate(equalGaps(200, 20), 0));

        assertThat(cell.rows()).hasSize(20).allMatch(row -> row.outcome() == Outcome.CONNECT_ERROR);
    }

    @Test
    void connectionsThatTheServerClosesAreReplaced() {
        ScriptedServer.Script script =
                request -> new Reply().streamHead().chunk(answer(5, 16)).end().close();
        try (ScriptedServer server = ScriptedServer.start(script)) {
            CellMeasurement cell = Loads.run(server, Loads.atRate(equalGaps(200, 60), 0));

            assertThat(cell.rows()).hasSize(60).allMatch(row -> row.outcome() == Outcome.SUCCESS);
            assertThat(server.received().stream()
                            .map(ReceivedRequest::connection)
                            .distinct())
                    .hasSize(60);
        }
    }

    @Test
    void cancelsWhatIsInFlightAndForgetsWhatIsNotDue() throws InterruptedException {
        CountDownLatch never = new CountDownLatch(1);
        ScriptedServer.Script script =
                request -> new Reply().streamHead().hold(never).end();
        ArrivalSchedule schedule = ArrivalSchedule.of(new Constant(), 0.01, Duration.ZERO, 100, 1);
        try (ScriptedServer server = ScriptedServer.start(script);
                LoadClient client = Loads.client(server.baseUrl(), Loads.LIMITS, 1)) {
            Cancellation cancellation = new Cancellation();
            Thread canceller = Thread.ofVirtual().start(() -> {
                try {
                    server.awaitRequests(1);
                    cancellation.cancel();
                } catch (InterruptedException e) {
                    Thread.currentThread().interrupt();
                }
            });
            CellMeasurement cell = client.run(
                    Loads.atRate(new OpenLoop(schedule, false, null, LONG), 0), cancellation, LoadListener.silent());
            canceller.join();

            assertThat(cell.cancelled()).isTrue();
            assertThat(cell.rows()).singleElement().matches(row -> row.outcome() == Outcome.CANCELLED);
        } finally {
            never.countDown();
        }
    }

    /** Opens a gate once the clock has gone beyond a time, which the client itself tells. */
    private static LoadListener openOnceAfter(Duration time, CountDownLatch gate) {
        return new LoadListener() {
            @Override
            public void requestFinished(RequestRecord row) {}

            @Override
            public void progress(LoadProgress snapshot) {
                if (snapshot.elapsed().compareTo(time.plusMillis(100)) > 0) {
                    gate.countDown();
                }
            }
        };
    }

    private static OpenLoop equalGaps(double perSecond, int count) {
        return new OpenLoop(ArrivalSchedule.of(new Constant(), perSecond, Duration.ZERO, count, 1), false, null, LONG);
    }
}
