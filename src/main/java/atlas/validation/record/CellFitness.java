package atlas.validation.record;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Whether the client could be the bottleneck of a cell, and the figures that say so; null where not measured.
 *
 * @param verdict {@code fit}, {@code marginal} or {@code unfit}
 * @param reasons one clause each; none for a fit client
 * @param ttftOverheadMs what the client adds to TTFT, measured against a null server at this cell's load
 * @param loopLagP99Ms how late the client's event loops ran what was due, 99th percentile
 * @param scheduleLagP99Ms how late requests were sent that had an open connection, 99th percentile
 * @param longestPauseMs the longest that a thread which only sleeps was kept from waking
 * @param gcPct time that garbage collection stopped the client, in percent of the cell's
 * @param ownCpuPct processor time of the client's process, in percent of the machine's
 * @param machineCpuPct processor time of everything on the machine, in percent
 * @param sharedReadsPct token events that came in the same read as the one before, in percent
 */
public record CellFitness(
        String verdict,
        List<String> reasons,
        @Nullable Double ttftOverheadMs,
        @Nullable Double loopLagP99Ms,
        @Nullable Double scheduleLagP99Ms,
        @Nullable Double longestPauseMs,
        @Nullable Double gcPct,
        @Nullable Double ownCpuPct,
        @Nullable Double machineCpuPct,
        @Nullable Double sharedReadsPct) {

    public CellFitness {
        reasons = List.copyOf(reasons);
    }

    /** Puts a verdict over readings. */
    public static CellFitness of(String verdict, List<String> reasons, ClientReadings readings) {
        return new CellFitness(
                verdict,
                reasons,
                readings.ttftOverheadMs(),
                readings.loopLagP99Ms(),
                readings.scheduleLagP99Ms(),
                readings.longestPauseMs(),
                readings.gcPct(),
                readings.ownCpuPct(),
                readings.machineCpuPct(),
                readings.sharedReadsPct());
    }
}
