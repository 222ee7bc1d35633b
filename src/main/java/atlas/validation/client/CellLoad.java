package atlas.validation.client;

import static java.util.Objects.requireNonNull;

import atlas.validation.record.CellId;
import atlas.validation.workload.ArrivalSchedule;
import atlas.validation.workload.PromptSource;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * One cell's load.
 *
 * @param target name of the target, for the rows
 * @param id the cell
 * @param prompts what is asked
 * @param loop what makes a request be sent
 * @param warmupRequests requests sent before the clock starts, 0 or more; in closed loop, whatever the cell's own is
 * @param repeat which repeat of the cell it is, from 0
 */
public record CellLoad(String target, CellId id, PromptSource prompts, Loop loop, int warmupRequests, int repeat) {

    public CellLoad {
        requireNonNull(target, "target is null");
        requireNonNull(id, "id is null");
        requireNonNull(prompts, "prompts is null");
        requireNonNull(loop, "loop is null");
        if (warmupRequests < 0) {
            throw new IllegalArgumentException("warmupRequests must not be negative, got [" + warmupRequests + "]");
        }
        if (repeat < 0) {
            throw new IllegalArgumentException("repeat must not be negative, got [" + repeat + "]");
        }
    }

    /** Creates the load of a cell's first repeat. */
    public CellLoad(String target, CellId id, PromptSource prompts, Loop loop, int warmupRequests) {
        this(target, id, prompts, loop, warmupRequests, 0);
    }

    /** Creates a closed loop that ends with a number of requests. */
    public CellLoad(String target, CellId id, PromptSource prompts, int concurrency, int warmupRequests, int requests) {
        this(target, id, prompts, new ClosedLoop(concurrency, requests, null, Duration.ZERO), warmupRequests);
    }

    /** What makes a request be sent: the end of another one, or the clock. */
    public sealed interface Loop {}

    /**
     * A number of users, each of whom sends the next request as soon as the last one has ended. Ends with whichever
     * limit is reached first.
     *
     * @param concurrency requests in flight, at least 1
     * @param requests measured requests, at least 1; null for as many as the duration allows
     * @param duration time in which measured requests are sent, or null for as long as the requests take
     * @param drain how long the requests in flight at the end of {@code duration} may go on before the client gives
     *     them up; of no effect without a duration
     */
    public record ClosedLoop(
            int concurrency,
            @Nullable Integer requests,
            @Nullable Duration duration,
            Duration drain) implements Loop {

        public ClosedLoop {
            if (concurrency < 1) {
                throw new IllegalArgumentException("concurrency must be positive, got [" + concurrency + "]");
            }
            if (requests != null && requests < 1) {
                throw new IllegalArgumentException("requests must be positive, got [" + requests + "]");
            }
            if (duration != null && !duration.isPositive()) {
                throw new IllegalArgumentException("duration must be positive, got [" + duration + "]");
            }
            if (requests == null && duration == null) {
                throw new IllegalArgumentException("a closed loop needs a number of requests or a duration");
            }
            requireNotNegative(drain);
        }
    }

    /**
     * Users that arrive on their own time, however many are there already.
     *
     * @param schedule when each of them is due
     * @param endsByClock whether nothing may be sent once the schedule is over; else requests that the cap holds back
     *     are sent after it
     * @param maxConcurrency most requests in flight, at least 1: who arrives at more than that waits, and is still due
     *     at the time of its arrival. Null for no limit
     * @param drain how long after the end of the schedule requests may go on before the client gives them up
     */
    public record OpenLoop(
            ArrivalSchedule schedule,
            boolean endsByClock,
            @Nullable Integer maxConcurrency,
            Duration drain) implements Loop {

        public OpenLoop {
            requireNonNull(schedule, "schedule is null");
            if (maxConcurrency != null && maxConcurrency < 1) {
                throw new IllegalArgumentException("maxConcurrency must be positive, got [" + maxConcurrency + "]");
            }
            requireNotNegative(drain);
        }
    }

    private static void requireNotNegative(Duration drain) {
        if (drain.isNegative()) {
            throw new IllegalArgumentException("drain must not be negative, got [" + drain + "]");
        }
    }
}
