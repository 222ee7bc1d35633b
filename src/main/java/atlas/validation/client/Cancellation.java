package atlas.validation.client;

import static java.util.Objects.requireNonNull;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/**
 * Lets one thread ask others to stop. Cancelled once, it stays so. Safe for use by several threads.
 *
 * <pre>{@code
 * try (Cancellation.Registration registration = cancellation.onCancel(this::stop)) {
 *     work();
 * }
 * }</pre>
 */
public final class Cancellation {

    private final Set<Entry> entries = new LinkedHashSet<>();
    private boolean cancelled;

    /** Ends a registration. */
    public interface Registration extends AutoCloseable {

        /** Forgets the action; has no effect once the action has run. */
        @Override
        void close();
    }

    /** Cancels, and runs the registered actions on this thread, in the order of their registration. */
    public void cancel() {
        List<Entry> due;
        synchronized (this) {
            if (cancelled) {
                return;
            }
            cancelled = true;
            due = new ArrayList<>(entries);
            entries.clear();
        }
        due.forEach(entry -> entry.action.run());
    }

    public synchronized boolean isCancelled() {
        return cancelled;
    }

    /** Registers an action for the moment of cancellation; runs it at once if that has passed. */
    public Registration onCancel(Runnable action) {
        Entry entry = new Entry(requireNonNull(action, "action is null"));
        synchronized (this) {
            if (!cancelled) {
                entries.add(entry);
                return () -> remove(entry);
            }
        }
        action.run();
        return () -> {};
    }

    private synchronized void remove(Entry entry) {
        entries.remove(entry);
    }

    /** An action with an identity of its own: the same action may be registered twice. */
    private static final class Entry {

        private final Runnable action;

        Entry(Runnable action) {
            this.action = action;
        }
    }
}
