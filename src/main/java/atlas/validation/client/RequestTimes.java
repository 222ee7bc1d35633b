package atlas.validation.client;

import org.jspecify.annotations.Nullable;

/** Counts from one stamp, in whole microseconds: so that sums of gaps are exact. */
record RequestTimes(long origin) {

    @Nullable
    Double millis(@Nullable Long stamp) {
        return stamp == null ? null : micros(stamp) / 1000.0;
    }

    double[] gaps(long[] stamps) {
        double[] gaps = new double[Math.max(0, stamps.length - 1)];
        for (int i = 0; i < gaps.length; i++) {
            gaps[i] = (micros(stamps[i + 1]) - micros(stamps[i])) / 1000.0;
        }
        return gaps;
    }

    private long micros(long stamp) {
        return Math.round((stamp - origin) / 1000.0);
    }
}
