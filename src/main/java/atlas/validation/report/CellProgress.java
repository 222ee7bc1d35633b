package atlas.validation.report;

import static java.util.Objects.requireNonNull;

import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * How far the cell that is being measured has come.
 *
 * @param id the cell
 * @param cell its position among the cells of its target, from 1
 * @param cells number of cells of the target
 * @param done requests that have ended
 * @param of requests in the cell, or null where only the clock ends it
 * @param inFlight requests that were due and have not ended
 * @param failed those that ended badly
 * @param tokensPerSecond completion tokens per second so far
 * @param ttftMedianMs median TTFT so far, or null before the first token
 * @param elapsed time since the cell began
 * @param left estimated time to the cell's end, or null while it cannot be told
 */
public record CellProgress(
        String id,
        int cell,
        int cells,
        int done,
        @Nullable Integer of,
        int inFlight,
        int failed,
        double tokensPerSecond,
        @Nullable Double ttftMedianMs,
        Duration elapsed,
        @Nullable Duration left) {

    public CellProgress {
        requireNonNull(id, "id is null");
        requireNonNull(elapsed, "elapsed is null");
    }
}
