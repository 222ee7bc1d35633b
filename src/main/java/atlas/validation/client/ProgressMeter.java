package atlas.validation.client;

import atlas.validation.record.Outcome;
import atlas.validation.record.Phase;
import atlas.validation.record.RequestRecord;
import java.time.Duration;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/** Counts the requests of a cell, warm-up left out, for its snapshots. Used by one thread. */
final class ProgressMeter {

    private final @Nullable Integer of;
    private final @Nullable Duration planned;
    private double[] ttftMillis = new double[64];
    private int successes;
    private int done;
    private int failed;
    private long tokens;
    private @Nullable Long startedAt;

    /**
     * @param of requests to send, null where only the clock ends the cell
     * @param planned how long requests are sent, null where that depends on the server
     */
    ProgressMeter(@Nullable Integer of, @Nullable Duration planned) {
        this.of = of;
        this.planned = planned;
    }

    void start(long stampNanos) {
        startedAt = stampNanos;
    }

    void count(RequestRecord row) {
        if (row.phase() == Phase.WARMUP) {
            return;
        }
        done++;
        if (row.outcome().isFailure()) {
            failed++;
        }
        if (row.outcome() == Outcome.SUCCESS && row.ttftMs() != null) {
            tokens += row.completionTokens() == null ? 0 : row.completionTokens();
            if (successes == ttftMillis.length) {
                ttftMillis = Arrays.copyOf(ttftMillis, 2 * successes);
            }
            ttftMillis[successes++] = row.ttftMs();
        }
    }

    /** @param inFlight requests that were due, were not held back by a cap, and have not ended */
    LoadProgress snapshot(long nowNanos, int inFlight) {
        Duration elapsed = Duration.ofNanos(startedAt == null ? 0 : Math.max(0, nowNanos - startedAt));
        double perSecond = elapsed.isZero() ? 0 : tokens * 1e9 / elapsed.toNanos();
        return new LoadProgress(done, of, inFlight, failed, perSecond, median(), elapsed, left(elapsed));
    }

    /** Takes the clock's word where it has one, less where the requests at hand will end sooner. */
    private @Nullable Duration left(Duration elapsed) {
        Duration byClock = planned == null || planned.compareTo(elapsed) < 0 ? null : planned.minus(elapsed);
        if (done == 0 || of == null) {
            return byClock;
        }
        Duration byCount = Duration.ofNanos((long) ((double) elapsed.toNanos() / done * Math.max(0, of - done)));
        return byClock == null || byCount.compareTo(byClock) < 0 ? byCount : byClock;
    }

    private @Nullable Double median() {
        if (successes == 0) {
            return null;
        }
        double[] sorted = Arrays.copyOf(ttftMillis, successes);
        Arrays.sort(sorted);
        int middle = successes / 2;
        return successes % 2 == 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
    }
}
