package atlas.validation.client;

import static atlas.validation.testing.ChatEvents.answer;
import static org.assertj.core.api.Assertions.assertThat;

import atlas.validation.client.CellLoad.ClosedLoop;
import atlas.validation.record.CellId;
import atlas.validation.record.Outcome;
import atlas.validation.record.RequestRecord;
import atlas.validation.testing.Reply;
import atlas.validation.testing.ScriptedServer;
import atlas.validation.workload.Prompt;
import atlas.validation.workload.PromptSource;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Closed loops that the clock ends. */
@Timeout(60)
class CellDurationIT {

    @Test
    void f8SendsNothingAfterTheDurationAndLetsWhatIsInFlightEnd() {
        Duration duration = Duration.ofMillis(300);
        CountDownLatch gate = new CountDownLatch(1);
        ScriptedServer.Script script = request ->
                new Reply().streamHead().hold(gate).chunk(answer(5, 16)).end();
        LoadListener listener = new LoadListener() {
            @Override
            public void requestFinished(RequestRecord row) {}

            @Override
            public void progress(LoadProgress snapshot) {
                assertThat(snapshot.of()).isNull();
                if (snapshot.elapsed().compareTo(duration) > 0) {
                    gate.countDown();
                }
            }
        };
        try (ScriptedServer server = ScriptedServer.start(script);
                LoadClient client = Loads.client(server.baseUrl(), Loads.LIMITS, 1)) {
            CellMeasurement cell = client.run(
                    load(new ClosedLoop(2, null, duration, Duration.ofMinutes(5))), new Cancellation(), listener);

            assertThat(server.received()).hasSize(2);
            assertThat(cell.rows()).hasSize(2).allMatch(row -> row.outcome() == Outcome.SUCCESS);
        }
    }

    @Test
    void d17EightInFlightWhenTheDrainIsOverAreCancelledAndCountApart() {
        CountDownLatch never = new CountDownLatch(1);
        ScriptedServer.Script script =
                request -> new Reply().streamHead().hold(never).end();
        try (ScriptedServer server = ScriptedServer.start(script)) {
            CellMeasurement cell =
                    Loads.run(server, load(new ClosedLoop(8, null, Duration.ofMillis(200), Duration.ZERO)));

            assertThat(cell.rows()).hasSize(8).allMatch(row -> row.outcome() == Outcome.CANCELLED);
            assertThat(cell.cancelled()).as("by the user").isFalse();
        } finally {
            never.countDown();
        }
    }

    @Test
    void f9WhicheverLimitIsReachedFirstEndsTheCell() {
        try (ScriptedServer server = ScriptedServer.start(request -> Reply.stream(answer(5, 16)))) {
            CellMeasurement byCount =
                    Loads.run(server, load(new ClosedLoop(2, 5, Duration.ofMinutes(5), Duration.ZERO)));
            assertThat(byCount.rows()).hasSize(5);

            CellMeasurement byClock = Loads.run(
                    server, load(new ClosedLoop(2, 1_000_000, Duration.ofMillis(100), Duration.ofMinutes(5))));
            assertThat(byClock.rows()).hasSizeBetween(2, 999_999).allMatch(row -> row.outcome() == Outcome.SUCCESS);
        }
    }

    @Test
    void f12LongPromptsAreNotAllWrittenBeforeTheFirstIsSent() {
        String eightThousandWords = "word ".repeat(8192);
        AtomicInteger written = new AtomicInteger();
        AtomicInteger writtenAtFirst = new AtomicInteger();
        PromptSource prompts = new PromptSource() {
            @Override
            public Prompt measured(int index) {
                written.incrementAndGet();
                return new Prompt(eightThousandWords, 16, true);
            }

            @Override
            public Prompt warmup(int index) {
                return new Prompt("warm-up", 16, true);
            }
        };
        ScriptedServer.Script script = request -> {
            writtenAtFirst.compareAndSet(0, written.get());
            return Reply.stream(answer(5, 16));
        };
        try (ScriptedServer server = ScriptedServer.start(script)) {
            ClosedLoop loop = new ClosedLoop(4, 10_000, Duration.ofMillis(200), Duration.ofMinutes(5));
            CellMeasurement cell = Loads.run(server, new CellLoad("t", CellId.ofConcurrency("w", 4), prompts, loop, 1));

            assertThat(writtenAtFirst).hasValueLessThan(2000);
            assertThat(cell.rows()).hasSizeGreaterThan(1).allMatch(row -> row.outcome() == Outcome.SUCCESS);
        }
    }

    private static CellLoad load(ClosedLoop loop) {
        return new CellLoad("t", CellId.ofConcurrency("w", loop.concurrency()), Loads.numbered(), loop, 0);
    }
}
