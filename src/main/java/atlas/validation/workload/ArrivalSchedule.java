package atlas.validation.workload;

import static java.util.Objects.requireNonNull;

import java.time.Duration;
import java.util.SplittableRandom;

/**
 * When each request of an open loop is due: a value without a clock, the same for the same arguments. All times count
 * from the start of the schedule and none from another arrival, so that a late request delays no other one.
 *
 * <p>A ramp may come first, in which the rate rises linearly from 0. Its arrivals are apart from those of the hold that
 * follows: each part has exactly the number of arrivals that its rate and length give.
 */
public final class ArrivalSchedule {

    private final long[] dueNanos;
    private final int rampSize;
    private final double perSecond;
    private final Duration length;

    private ArrivalSchedule(long[] dueNanos, int rampSize, double perSecond, Duration length) {
        this.dueNanos = dueNanos;
        this.rampSize = rampSize;
        this.perSecond = perSecond;
        this.length = length;
    }

    /**
     * Makes a schedule.
     *
     * @param process how irregular the gaps are
     * @param perSecond the target rate in arrivals per second, above 0
     * @param ramp time in which the rate rises to the target; zero for none
     * @param count arrivals after the ramp, at least 1; they take {@code count / perSecond} seconds
     * @param seed seed of the gaps
     */
    public static ArrivalSchedule of(ArrivalProcess process, double perSecond, Duration ramp, int count, long seed) {
        requireNonNull(process, "process is null");
        if (!(Double.isFinite(perSecond) && perSecond > 0)) {
            throw new IllegalArgumentException("perSecond must be positive, got [" + perSecond + "]");
        }
        if (ramp.isNegative()) {
            throw new IllegalArgumentException("ramp must not be negative, got [" + ramp + "]");
        }
        if (count < 1) {
            throw new IllegalArgumentException("count must be positive, got [" + count + "]");
        }
        double rampSeconds = ramp.toNanos() / 1e9;
        int rampSize = countIn(perSecond / 2, ramp);
        long[] due = new long[Math.addExact(rampSize, count)];
        SplittableRandom random = new SplittableRandom(seed);
        double[] rising = process.moments(rampSize, random.split());
        for (int i = 0; i < rampSize; i++) {
            // The number of arrivals up to t is perSecond * t² / (2 * ramp); this is its inverse.
            due[i] = nanos(rampSeconds * Math.sqrt(rising[i] / rampSize));
        }
        double[] holding = process.moments(count, random.split());
        long hold = nanos(count / perSecond);
        for (int i = 0; i < count; i++) {
            // A gap of next to nothing before the end would be rounded to the end, and the arrival be outside.
            due[rampSize + i] = ramp.toNanos() + Math.min(nanos(holding[i] / perSecond), hold - 1);
        }
        return new ArrivalSchedule(due, rampSize, perSecond, ramp.plusNanos(hold));
    }

    /** Returns the number of arrivals that a rate gives in a time, to the nearest whole number. */
    public static int countIn(double perSecond, Duration time) {
        return Math.toIntExact(Math.round(perSecond * (time.toNanos() / 1e9)));
    }

    private static long nanos(double seconds) {
        return Math.round(seconds * 1e9);
    }

    /** Returns the number of arrivals, those of the ramp included. */
    public int size() {
        return dueNanos.length;
    }

    /** Returns when an arrival is due, in nanoseconds from the start; never before its predecessor. */
    public long dueNanos(int index) {
        return dueNanos[index];
    }

    /** Tells whether an arrival belongs to the ramp. */
    public boolean isRamp(int index) {
        return index < rampSize;
    }

    /** Returns the target rate in arrivals per second. */
    public double perSecond() {
        return perSecond;
    }

    /** Returns when the schedule is over: one mean gap after the last of equal arrivals. */
    public Duration length() {
        return length;
    }
}
