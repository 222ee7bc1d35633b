package atlas.validation.client;

import java.util.function.BooleanSupplier;
import java.util.function.LongSupplier;

/** Tells a listener how far the requests of a cell are written before its clock starts, where that takes long. */
final class Preparation {

    private static final long REPORT_NANOS = 1_000_000_000;

    private final int of;
    private final LoadListener listener;
    private final BooleanSupplier cancelled;
    private final LongSupplier nanoClock;
    private long reportedAt;
    private int done;

    /**
     * @param of number of requests of all phases that are to be written ahead
     * @param cancelled tells whether to go no further
     */
    Preparation(int of, LoadListener listener, BooleanSupplier cancelled, LongSupplier nanoClock) {
        this.of = of;
        this.listener = listener;
        this.cancelled = cancelled;
        this.nanoClock = nanoClock;
        this.reportedAt = nanoClock.getAsLong();
    }

    boolean isCancelled() {
        return cancelled.getAsBoolean();
    }

    /** Takes note of requests that have been written. */
    void written(int count) {
        done += count;
        long now = nanoClock.getAsLong();
        if (now - reportedAt >= REPORT_NANOS) {
            reportedAt = now;
            listener.preparing(done, of);
        }
    }
}
