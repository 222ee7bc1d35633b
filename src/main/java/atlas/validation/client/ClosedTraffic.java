package atlas.validation.client;

import java.util.List;
import org.jspecify.annotations.Nullable;

/** Sends the next request over a slot as soon as the last one there has ended. */
final class ClosedTraffic implements Traffic, Slot.User {

    private final List<Slot> slots;
    private volatile @Nullable RequestQueue requests;
    private volatile @Nullable Long lastSend;

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
        if (queue != null) {
            queue.ended(attempt);
            next(slot, queue, System.nanoTime());
        }
    }

    private void next(Slot slot, RequestQueue queue, long freeSince) {
        Long last = lastSend;
        boolean late = last != null && System.nanoTime() - last >= 0;
        PreparedRequest request = late ? null : queue.next();
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
    }

    @Override
    public void cancel() {
        slots.forEach(slot -> slot.loop().execute(slot::cancel));
    }

    @Override
    public void close() {
        slots.forEach(slot -> slot.loop().execute(slot::close));
    }
}
