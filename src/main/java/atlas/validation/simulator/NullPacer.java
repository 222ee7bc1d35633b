package atlas.validation.simulator;

import io.netty.channel.EventLoop;
import java.util.ArrayDeque;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * Says whose token is due. Since every wait is as long as any other of its kind, whoever begins to wait first is due
 * first: two queues in order of their beginning do for any number of streams. Lives on one event loop.
 */
final class NullPacer {

    private final EventLoop loop;
    private final NullServerOptions options;
    private final NullTokens tokens;
    private final ArrayDeque<NullConnection> awaitingFirst = new ArrayDeque<>();
    private final ArrayDeque<NullConnection> awaitingNext = new ArrayDeque<>();
    private boolean armed;

    NullPacer(EventLoop loop, NullServerOptions options) {
        this.loop = loop;
        this.options = options;
        this.tokens = new NullTokens();
    }

    NullTokens tokens() {
        return tokens;
    }

    /** Returns the number of tokens of an answer. */
    int length() {
        return options.tokens();
    }

    /** Takes a connection whose request was complete at {@code readNanos}. */
    void begin(NullConnection connection, long readNanos) {
        connection.due = readNanos + options.firstToken().toNanos();
        awaitingFirst.add(connection);
        arm();
    }

    /** Plays what is due now, and leaves the loop to its connections before looking again. */
    private void play() {
        armed = false;
        long now = System.nanoTime();
        for (ArrayDeque<NullConnection> next = sooner(); next != null; next = sooner()) {
            if (next.element().due - now > 0) {
                break;
            }
            NullConnection connection = next.remove();
            if (connection.writeToken()) {
                connection.due += options.gap().toNanos();
                awaitingNext.add(connection);
            }
        }
        arm();
    }

    private @Nullable ArrayDeque<NullConnection> sooner() {
        if (awaitingFirst.isEmpty()) {
            return awaitingNext.isEmpty() ? null : awaitingNext;
        }
        return awaitingNext.isEmpty() || awaitingFirst.element().due - awaitingNext.element().due < 0
                ? awaitingFirst
                : awaitingNext;
    }

    private void arm() {
        ArrayDeque<NullConnection> next = sooner();
        if (!armed && next != null) {
            armed = true;
            loop.schedule(this::play, next.element().due - System.nanoTime(), TimeUnit.NANOSECONDS);
        }
    }
}
