package atlas.validation.client;

import atlas.validation.workload.ArrivalSchedule;
import io.netty.channel.EventLoop;
import io.netty.util.concurrent.Future;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Deque;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Sends every request when the schedule says, however many are in flight. One event loop keeps the time: it sleeps
 * until the next arrival is due, by the clock and not by the gap, sends whatever is due, and so catches up after a
 * pause without losing any. Some connections are always open and idle, so that no arrival waits for one.
 */
final class OpenTraffic implements Traffic, Slot.User {

    /** Connections kept idle: what arrives while a far server answers a connection. */
    private static final double SPARE_SECONDS = 0.1;

    private static final int LEAST_SPARE = 4;
    private static final int MOST_SPARE = 256;

    private final ArrivalSchedule schedule;
    private final @Nullable Integer cap;
    private final EventLoop clock;
    private final Supplier<Slot> slotMaker;
    private final int spare;

    /** The length of the queue of those that wait, for whoever asks from another thread. */
    private volatile int held;

    // Everything below belongs to the clock's event loop.
    private final List<Slot> slots;
    private final Deque<Slot> idle;
    private final Queue<Waiting> waiting = new ArrayDeque<>();
    private @Nullable RequestQueue requests;
    private @Nullable Future<?> timer;
    private long startedAt;
    private int arrived;
    private int inFlight;
    private int opening;
    private boolean ended;

    /** An arrival that the cap holds back. */
    private record Waiting(PreparedRequest request, long due) {}

    /**
     * @param cap most requests in flight, or null
     * @param clock the event loop that keeps the time
     * @param opened slots that are there already
     * @param slotMaker makes further slots
     */
    OpenTraffic(
            ArrivalSchedule schedule,
            @Nullable Integer cap,
            EventLoop clock,
            Collection<Slot> opened,
            Supplier<Slot> slotMaker) {
        this.schedule = schedule;
        this.cap = cap;
        this.clock = clock;
        this.slotMaker = slotMaker;
        this.spare = spare(schedule, cap);
        this.slots = new ArrayList<>(opened);
        this.idle = new ArrayDeque<>(opened);
    }

    /** Returns how many connections are to be idle at any time. */
    static int spare(ArrivalSchedule schedule, @Nullable Integer cap) {
        int wanted = Math.clamp((long) Math.ceil(schedule.perSecond() * SPARE_SECONDS), LEAST_SPARE, MOST_SPARE);
        return Math.min(wanted, cap == null ? schedule.size() : Math.min(cap, schedule.size()));
    }

    @Override
    public void start(RequestQueue queue, long phaseStart, @Nullable Long lastSend) {
        clock.execute(() -> {
            requests = queue;
            startedAt = phaseStart;
            sendDue();
        });
    }

    private void sendDue() {
        RequestQueue queue = requests;
        if (ended || queue == null) {
            return;
        }
        while (arrived < schedule.size()) {
            long due = startedAt + schedule.dueNanos(arrived);
            long early = due - System.nanoTime();
            if (early > 0) {
                timer = clock.schedule(this::sendDue, early, TimeUnit.NANOSECONDS);
                return;
            }
            PreparedRequest request = queue.next();
            if (request == null) {
                return;
            }
            arrived++;
            if (cap != null && inFlight >= cap) {
                waiting.add(new Waiting(request, due));
                held = waiting.size();
            } else {
                send(request, due);
            }
        }
    }

    private void send(PreparedRequest request, long due) {
        inFlight++;
        Slot slot = idleSlot();
        slot.execute(() -> slot.send(request, due, this));
        keepSpare();
    }

    /** Prefers the slot that was used last, whose connection the server is least likely to have closed. */
    private Slot idleSlot() {
        for (Slot slot = idle.poll(); slot != null; slot = idle.poll()) {
            if (!slot.loop().inEventLoop() || slot.isConnected()) {
                return slot;
            }
            discard(slot);
        }
        return newSlot();
    }

    private Slot newSlot() {
        Slot slot = slotMaker.get();
        slots.add(slot);
        return slot;
    }

    private void discard(Slot slot) {
        slots.remove(slot);
        slot.execute(slot::close);
    }

    private void keepSpare() {
        int most = cap == null ? Integer.MAX_VALUE : cap;
        int left = schedule.size() - arrived;
        while (idle.size() + opening < Math.min(spare, left) && slots.size() < most) {
            Slot slot = newSlot();
            opening++;
            slot.execute(() -> slot.open(() -> onClock(() -> opened(slot))));
        }
    }

    private void opened(Slot slot) {
        opening--;
        idle.addLast(slot);
    }

    @Override
    public void freed(Slot slot, Attempt attempt) {
        onClock(() -> {
            inFlight--;
            idle.addFirst(slot);
            if (requests != null) {
                requests.ended(attempt);
            }
            Waiting next = waiting.poll();
            held = waiting.size();
            if (next != null) {
                send(next.request(), next.due());
            }
        });
    }

    @Override
    public int held() {
        return held;
    }

    @Override
    public void endSending() {
        clock.execute(this::end);
    }

    private void end() {
        ended = true;
        if (timer != null) {
            timer.cancel(false);
        }
        RequestQueue queue = requests;
        if (queue == null) {
            return;
        }
        for (Waiting left = waiting.poll(); left != null; left = waiting.poll()) {
            giveUp(queue, left.request(), left.due());
        }
        held = 0;
        giveUpOverdue(queue);
        queue.stop();
    }

    /** After a pause of this machine there may be arrivals whose time has passed and that nobody has looked at. */
    private void giveUpOverdue(RequestQueue queue) {
        long now = System.nanoTime();
        while (arrived < schedule.size()) {
            long due = startedAt + schedule.dueNanos(arrived);
            PreparedRequest request = due - now > 0 ? null : queue.next();
            if (request == null) {
                return;
            }
            arrived++;
            giveUp(queue, request, due);
        }
    }

    private static void giveUp(RequestQueue queue, PreparedRequest request, long due) {
        queue.ended(new Attempt(request, due, null, null, null, 0, new Ending.GivenUp(), null, RawAnswer.NONE));
    }

    @Override
    public void cancel() {
        clock.execute(() -> {
            end();
            List.copyOf(slots).forEach(slot -> slot.execute(slot::cancel));
        });
    }

    /** Returns once every slot's event loop has its task, since the loops may be closed right after. */
    @Override
    public void close() {
        clock.submit(() -> {
                    end();
                    List.copyOf(slots).forEach(slot -> slot.execute(slot::close));
                })
                .awaitUninterruptibly();
    }

    private void onClock(Runnable task) {
        if (clock.inEventLoop()) {
            task.run();
        } else {
            clock.execute(task);
        }
    }
}
