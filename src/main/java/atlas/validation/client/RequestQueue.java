package atlas.validation.client;

import java.util.ArrayDeque;
import java.util.Queue;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * The requests of one phase: the event loops take them and give them back when they have ended; one thread collects
 * them. Safe for use by several threads.
 */
final class RequestQueue {

    private final RequestSupply supply;
    private final RefusalWatch refusals;
    private final Queue<Attempt> attempts = new ArrayDeque<>();
    private int taken;
    private int followed;
    private int returned;
    private boolean stopped;

    RequestQueue(RequestSupply supply, RefusalWatch refusals) {
        this.supply = supply;
        this.refusals = refusals;
    }

    /** Returns the next request to send, null when there is none. */
    @Nullable
    PreparedRequest next() {
        synchronized (this) {
            if (stopped || taken == supply.count()) {
                return null;
            }
            taken++;
        }
        return supply.take();
    }

    /** Writes a few requests ahead, and tells whether more are wanted. */
    boolean prepareSome() {
        return !isStopped() && supply.prepareSome();
    }

    /** Takes a request back that has ended, and that nothing follows. */
    void ended(Attempt attempt) {
        ended(attempt, false);
    }

    /**
     * Takes a request back that has ended.
     *
     * @param followedUp whether another one is to follow it
     * @return whether that one may be sent; then it comes back too, or is {@link #withdrawn}
     */
    synchronized boolean ended(Attempt attempt, boolean followedUp) {
        returned++;
        attempts.add(attempt);
        if (refusals.isEnough(attempt)) {
            stopped = true;
        }
        boolean follows = followedUp && !stopped;
        if (follows) {
            followed++;
        }
        notifyAll();
        return follows;
    }

    /** Takes note that a request which was to follow another will not be sent. */
    synchronized void withdrawn() {
        followed--;
        notifyAll();
    }

    /** Hands out no more requests. */
    synchronized void stop() {
        stopped = true;
        notifyAll();
    }

    private synchronized boolean isStopped() {
        return stopped;
    }

    /** Returns how many requests were handed out, or are to follow one that was, and have not come back. */
    synchronized int out() {
        return taken + followed - returned;
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
        return returned == taken + followed && (stopped || taken == supply.count());
    }
}
