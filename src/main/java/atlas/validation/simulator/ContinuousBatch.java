package atlas.validation.simulator;

import static java.util.Objects.requireNonNull;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Plays continuous batching on a time line that somebody else walks along: requests wait in order of arrival for a
 * place in the batch, are prefilled one after the other, and are decoded together step by step. Every event's time is
 * planned from the planned time of the one before, so being called late makes nothing drift. Has no clock; used by one
 * thread.
 *
 * <p>The canonical loop: {@code arrive} and {@code leave} as they happen, {@code advance(now)}, wait until
 * {@code nextEvent()}.
 */
final class ContinuousBatch {

    static final long NEVER = Long.MAX_VALUE;

    /** Takes the tokens of a batch as they fall due. */
    interface Emitter {

        /** Takes tokens of one sequence, from position {@code from} to {@code to − 1}. */
        void emit(Sequence sequence, int from, int to);
    }

    private final TimeModel model;
    private final int maxBatch;
    private final PrefixCache cache;

    private final Deque<Sequence> waiting = new ArrayDeque<>();
    private final List<Sequence> joining = new ArrayList<>();
    private List<Sequence> running = new ArrayList<>();
    private @Nullable Sequence prefilling;
    private boolean anyPrefilled;
    private long prefillEnd = NEVER;
    private long nextStep = NEVER;
    private long freeSince = Long.MIN_VALUE;

    ContinuousBatch(TimeModel model, int maxBatch, PrefixCache cache) {
        if (maxBatch < 1) {
            throw new IllegalArgumentException("max batch must be positive, got [" + maxBatch + "]");
        }
        this.model = model;
        this.maxBatch = maxBatch;
        this.cache = cache;
    }

    /** Adds a sequence that arrived when it says it was received. */
    void arrive(Sequence sequence) {
        waiting.addLast(sequence);
        admit();
    }

    /** Takes a sequence out, wherever it is; its place is free from {@code atNanos} on. Does nothing if it is gone. */
    void leave(Sequence sequence, long atNanos) {
        if (waiting.remove(sequence)) {
            return;
        }
        if (prefilling == sequence) {
            prefilling = null;
            prefillEnd = NEVER;
        } else if (!joining.remove(sequence) && !running.remove(sequence)) {
            return;
        }
        if (running.isEmpty()) {
            startSteps(atNanos);
        }
        freed(atNanos);
    }

    /** Returns the time of the next event, or {@link #NEVER}. */
    long nextEvent() {
        return Math.min(prefillEnd, nextStep);
    }

    /** Plays every event up to and including {@code nowNanos}, in order. */
    void advance(long nowNanos, Emitter emitter) {
        for (long at = nextEvent(); at <= nowNanos && at != NEVER; at = nextEvent()) {
            if (at == prefillEnd) {
                finishPrefill(at, emitter);
            } else {
                step(at, emitter);
            }
        }
    }

    /** Returns how many sequences hold a place. */
    int size() {
        return running.size() + joining.size() + (prefilling == null ? 0 : 1);
    }

    private void finishPrefill(long at, Emitter emitter) {
        Sequence sequence = requireNonNull(prefilling, "nothing is prefilled");
        prefilling = null;
        prefillEnd = NEVER;
        cache.add(sequence.promptBlocks());
        sequence.finishPrefill(at, running.size() + 1);
        emitter.emit(sequence, 0, 1);
        if (!sequence.isFinished()) {
            // Whoever comes in the middle of a step takes part from the next one on.
            joining.add(sequence);
            if (running.isEmpty()) {
                startSteps(at);
            }
        }
        freed(at);
    }

    private void step(long at, Emitter emitter) {
        int batch = running.size();
        List<Sequence> goOn = new ArrayList<>(batch + joining.size());
        for (Sequence sequence : running) {
            int from = sequence.emitted();
            int tokens = sequence.decode(model, at, batch);
            emitter.emit(sequence, from, from + tokens);
            if (!sequence.isFinished()) {
                goOn.add(sequence);
            }
        }
        running = goOn;
        startSteps(at);
        if (goOn.size() < batch) {
            freed(at);
        }
    }

    /** Lets those that joined take part, and plans the step that begins now. */
    private void startSteps(long at) {
        running.addAll(joining);
        joining.clear();
        nextStep = running.isEmpty() ? NEVER : at + model.stepNanos(running.size());
    }

    private void freed(long at) {
        freeSince = Math.max(freeSince, at);
        admit();
    }

    private void admit() {
        if (prefilling != null || size() >= maxBatch) {
            return;
        }
        Sequence next = waiting.pollFirst();
        if (next == null) {
            return;
        }
        int cached = Math.min(cache.lookUp(next.promptBlocks()), next.promptTokens() - 1);
        long start = Math.max(freeSince, next.receivedNanos());
        next.beginPrefill(start, cached);
        prefilling = next;
        prefillEnd = start + model.prefillNanos(next.promptTokens() - cached, !anyPrefilled);
        anyPrefilled = true;
    }
}
