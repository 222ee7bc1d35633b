package atlas.validation.record;

import org.jspecify.annotations.Nullable;

/**
 * What the client noticed about itself in one cell; null where it was not measured. Nobody has judged it yet.
 *
 * @param ttftOverheadMs what the client adds to TTFT, measured against a null server at this cell's load: the median of
 *     client's TTFT − server's own
 * @param loopLagP99Ms how late tasks of the client's event loops ran that were due at a fixed rate, 99th percentile
 * @param loopLagSamples number of such tasks
 * @param scheduleLagP99Ms how late requests were sent that had an open connection, 99th percentile
 * @param scheduleLagSamples number of such requests
 * @param longestPauseMs the longest that a thread which only sleeps was kept from waking
 * @param gcPct time that garbage collection stopped the client, in percent of the cell's
 * @param ownCpuPct processor time of the client's process, in percent of the machine's
 * @param machineCpuPct processor time of everything on the machine, in percent
 * @param sharedReadsPct token events that came in the same read as the one before, in percent
 * @param trouble why something of this could not be measured, as a clause, or null
 */
public record ClientReadings(
        @Nullable Double ttftOverheadMs,
        @Nullable Double loopLagP99Ms,
        long loopLagSamples,
        @Nullable Double scheduleLagP99Ms,
        long scheduleLagSamples,
        @Nullable Double longestPauseMs,
        @Nullable Double gcPct,
        @Nullable Double ownCpuPct,
        @Nullable Double machineCpuPct,
        @Nullable Double sharedReadsPct,
        @Nullable String trouble) {

    /** Nothing measured. */
    public static final ClientReadings NONE =
            new ClientReadings(null, null, 0, null, 0, null, null, null, null, null, null);

    /** Returns these readings with those of a calibration; {@code why} tells why there are none, or is null. */
    public ClientReadings withCalibration(@Nullable Double overheadMs, @Nullable String why) {
        return new ClientReadings(
                overheadMs,
                loopLagP99Ms,
                loopLagSamples,
                scheduleLagP99Ms,
                scheduleLagSamples,
                longestPauseMs,
                gcPct,
                ownCpuPct,
                machineCpuPct,
                sharedReadsPct,
                why);
    }

    /** Returns these readings with those that the requests of the cell tell. */
    public ClientReadings withRequests(@Nullable Double lagP99Ms, long lagSamples, @Nullable Double sharedPct) {
        return new ClientReadings(
                ttftOverheadMs,
                loopLagP99Ms,
                loopLagSamples,
                lagP99Ms,
                lagSamples,
                longestPauseMs,
                gcPct,
                ownCpuPct,
                machineCpuPct,
                sharedPct,
                trouble);
    }
}
