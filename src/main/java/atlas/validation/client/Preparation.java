package atlas.validation.client;

import atlas.validation.record.Phase;
import atlas.validation.workload.Prompt;
import java.util.ArrayList;
import java.util.List;
import java.util.function.BooleanSupplier;
import java.util.function.IntFunction;
import java.util.function.LongSupplier;
import java.util.stream.IntStream;

/**
 * Writes the requests of a cell before its clock starts, on all processors, and tells how far it is where that takes
 * long.
 */
final class Preparation {

    /** Few enough that even long prompts leave time to tell about. */
    private static final int PART = 64;

    private static final long REPORT_NANOS = 1_000_000_000;

    private final RequestWriter writer;
    private final String cell;
    private final int of;
    private final LoadListener listener;
    private final BooleanSupplier cancelled;
    private final LongSupplier nanoClock;
    private long reportedAt;
    private int done;

    /**
     * @param of number of requests of all phases
     * @param cancelled tells whether to go no further
     */
    Preparation(
            RequestWriter writer,
            String cell,
            int of,
            LoadListener listener,
            BooleanSupplier cancelled,
            LongSupplier nanoClock) {
        this.writer = writer;
        this.cell = cell;
        this.of = of;
        this.listener = listener;
        this.cancelled = cancelled;
        this.nanoClock = nanoClock;
        this.reportedAt = nanoClock.getAsLong();
    }

    /** Returns the requests of one phase in order; fewer when it was cancelled meanwhile. */
    List<PreparedRequest> prepare(Phase phase, int count, IntFunction<Prompt> prompts) {
        List<PreparedRequest> prepared = new ArrayList<>(count);
        for (int from = 0; from < count && !cancelled.getAsBoolean(); from += PART) {
            prepared.addAll(IntStream.range(from, Math.min(count, from + PART))
                    .parallel()
                    .mapToObj(index -> writer.write(cell, phase, index, prompts.apply(index)))
                    .toList());
            done += prepared.size() - from;
            report();
        }
        return prepared;
    }

    private void report() {
        long now = nanoClock.getAsLong();
        if (now - reportedAt >= REPORT_NANOS) {
            reportedAt = now;
            listener.preparing(done, of);
        }
    }
}
