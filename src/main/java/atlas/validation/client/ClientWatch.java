package atlas.validation.client;

import atlas.validation.record.ClientReadings;
import io.netty.channel.EventLoop;
import io.netty.util.concurrent.Future;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/**
 * Watches the client itself while it measures: whether its event loops run what is due, whether a thread that only
 * sleeps is woken in time, how much of it garbage collection takes, and who uses the processors. It costs about a
 * thousand wake-ups a second. Begun once, by the thread that runs the cell.
 *
 * <pre>{@code
 * try (ClientWatch watch = new ClientWatch(loops)) {
 *     watch.begin();
 *     measure();
 *     ClientReadings readings = watch.readings();
 * }
 * }</pre>
 */
final class ClientWatch implements AutoCloseable {

    /** Half a second of a cell gives enough samples for a 99th percentile, five of them beyond it. */
    private static final long PERIOD_NANOS = TimeUnit.MILLISECONDS.toNanos(2);

    private static final double P99 = 99;

    private final Collection<EventLoop> loops;
    private final ProcessorTimes processors;
    private final LagHistogram loopLag = new LagHistogram();
    private final LagHistogram pauses = new LagHistogram();
    private final List<Future<?>> ticks = new ArrayList<>();
    private ProcessorTimes.@Nullable Start start;
    private volatile boolean closed;

    ClientWatch(Collection<EventLoop> loops) {
        this(loops, ProcessorTimes.ofThisProcess());
    }

    ClientWatch(Collection<EventLoop> loops, ProcessorTimes processors) {
        this.loops = List.copyOf(loops);
        this.processors = processors;
    }

    /** Begins to watch. */
    void begin() {
        start = processors.start();
        for (EventLoop loop : loops) {
            Tick tick = new Tick(System.nanoTime() + PERIOD_NANOS);
            ticks.add(loop.scheduleAtFixedRate(tick, PERIOD_NANOS, PERIOD_NANOS, TimeUnit.NANOSECONDS));
        }
        Thread.ofPlatform().name("atlas-client-watch").daemon().start(this::sleepAndWake);
    }

    /** Returns what was noticed since the beginning. */
    ClientReadings readings() {
        ProcessorTimes.Start begun = start;
        if (begun == null) {
            return ClientReadings.NONE;
        }
        ProcessorTimes.Use use = processors.since(begun);
        return new ClientReadings(
                null,
                rounded(loopLag.percentileMillis(P99)),
                loopLag.size(),
                null,
                0,
                rounded(pauses.longestMillis()),
                rounded(use.gcPct()),
                rounded(use.ownPct()),
                rounded(use.machinePct()),
                null,
                null);
    }

    private static @Nullable Double rounded(@Nullable Double value) {
        return value == null ? null : (Double) (Math.round(value * 1000) / 1000.0);
    }

    private void sleepAndWake() {
        while (!closed) {
            long asked = System.nanoTime();
            LockSupport.parkNanos(this, PERIOD_NANOS);
            pauses.add(System.nanoTime() - asked - PERIOD_NANOS);
        }
    }

    @Override
    public void close() {
        closed = true;
        ticks.forEach(tick -> tick.cancel(false));
    }

    /** One loop's task; a tick that a busy loop was late for counts as late by all that time, as do those behind it. */
    private final class Tick implements Runnable {

        private long due;

        Tick(long firstDue) {
            due = firstDue;
        }

        @Override
        public void run() {
            loopLag.add(System.nanoTime() - due);
            due += PERIOD_NANOS;
        }
    }
}
