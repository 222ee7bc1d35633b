package atlas.validation.metric;

import atlas.validation.record.Warning;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** Says where a rate cell was not loaded as asked, and what was left out of its figures. */
final class OpenLoopWarnings {

    private static final double RATE_TOLERANCE = 0.01;
    private static final double MOST_LAG_MS = 5;

    private OpenLoopWarnings() {}

    static List<@Nullable Warning> of(MeasuredCell cell) {
        List<@Nullable Warning> found = new ArrayList<>();
        if (cell.input().atRate()) {
            OpenLoop loop = OpenLoop.of(cell);
            Double rate = OpenLoop.attemptedRate(cell);
            found.add(
                    loop.held().n() + loop.neverSent() > 0 && cell.input().cap() != null
                            ? heldByCap(cell, loop, rate)
                            : rateOff(loop, rate));
            found.add(late(loop));
            found.add(ramp(cell));
        }
        return found;
    }

    private static @Nullable Warning rateOff(OpenLoop loop, @Nullable Double rate) {
        Double share = loop.sentPerDue();
        return share == null || rate == null || Math.abs(share - 1) <= RATE_TOLERANCE
                ? null
                : warning(
                        "sent_rate_off",
                        "requests were sent at %.2f a second, %+.1f %% off the schedule, above 1 %%: the client did not"
                                + " keep up, so give it more processors or ask for less",
                        rate,
                        100 * (share - 1));
    }

    private static @Nullable Warning late(OpenLoop loop) {
        Double p99 = loop.lag().percentile(99);
        return p99 == null || p99 < MOST_LAG_MS
                ? null
                : warning(
                        "schedule_lag",
                        "requests were sent late, by %.1f ms in the 99th percentile, above 5 ms: figures from sent leave"
                                + " that out, those from scheduled do not",
                        p99);
    }

    private static Warning heldByCap(MeasuredCell cell, OpenLoop loop, @Nullable Double rate) {
        Double wait = loop.held().mean();
        return warning(
                "held_by_cap",
                "%d of %d requests found %d in flight when they were due and waited, those that were sent %.1f ms on"
                        + " average, %d were never sent: %.2f a second were sent, the server's rate and not the asked one",
                loop.held().n() + loop.neverSent(),
                cell.requests().size(),
                cell.input().cap(),
                wait == null ? 0 : wait,
                loop.neverSent(),
                rate == null ? 0 : rate);
    }

    private static @Nullable Warning ramp(MeasuredCell cell) {
        if (cell.ramp().isEmpty()) {
            return null;
        }
        Double median = OpenLoopFigures.rampTtft(cell).median();
        return warning(
                "ramp",
                "%d requests of the ramp count in no figure%s",
                cell.ramp().size(),
                median == null
                        ? "; none of them succeeded"
                        : String.format(Locale.ROOT, "; their median TTFT is %.1f ms", median));
    }

    private static Warning warning(String code, String format, @Nullable Object... values) {
        return new Warning(code, String.format(Locale.ROOT, format, values));
    }
}
