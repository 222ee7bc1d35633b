package atlas.validation.client;

import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import java.util.function.IntFunction;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * The requests of one phase in the order of their sending. They are written ahead of it, before the clock starts as far
 * as a budget of memory allows and from then on by the thread that collects, so that neither the number of requests nor
 * their length decides how long a cell takes to start. Safe for use by several threads.
 */
final class RequestSupply {

    /** What stands for no limit: as many as anybody takes. */
    static final int UNBOUNDED = Integer.MAX_VALUE;

    private static final long MOST_BYTES_AHEAD = 64L << 20;
    private static final int MOST_AHEAD_OF_UNBOUNDED = 4096;
    private static final int AT_A_TIME = 16;

    /** Few enough that even long prompts leave time to tell about. */
    private static final int PART = 64;

    private final int count;
    private final int requestsEach;
    private final IntFunction<PreparedRequest> writer;
    private final int mostAhead;
    private final Map<Integer, PreparedRequest> ready = new HashMap<>();
    private int written;
    private int taken;
    private long bytesAhead;

    /**
     * @param count number of requests, {@link #UNBOUNDED} where nobody knows
     * @param writer writes the request of an index, on any thread
     */
    RequestSupply(int count, IntFunction<PreparedRequest> writer) {
        this(count, 1, writer);
    }

    /**
     * @param count number of requests that nothing precedes, {@link #UNBOUNDED} where nobody knows
     * @param requestsEach requests that come of each, itself and those that follow it
     * @param writer writes the request of an index, on any thread
     */
    RequestSupply(int count, int requestsEach, IntFunction<PreparedRequest> writer) {
        this.count = count;
        this.requestsEach = requestsEach;
        this.writer = writer;
        this.mostAhead = count == UNBOUNDED ? MOST_AHEAD_OF_UNBOUNDED : count;
    }

    int count() {
        return count;
    }

    /** Returns how many requests there will be, those that follow others included; null where nobody knows. */
    @Nullable
    Integer requests() {
        return count == UNBOUNDED ? null : (Integer) (count * requestsEach);
    }

    /** Returns how many requests are written ahead, should the budget allow it. */
    int ahead() {
        return mostAhead;
    }

    /** Writes as many requests ahead as are to be, on all processors. */
    void prepare(Preparation preparation) {
        for (int[] part = nextPart(); part.length > 0 && !preparation.isCancelled(); part = nextPart()) {
            Arrays.stream(part).parallel().forEach(index -> add(index, writer.apply(index)));
            preparation.written(part.length);
        }
    }

    private synchronized int[] nextPart() {
        return IntStream.generate(this::nextToWrite)
                .limit(PART)
                .takeWhile(index -> index >= 0)
                .toArray();
    }

    /** Writes a few requests ahead, and tells whether more are wanted. Called by one thread at a time. */
    boolean prepareSome() {
        for (int i = 0; i < AT_A_TIME; i++) {
            int index = nextToWrite();
            if (index < 0) {
                return false;
            }
            add(index, writer.apply(index));
        }
        return true;
    }

    private synchronized int nextToWrite() {
        written = Math.max(written, taken);
        boolean enough = written == count || bytesAhead >= MOST_BYTES_AHEAD || written - taken >= mostAhead;
        return enough ? -1 : written++;
    }

    private synchronized void add(int index, PreparedRequest request) {
        if (index >= taken) {
            ready.put(index, request);
            bytesAhead += size(request);
        }
    }

    /** Returns the next request; writes it now if nobody has done so before. */
    PreparedRequest take() {
        int index;
        synchronized (this) {
            index = taken++;
            PreparedRequest request = ready.remove(index);
            if (request != null) {
                bytesAhead -= size(request);
                return request;
            }
        }
        return writer.apply(index);
    }

    private static long size(PreparedRequest request) {
        return (long) request.head().length + request.body().length;
    }
}
