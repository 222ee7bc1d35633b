package atlas.validation.client;

import atlas.validation.record.Outcome;
import atlas.validation.record.Phase;
import atlas.validation.record.RequestRecord;
import java.time.Duration;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/** Counts the measured requests of a cell for its snapshots. Used by one thread. */
final class ProgressMeter {

    private final int of;
    private double[] ttftMillis = new double[64];
    private int successes;
    private int done;
    private int failed;
    private long tokens;
    private @Nullable Long startedAt;

    ProgressMeter(int of) {
        this.of = of;
    }

    void start(long stampNanos) {
        startedAt = stampNanos;
    }

    void count(RequestRecord row) {
        if (row.phase() != Phase.MEASURE) {
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

    LoadProgress snapshot(long nowNanos) {
        long elapsed = startedAt == null ? 0 : Math.max(0, nowNanos - startedAt);
        double perSecond = elapsed == 0 ? 0 : tokens * 1e9 / elapsed;
        Duration left = done == 0 ? null : Duration.ofNanos((long) ((double) elapsed / done * (of - done)));
        return new LoadProgress(done, of, failed, perSecond, median(), Duration.ofNanos(elapsed), left);
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
