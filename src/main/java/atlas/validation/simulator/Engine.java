package atlas.validation.simulator;

import java.time.Instant;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * What every connection shares: the options, the scheduler, the counters and the truth. Safe for use by several
 * threads.
 *
 * @param options what was set
 * @param scheduler decides when tokens are due
 * @param reader reads the bodies of requests, in the order of their arrival
 * @param served the truth about requests
 * @param counters what {@code /metrics} tells
 * @param log the server's log
 * @param startedAt when it started
 * @param accepted how many generations were accepted so far
 * @param crash ends the simulator without a word to anybody
 */
record Engine(
        SimulatorOptions options,
        Scheduler scheduler,
        ExecutorService reader,
        ServedLog served,
        ServerCounters counters,
        ServerLog log,
        Instant startedAt,
        AtomicInteger accepted,
        Runnable crash)
        implements AutoCloseable {

    private static final int CACHED_BLOCKS = 65_536;

    static Engine start(SimulatorOptions options, ServerLog log, Runnable crash) {
        PrefixCache cache = new PrefixCache(options.prefixCache() ? CACHED_BLOCKS : 0);
        ContinuousBatch batch = new ContinuousBatch(options.timeModel(), options.maxBatchSize(), cache);
        return new Engine(
                options,
                Scheduler.start(batch),
                Executors.newSingleThreadExecutor(
                        Thread.ofPlatform().name("simulator-reader").daemon().factory()),
                new ServedLog(),
                new ServerCounters(),
                log,
                Instant.now(),
                new AtomicInteger(),
                crash);
    }

    /** Lets a generation begin, unless the fault that is played wants it otherwise. */
    void submit(Sequence sequence) {
        switch (options.failure()) {
            case SimulatedFailure.HealthOnly() -> {} // It hangs for as long as its client waits.
            case SimulatedFailure.CrashAfterRequests(int requests)
            when accepted.incrementAndGet() > requests -> crash.run();
            case SimulatedFailure.StallAfterRequests(int requests)
            when accepted.incrementAndGet() > requests ->
                log.error("spark::scheduler", "Inference error: cuMemcpyDtoDAsync_v2 failed: status 700 (simulated)");
            case SimulatedFailure.StallAfterRequests s -> scheduler.arrive(sequence);
            case SimulatedFailure.CrashAfterRequests c -> scheduler.arrive(sequence);
            case SimulatedFailure.None n -> scheduler.arrive(sequence);
            case SimulatedFailure.ExitAtStart e -> scheduler.arrive(sequence);
            case SimulatedFailure.NeverReady n -> scheduler.arrive(sequence);
        }
    }

    /** Has a body read, unless the simulator is closing. */
    void read(Runnable reading) {
        try {
            reader.execute(() -> {
                try {
                    reading.run();
                } catch (RejectedExecutionException closing) {
                    // The connection is closed with its event loop.
                }
            });
        } catch (RejectedExecutionException closing) {
            // So are all the others.
        }
    }

    @Override
    public void close() {
        reader.shutdownNow();
        scheduler.close();
    }
}
