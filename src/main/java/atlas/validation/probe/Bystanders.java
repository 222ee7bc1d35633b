package atlas.validation.probe;

import atlas.validation.record.Outcome;
import atlas.validation.record.RequestRecord;
import atlas.validation.workload.Prompt;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

/** Users that keep a server busy, each with one request after the other, until they are told to go. */
final class Bystanders implements AutoCloseable {

    private static final int TOKENS = 32;

    private final ProbeTarget target;
    private final String purpose;
    private final CountDownLatch begun;
    private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();
    private volatile boolean stopped;

    private Bystanders(int number, ProbeTarget target, String purpose) {
        this.target = target;
        this.purpose = purpose;
        this.begun = new CountDownLatch(number);
    }

    /** Brings so many users, and returns when each has had its first answer and asks on. */
    static Bystanders bring(int number, ProbeTarget target, String purpose) {
        Bystanders bystanders = new Bystanders(number, target, purpose);
        for (int i = 0; i < number; i++) {
            int user = i;
            bystanders.threads.execute(() -> bystanders.ask(user));
        }
        try {
            bystanders.begun.await();
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
        }
        return bystanders;
    }

    private void ask(int user) {
        boolean served = false;
        try {
            served = answered(user, 0);
        } finally {
            begun.countDown();
        }
        for (int turn = 1; served && !stopped; turn++) {
            served = answered(user, turn);
        }
    }

    private boolean answered(int user, int turn) {
        String question = "[%s-%d-%d] Tell a story.".formatted(target.settings().salt(), user, turn);
        RequestRecord row = target.client()
                .send(target.name(), purpose, new Prompt(question, TOKENS, false), target.cancellation());
        return row.outcome() == Outcome.SUCCESS;
    }

    /** Sends them away, and waits until their last requests have ended. */
    @Override
    public void close() {
        stopped = true;
        threads.close();
    }
}
