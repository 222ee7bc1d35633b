package atlas.validation.lifecycle;

import atlas.validation.client.Calibration;
import atlas.validation.client.Cancellation;
import atlas.validation.client.CellLoad;
import atlas.validation.client.LoadClient;
import atlas.validation.record.CellId;
import atlas.validation.server.NullServerProcess;
import atlas.validation.server.ServerException;
import atlas.validation.workload.ArrivalProcess;
import atlas.validation.workload.ArrivalSchedule;
import atlas.validation.workload.Prompt;
import atlas.validation.workload.PromptSource;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Calibrates the client of a run against one null server: once for each load and order of prompt length, before the
 * first cell that has them. The first calibration also lets the JVM compile what the first cell would else run cold. A
 * null server that dies meanwhile is started anew, once in a run. Used by the running thread; only {@link #kill()} may
 * come from another.
 */
final class Calibrations implements AutoCloseable {

    /** Long enough for a start burst to be on its way before the first answer, short enough to cost no time. */
    private static final Duration FIRST_TOKEN = Duration.ofMillis(25);

    private static final Duration GAP = Duration.ofMillis(5);
    private static final int TOKENS = 4;

    private static final int LEAST_REQUESTS = 8;

    /** A rate that is lower than this would take its time to show nothing else. */
    private static final double LEAST_RATE = 40;

    private static final Duration OPEN_LOOP = Duration.ofMillis(300);
    private static final Duration DRAIN = Duration.ofSeconds(5);
    private static final int LEAST_WARM_UP = 4;
    private static final int MOST_WARM_UP = 64;

    /** A null server that did not answer so often will not answer the next cell, which would wait for it in vain. */
    private static final int MOST_FAILURES = 2;

    private final Map<Key, Calibration.Result> results = new HashMap<>();
    private int failures;
    private boolean startedAnew;
    private Calibration.@Nullable Result lastFailure;
    private volatile @Nullable NullServerProcess server;

    /** Loads that ask the same of a client. Bodies of one order of magnitude in binary cost about the same. */
    private record Key(CellId.Load load, int promptLength) {}

    /** Starts the null server, so that it is there when the server under test is. A failure is told when it matters. */
    void prepare() {
        if (server == null) {
            try {
                server = NullServerProcess.start(FIRST_TOKEN, GAP, TOKENS);
            } catch (ServerException impossible) {
                // The first calibration tries again, and tells.
            }
        }
    }

    /** Returns what a client adds to TTFT under a load, measured now unless that is known. */
    Calibration.Result of(LoadClient client, CellLoad load, Cancellation cancellation) {
        int length = load.prompts().warmup(0).text().length();
        Key key = new Key(load.id().load(), Integer.highestOneBit(Math.max(1, length)));
        Calibration.Result known = results.get(key);
        if (known != null) {
            return known;
        }
        if (lastFailure != null && failures >= MOST_FAILURES) {
            return lastFailure;
        }
        Calibration.Result result = measure(client, load, cancellation);
        if (result.trouble() == null) {
            results.put(key, result);
        } else if (!cancellation.isCancelled()) {
            failures++;
            lastFailure = result;
        }
        return result;
    }

    private Calibration.Result measure(LoadClient client, CellLoad load, Cancellation cancellation) {
        Calibration.Result result = measureOnce(client, load, cancellation);
        NullServerProcess used = server;
        if (result.trouble() == null || used == null || cancellation.isCancelled() || !used.hasEnded()) {
            return result;
        }
        if (startedAnew) {
            failures = MOST_FAILURES;
            return Calibration.Result.without(
                    "the null server has died, and so has the one before it; it is not started again (%s)"
                            .formatted(result.trouble()));
        }
        startedAnew = true;
        close();
        return measure(client, load, cancellation);
    }

    private Calibration.Result measureOnce(LoadClient client, CellLoad load, Cancellation cancellation) {
        try {
            NullServerProcess running = server;
            if (running == null) {
                running = NullServerProcess.start(FIRST_TOKEN, GAP, TOKENS);
                server = running;
            }
            try (Calibration calibration = Calibration.of(client, running.awaitAddress())) {
                return calibration.measure(small(load), cancellation);
            }
        } catch (ServerException trouble) {
            return Calibration.Result.without(trouble.sentence());
        }
    }

    /** Returns as much of a load as shows its start burst, in which a client has most to do at once. */
    private CellLoad small(CellLoad load) {
        return switch (load.loop()) {
            case CellLoad.ClosedLoop closed -> {
                int users = closed.concurrency();
                int waves = Math.max(1, Math.ceilDiv(LEAST_REQUESTS, users));
                yield small(load, new CellLoad.ClosedLoop(users, users * waves, null, Duration.ZERO), users);
            }
            case CellLoad.OpenLoop open -> {
                double perSecond = Math.max(LEAST_RATE, open.schedule().perSecond());
                int requests = Math.max(LEAST_REQUESTS, ArrivalSchedule.countIn(perSecond, OPEN_LOOP));
                ArrivalSchedule schedule =
                        ArrivalSchedule.of(new ArrivalProcess.Constant(), perSecond, Duration.ZERO, requests, 0);
                yield small(load, new CellLoad.OpenLoop(schedule, false, null, DRAIN), LEAST_WARM_UP);
            }
        };
    }

    private CellLoad small(CellLoad load, CellLoad.Loop loop, int atOnce) {
        int warmup = Math.max(LEAST_WARM_UP, Math.min(atOnce, MOST_WARM_UP));
        return new CellLoad(
                load.target(), load.id(), new Unsent(load.prompts()), loop, results.isEmpty() ? warmup * 2 : warmup);
    }

    /** Takes all prompts from those to warm up with; the server under test sees none of them here. */
    private record Unsent(PromptSource prompts) implements PromptSource {

        @Override
        public Prompt measured(int index) {
            return prompts.warmup(index);
        }

        @Override
        public Prompt warmup(int index) {
            return prompts.warmup(index);
        }
    }

    /** Ends the null server at once, from any thread. */
    void kill() {
        NullServerProcess running = server;
        if (running != null) {
            running.kill();
        }
    }

    /** Ends the null server; does nothing a second time. */
    @Override
    public void close() {
        NullServerProcess running = server;
        server = null;
        if (running != null) {
            running.close();
        }
    }
}
