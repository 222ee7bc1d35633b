package atlas.validation.client;

import java.util.ArrayDeque;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * The requests of one phase: slots take them from the event loops and give them back when they have ended; one thread
 * collects them. Safe for use by several threads.
 */
final class RequestQueue {

    private final List<PreparedRequest> requests;
    private final RefusalWatch refusals;
    private final Queue<Attempt> attempts = new ArrayDeque<>();
    private int taken;
    private int returned;
    private boolean stopped;

    RequestQueue(List<PreparedRequest> requests, RefusalWatch refusals) {
        this.requests = requests;
        this.refusals = refusals;
    }

    /** Returns the next request to send, null when there is none. */
    synchronized @Nullable PreparedRequest next() {
        return stopped || taken == requests.size() ? null : requests.get(taken++);
    }

    /** Takes a request back that has ended. */
    synchronized void ended(Attempt attempt) {
        returned++;
        attempts.add(attempt);
        if (refusals.isEnough(attempt)) {
            stopped = true;
        }
        notifyAll();
    }

    /** Hands out no more requests. */
    synchronized void stop() {
        stopped = true;
        notifyAll();
    }

    /** Returns the next ended request, null if none ends within this time or nothing is left to wait for. */
    synchronized @Nullable Attempt collect(long timeoutNanos) throws InterruptedException {
        long deadline = System.nanoTime() + timeoutNanos;
        while (attempts.isEmpty() && !isOver()) {
            long left = deadline - System.nanoTime();
            if (left <= 0) {
                return null;
            }
            TimeUnit.NANOSECONDS.timedWait(this, left);
        }
        return attempts.poll();
    }

    /** Tells whether every request that was handed out has been collected and none will follow. */
    synchronized boolean isCollected() {
        return attempts.isEmpty() && isOver();
    }

    private boolean isOver() {
        return returned == taken && (stopped || taken == requests.size());
    }
}
