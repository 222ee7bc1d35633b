package atlas.validation.client;

import java.util.List;
import org.jspecify.annotations.Nullable;

/** Sends the next request over a slot as soon as the last one there has ended. */
final class ClosedTraffic implements Traffic, Slot.User {

    private final List<Slot> slots;
    private volatile @Nullable RequestQueue requests;

    ClosedTraffic(List<Slot> slots) {
        this.slots = slots;
    }

    @Override
    public void start(RequestQueue queue, long startedAt) {
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
        PreparedRequest request = queue.next();
        if (request != null) {
            slot.send(request, freeSince, this);
        }
    }

    /** A slot asks the queue, which gives none any more. */
    @Override
    public void endSending() {}

    @Override
    public void cancel() {
        slots.forEach(slot -> slot.loop().execute(slot::cancel));
    }

    @Override
    public void close() {
        slots.forEach(slot -> slot.loop().execute(slot::close));
    }
}
