package atlas.validation.client;

import atlas.validation.client.Attempt.Streamed;
import atlas.validation.record.Outcome;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * Sends the next request over a slot as soon as the last one there has ended. Requests that follow one another keep
 * their slot: the next of them is sent when the user has thought for its time, counted from the end of the answer; the
 * slot is nobody else's meanwhile. A turn without an answer ends them.
 */
final class ClosedTraffic implements Traffic, Slot.User {

    private final List<Slot> slots;

    /** The slots whose users think; the entry of a slot is touched by its event loop alone. */
    private final Map<Slot, Thought> thoughts = new ConcurrentHashMap<>();

    private volatile @Nullable RequestQueue requests;
    private volatile @Nullable Long lastSend;

    /** Somebody's next turn, from the end of an answer until it is sent. Each has an identity of its own. */
    private static final class Thought {

        private final long due;

        Thought(long due) {
            this.due = due;
        }
    }

    ClosedTraffic(List<Slot> slots) {
        this.slots = slots;
    }

    @Override
    public void start(RequestQueue queue, long startedAt, @Nullable Long last) {
        lastSend = last;
        requests = queue;
        slots.forEach(slot -> slot.loop().execute(() -> next(slot, queue, startedAt)));
    }

    @Override
    public void freed(Slot slot, Attempt attempt) {
        RequestQueue queue = requests;
        if (queue == null) {
            return;
        }
        FollowUp followUp = attempt.request().followUp();
        String answer = followUp == null ? null : wholeAnswer(attempt);
        boolean follows = queue.ended(attempt, answer != null && !isLate());
        if (follows && followUp != null && answer != null) {
            think(slot, queue, followUp, answer);
        } else {
            next(slot, queue, System.nanoTime());
        }
    }

    private static @Nullable String wholeAnswer(Attempt attempt) {
        return attempt.ending() instanceof Ending.Answered
                        && attempt.response() instanceof Streamed streamed
                        && streamed.unreadable() == null
                        && streamed.answer().outcome() == Outcome.SUCCESS
                ? streamed.answer().text()
                : null;
    }

    /** Writes the next turn beside the event loop, which has other streams to read, and sends it when it is due. */
    private void think(Slot slot, RequestQueue queue, FollowUp followUp, String answer) {
        Thought thought = new Thought(System.nanoTime() + followUp.think().toNanos());
        thoughts.put(slot, thought);
        CompletableFuture.supplyAsync(() -> followUp.writer().apply(answer))
                .whenComplete((request, failure) -> slot.loop().execute(() -> {
                    if (failure != null) {
                        forget(slot);
                        next(slot, queue, System.nanoTime());
                    } else {
                        sendWhenDue(slot, queue, thought, request);
                    }
                }));
    }

    private void sendWhenDue(Slot slot, RequestQueue queue, Thought thought, PreparedRequest request) {
        long early = thought.due - System.nanoTime();
        if (early > 0) {
            slot.loop().schedule(() -> sendWhenDue(slot, queue, thought, request), early, TimeUnit.NANOSECONDS);
        } else if (isLate()) {
            forget(slot);
        } else if (thoughts.remove(slot, thought)) {
            slot.send(request, thought.due, this);
        }
    }

    /** Drops the turn that the user of a slot is about to take, if any. */
    private void forget(Slot slot) {
        RequestQueue queue = requests;
        if (thoughts.remove(slot) != null && queue != null) {
            queue.withdrawn();
        }
    }

    private boolean isLate() {
        Long last = lastSend;
        return last != null && System.nanoTime() - last >= 0;
    }

    private void next(Slot slot, RequestQueue queue, long freeSince) {
        PreparedRequest request = isLate() ? null : queue.next();
        if (request != null) {
            slot.send(request, freeSince, this);
        }
    }

    @Override
    public void endSending() {
        RequestQueue queue = requests;
        if (queue != null) {
            queue.stop();
        }
        slots.forEach(slot -> slot.loop().execute(() -> forget(slot)));
    }

    @Override
    public void cancel() {
        slots.forEach(slot -> slot.loop().execute(() -> {
            forget(slot);
            slot.cancel();
        }));
    }

    @Override
    public void close() {
        slots.forEach(slot -> slot.loop().execute(slot::close));
    }
}
