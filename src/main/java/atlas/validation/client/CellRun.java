package atlas.validation.client;

import atlas.validation.record.RequestRecord;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * Runs the prepared requests of one cell over its slots and collects their rows. Used once, by one thread; closing it
 * closes every connection.
 */
final class CellRun implements AutoCloseable {

    private final List<Slot> slots;
    private final List<Cancellation> cancellations;
    private final LoadListener listener;
    private final Duration progressInterval;
    private final ClientWatch watch;
    private final List<RequestRecord> rows = new ArrayList<>();
    private boolean interrupted;

    /** Creates a run that ends early when any of the cancellations is cancelled. */
    CellRun(
            List<Slot> slots,
            List<Cancellation> cancellations,
            LoadListener listener,
            Duration progressInterval,
            ClientWatch watch) {
        this.slots = slots;
        this.cancellations = cancellations;
        this.listener = listener;
        this.progressInterval = progressInterval;
        this.watch = watch;
    }

    /**
     * Sends the warm-up requests and, once the last of them has ended, the measured ones.
     *
     * @param names target and cell, and what the rows need besides
     */
    CellMeasurement run(Names names, List<PreparedRequest> warmup, List<PreparedRequest> measured) {
        int firstWave = Math.min(slots.size(), warmup.isEmpty() ? measured.size() : warmup.size());
        RefusalWatch refusals = new RefusalWatch(firstWave);
        ProgressMeter meter = new ProgressMeter(measured.size());
        openConnections();
        Instant startedAt = Instant.now();
        long start = System.nanoTime();
        RequestRows maker =
                new RequestRows(names.target(), names.cell(), names.lengthForced(), start, names.withoutSecrets());
        if (!warmup.isEmpty()) {
            runPhase(new RequestQueue(warmup, refusals), start, refusals, maker, meter);
        }
        if (refusals.reason() == null && !isCancelled()) {
            openConnections();
            long measuredStart = warmup.isEmpty() ? start : System.nanoTime();
            meter.start(measuredStart);
            watch.begin();
            runPhase(new RequestQueue(measured, refusals), measuredStart, refusals, maker, meter);
            listener.progress(meter.snapshot(System.nanoTime()));
        }
        return new CellMeasurement(rows, startedAt, isCancelled(), refusals.reason(), watch.readings());
    }

    /**
     * What rows are labelled with.
     *
     * @param lengthForced whether the server is known to reach the length it is asked for
     */
    record Names(String target, String cell, boolean lengthForced, UnaryOperator<String> withoutSecrets) {}

    /** Opens what is not open, so that no request pays for its connection. */
    private void openConnections() {
        CountDownLatch opened = new CountDownLatch(slots.size());
        try (Cancellation.Registration any = onCancel(() -> {
            while (opened.getCount() > 0) {
                opened.countDown();
            }
        })) {
            slots.forEach(slot -> slot.loop().execute(() -> slot.open(opened::countDown)));
            opened.await();
        } catch (InterruptedException e) {
            interrupted = true;
        }
    }

    private void runPhase(
            RequestQueue queue, long start, RefusalWatch refusals, RequestRows maker, ProgressMeter meter) {
        try (Cancellation.Registration any = onCancel(() -> stop(queue))) {
            if (interrupted) {
                stop(queue);
            }
            slots.forEach(slot -> slot.loop().execute(() -> slot.start(queue, start)));
            long nextSnapshot = System.nanoTime() + progressInterval.toNanos();
            boolean refused = false;
            while (!queue.isCollected()) {
                Attempt attempt = collect(queue, nextSnapshot - System.nanoTime());
                if (attempt != null) {
                    RequestRecord row = maker.row(attempt);
                    rows.add(row);
                    meter.count(row);
                    listener.requestFinished(row);
                    if (row.outcome().isFailure()) {
                        listener.requestFailed(row, attempt.raw());
                    }
                }
                if (!refused && refusals.reason() != null) {
                    refused = true;
                    stop(queue);
                }
                if (System.nanoTime() - nextSnapshot >= 0) {
                    listener.progress(meter.snapshot(System.nanoTime()));
                    nextSnapshot = System.nanoTime() + progressInterval.toNanos();
                }
            }
        }
    }

    /** An interrupt means the same as a cancellation; the requests on their way still get their rows. */
    private @Nullable Attempt collect(RequestQueue queue, long timeoutNanos) {
        try {
            return queue.collect(timeoutNanos);
        } catch (InterruptedException e) {
            interrupted = true;
            stop(queue);
            return null;
        }
    }

    private void stop(RequestQueue queue) {
        queue.stop();
        slots.forEach(slot -> slot.loop().execute(slot::cancel));
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
        slots.forEach(slot -> slot.loop().execute(slot::close));
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }
}
