package atlas.validation.simulator;

import java.util.ArrayList;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.locks.LockSupport;

/**
 * Walks a {@link ContinuousBatch} along the monotonic clock on one thread: sleeps until the next planned event, plays
 * what is due, and hands the tokens to their receivers, all of one receiving thread in one go. Safe for use by several
 * threads.
 */
final class Scheduler implements AutoCloseable {

    private record Tokens(Sequence.Receiver receiver, int from, int to) {}

    private final ContinuousBatch batch;
    private final Queue<Runnable> inbox = new ConcurrentLinkedQueue<>();
    private final IdentityHashMap<Executor, List<Tokens>> due = new IdentityHashMap<>();
    private final Thread thread;
    private volatile boolean closed;

    private Scheduler(ContinuousBatch batch) {
        this.batch = batch;
        this.thread = Thread.ofPlatform().name("simulator-scheduler").daemon().unstarted(this::run);
    }

    static Scheduler start(ContinuousBatch batch) {
        Scheduler scheduler = new Scheduler(batch);
        scheduler.thread.start();
        return scheduler;
    }

    void arrive(Sequence sequence) {
        tell(() -> batch.arrive(sequence));
    }

    void leave(Sequence sequence) {
        tell(() -> batch.leave(sequence, System.nanoTime()));
    }

    private void tell(Runnable message) {
        inbox.add(message);
        LockSupport.unpark(thread);
    }

    private void run() {
        while (!closed) {
            batch.advance(System.nanoTime(), this::collect);
            for (Runnable message = inbox.poll(); message != null; message = inbox.poll()) {
                message.run();
            }
            batch.advance(System.nanoTime(), this::collect);
            handOver();
            // An unpark since the inbox was found empty makes either call return at once.
            long next = batch.nextEvent();
            if (next == ContinuousBatch.NEVER) {
                LockSupport.park(this);
            } else {
                LockSupport.parkNanos(this, next - System.nanoTime());
            }
        }
    }

    private void collect(Sequence sequence, int from, int to) {
        Sequence.Receiver receiver = sequence.receiver();
        due.computeIfAbsent(receiver.executor(), executor -> new ArrayList<>()).add(new Tokens(receiver, from, to));
    }

    private void handOver() {
        for (Map.Entry<Executor, List<Tokens>> entry : due.entrySet()) {
            List<Tokens> tokens = entry.getValue();
            if (!tokens.isEmpty()) {
                entry.setValue(new ArrayList<>(tokens.size()));
                execute(entry.getKey(), tokens);
            }
        }
    }

    private static void execute(Executor executor, List<Tokens> tokens) {
        try {
            executor.execute(() -> {
                for (Tokens one : tokens) {
                    one.receiver().tokens(one.from(), one.to());
                }
            });
        } catch (RejectedExecutionException closing) {
            // The receivers' connections are closed with their executor.
        }
    }

    @Override
    public void close() {
        closed = true;
        LockSupport.unpark(thread);
    }
}
