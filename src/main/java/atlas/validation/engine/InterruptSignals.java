package atlas.validation.engine;

import atlas.validation.signal.InterruptSignal;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/**
 * Turns Ctrl-C into a clean end. The first signal cancels the run, whose teardown and reports still come; a second one
 * ends every server and then this process at once. A JVM that is told to exit in another way, as by Maven, is held
 * until the run has ended.
 *
 * <p>Signals are handled here and not in a shutdown hook alone, since a JVM inside its hooks ignores the second signal.
 */
final class InterruptSignals implements AutoCloseable {

    private static final int EXIT_CODE = 130;

    /** Within the 180 s that Failsafe gives a fork to end. */
    private static final long LONGEST_END_SECONDS = 170;

    private final Runnable cancel;
    private final Runnable kill;
    private final CountDownLatch ended = new CountDownLatch(1);
    private final Thread hook = new Thread(this::holdExit, "end-of-run");
    private Optional<InterruptSignal> signal = Optional.empty();
    private boolean cancelled;

    private InterruptSignals(Runnable cancel, Runnable kill) {
        this.cancel = cancel;
        this.kill = kill;
    }

    /**
     * Begins to listen.
     *
     * @param cancel asks the run to end soon; called at most once
     * @param kill ends whatever was started, at once
     */
    static InterruptSignals listen(Runnable cancel, Runnable kill) {
        InterruptSignals signals = new InterruptSignals(cancel, kill);
        Runtime.getRuntime().addShutdownHook(signals.hook);
        signals.signal = InterruptSignal.onEach(signals::interrupted);
        return signals;
    }

    private void interrupted() {
        if (cancelOnce()) {
            return;
        }
        try {
            kill.run();
        } finally {
            // Whatever came of it: who asks twice is not made to ask a third time.
            Runtime.getRuntime().halt(EXIT_CODE);
        }
    }

    private void holdExit() {
        cancelOnce();
        try {
            if (!ended.await(LONGEST_END_SECONDS, TimeUnit.SECONDS)) {
                kill.run();
            }
        } catch (InterruptedException interrupted) {
            kill.run();
        }
    }

    private synchronized boolean cancelOnce() {
        if (cancelled) {
            return false;
        }
        cancelled = true;
        // Not on the thread of the signal, which a second one needs.
        new Thread(cancel, "cancel").start();
        return true;
    }

    /** Stops listening: the run has ended. */
    @Override
    public void close() {
        ended.countDown();
        signal.ifPresent(InterruptSignal::close);
        try {
            Runtime.getRuntime().removeShutdownHook(hook);
        } catch (IllegalStateException exiting) {
            // The hook runs already, and ends now.
        }
    }
}
