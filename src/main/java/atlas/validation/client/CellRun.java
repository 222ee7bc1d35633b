package atlas.validation.client;

import atlas.validation.record.RequestRecord;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.function.ToIntFunction;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * Runs the requests of one cell and collects their rows. Used once, by one thread; closing it closes every connection.
 */
final class CellRun implements AutoCloseable {

    /** So many refusals in a row, from the first request on, are a server's final answer. */
    private static final int ENOUGH_REFUSALS = 10;

    /** A single refusal may be that of a single prompt, such as one that is too long. */
    private static final int LEAST_REFUSALS = 3;

    private final List<Slot> slots;
    private final Traffic traffic;
    private final List<Cancellation> cancellations;
    private final LoadListener listener;
    private final Duration progressInterval;
    private final ClientWatch watch;
    private final List<RequestRecord> rows = new ArrayList<>();
    private boolean interrupted;

    /**
     * Creates a run that ends early when any of the cancellations is cancelled.
     *
     * @param slots the slots whose connections are opened before any clock starts, and which warm up
     * @param traffic sends the requests that count
     */
    CellRun(
            List<Slot> slots,
            Traffic traffic,
            List<Cancellation> cancellations,
            LoadListener listener,
            Duration progressInterval,
            ClientWatch watch) {
        this.slots = slots;
        this.traffic = traffic;
        this.cancellations = cancellations;
        this.listener = listener;
        this.progressInterval = progressInterval;
        this.watch = watch;
    }

    /**
     * Sends the warm-up requests and, once the last of them has ended, the others.
     *
     * @param names target and cell, and what the rows need besides
     */
    CellMeasurement run(Names names, RequestSupply warmup, RequestSupply measured, Ends ends) {
        int atOnce = Math.clamp(slots.size(), LEAST_REFUSALS, ENOUGH_REFUSALS);
        RefusalWatch refusals = new RefusalWatch((int) Math.min(atOnce, (long) warmup.count() + measured.count()));
        ProgressMeter meter = new ProgressMeter(measured.requests(), ends.planned());
        Preparation preparation =
                new Preparation(warmup.ahead() + measured.ahead(), listener, this::isCancelled, System::nanoTime);
        warmup.prepare(preparation);
        measured.prepare(preparation);
        openConnections();
        Instant startedAt = Instant.now();
        long start = System.nanoTime();
        RequestRows maker = new RequestRows(names, start);
        if (warmup.count() > 0) {
            Stretch stretch = new Stretch(new ClosedTraffic(slots), warmup, refusals, start, Ends.NEVER);
            runStretch(stretch, maker, meter);
        }
        if (refusals.reason() == null && !isCancelled()) {
            openConnections();
            long measuredStart = warmup.count() == 0 ? start : System.nanoTime();
            meter.start(measuredStart);
            watch.begin();
            runStretch(new Stretch(traffic, measured, refusals, measuredStart, ends), maker, meter);
        }
        return new CellMeasurement(rows, startedAt, isCancelled(), refusals.reason(), watch.readings());
    }

    /**
     * What rows are labelled with.
     *
     * @param target name of the target
     * @param cell id of the cell
     * @param repeat which repeat of the cell, from 0
     * @param lengthForced whether the server is known to reach the length it is asked for
     * @param withoutSecrets strikes out what no record may hold
     * @param tokenCounter counts tokens where the server does not, or null
     */
    record Names(
            String target,
            String cell,
            int repeat,
            boolean lengthForced,
            UnaryOperator<String> withoutSecrets,
            @Nullable ToIntFunction<String> tokenCounter) {

        /** Returns what request ids call the cell: each repeat has ids of its own. */
        String inRequestIds() {
            return repeat == 0 ? cell : "%s-repeat%d".formatted(cell, repeat + 1);
        }
    }

    /**
     * When a phase ends by the clock, all counted from its start.
     *
     * @param planned how long requests are sent, for whoever asks how much is left; null where nobody knows
     * @param sending after which no request is sent any more, or null
     * @param all after which the requests in flight are given up, or null
     */
    record Ends(
            @Nullable Duration planned,
            @Nullable Duration sending,
            @Nullable Duration all) {

        static final Ends NEVER = new Ends(null, null, null);
    }

    /** Opens what is not open, so that no request pays for its connection. */
    private void openConnections() {
        CountDownLatch opened = new CountDownLatch(slots.size());
        try (Cancellation.Registration any = onCancel(() -> {
            while (opened.getCount() > 0) {
                opened.countDown();
            }
        })) {
            slots.forEach(slot -> slot.loop().execute(() -> open(slot, opened)));
            opened.await();
        } catch (InterruptedException e) {
            interrupted = true;
        }
    }

    private static void open(Slot slot, CountDownLatch opened) {
        try {
            slot.open(opened::countDown);
        } catch (RuntimeException | Error fault) {
            opened.countDown();
            throw fault;
        }
    }

    /** One phase on its way. */
    private static final class Stretch {

        private final Traffic traffic;
        private final RequestQueue queue;
        private final RefusalWatch refusals;
        private final long startedAt;
        private final @Nullable Long lastSend;
        private final @Nullable Long end;
        private boolean sending = true;
        private boolean running = true;

        Stretch(Traffic traffic, RequestSupply requests, RefusalWatch refusals, long startedAt, Ends ends) {
            this.traffic = traffic;
            this.refusals = refusals;
            this.startedAt = startedAt;
            this.lastSend = stamp(ends.sending());
            this.end = stamp(ends.all());
            this.queue = new RequestQueue(requests, refusals);
        }

        private @Nullable Long stamp(@Nullable Duration sinceStart) {
            return sinceStart == null ? null : (Long) (startedAt + sinceStart.toNanos());
        }

        void start() {
            traffic.start(queue, startedAt, lastSend);
        }

        /** Ends what is to have ended by now. */
        void check(long now) {
            if (sending && lastSend != null && now - lastSend >= 0) {
                endSending();
            }
            if (running && end != null && now - end >= 0) {
                running = false;
                endSending();
                traffic.cancel();
            } else if (running && refusals.reason() != null) {
                stop();
            }
        }

        /** Returns how long it is until there is something to check. */
        long untilCheck(long now, long nextSnapshot) {
            long left = nextSnapshot - now;
            if (sending && lastSend != null) {
                left = Math.min(left, lastSend - now);
            }
            if (running && end != null) {
                left = Math.min(left, end - now);
            }
            return left;
        }

        private void endSending() {
            sending = false;
            traffic.endSending();
        }

        /** Stops at once; what was not sent by now is forgotten. */
        void stop() {
            running = false;
            sending = false;
            queue.stop();
            traffic.cancel();
        }
    }

    private void runStretch(Stretch stretch, RequestRows maker, ProgressMeter meter) {
        try (Cancellation.Registration any = onCancel(() -> halt(stretch))) {
            if (interrupted) {
                stretch.stop();
            }
            stretch.start();
            long nextSnapshot = System.nanoTime() + progressInterval.toNanos();
            while (!stretch.queue.isCollected()) {
                boolean behind = stretch.queue.prepareSome();
                Attempt attempt = collect(stretch, behind ? 0 : stretch.untilCheck(System.nanoTime(), nextSnapshot));
                if (attempt != null) {
                    keep(attempt, maker, meter);
                }
                stretch.check(System.nanoTime());
                if (System.nanoTime() - nextSnapshot >= 0) {
                    int inFlight = Math.max(0, stretch.queue.out() - stretch.traffic.held());
                    listener.progress(meter.snapshot(System.nanoTime(), inFlight));
                    nextSnapshot = System.nanoTime() + progressInterval.toNanos();
                }
            }
        }
    }

    private void keep(Attempt attempt, RequestRows maker, ProgressMeter meter) {
        RequestRecord row = maker.row(attempt);
        rows.add(row);
        meter.count(row);
        listener.requestFinished(row);
        if (row.outcome().isFailure()) {
            listener.requestFailed(row, attempt.raw());
        }
    }

    /** An interrupt means the same as a cancellation; the requests on their way still get their rows. */
    private @Nullable Attempt collect(Stretch stretch, long timeoutNanos) {
        try {
            return stretch.queue.collect(timeoutNanos);
        } catch (InterruptedException e) {
            interrupted = true;
            stretch.stop();
            return null;
        }
    }

    /** Stops a phase from any thread. */
    private static void halt(Stretch stretch) {
        stretch.queue.stop();
        stretch.traffic.cancel();
    }

    private boolean isCancelled() {
        return interrupted || cancellations.stream().anyMatch(Cancellation::isCancelled);
    }

    private Cancellation.Registration onCancel(Runnable action) {
        List<Cancellation.Registration> registrations = cancellations.stream()
                .map(cancellation -> cancellation.onCancel(action))
                .toList();
        return () -> registrations.forEach(Cancellation.Registration::close);
    }

    @Override
    public void close() {
        watch.close();
        traffic.close();
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }
}
