package atlas.validation.server;

import java.time.Duration;
import java.util.concurrent.Callable;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.BooleanSupplier;

/** Waits for a call that may hang, and no longer than one is willing to. The call itself goes on unheeded. */
final class Patience {

    private static final long CANCEL_CHECK_MILLIS = 50;

    private Patience() {}

    /**
     * Returns what a call gives, or throws what it throws.
     *
     * @param doing what is done, for messages: {@code Docker was asked for …}
     * @throws ServerException if it takes too long
     * @throws CancellationException if it was cancelled
     */
    static <T> T call(String doing, Duration limit, BooleanSupplier cancelled, Callable<T> work) {
        CompletableFuture<T> result = CompletableFuture.supplyAsync(
                () -> {
                    try {
                        return work.call();
                    } catch (Exception thrown) {
                        throw new CompletionException(thrown);
                    }
                },
                task -> Thread.ofPlatform().name("docker-call").daemon().start(task));
        long deadline = System.nanoTime() + limit.toNanos();
        while (!cancelled.getAsBoolean()) {
            try {
                return result.get(CANCEL_CHECK_MILLIS, TimeUnit.MILLISECONDS);
            } catch (TimeoutException notYet) {
                if (System.nanoTime() - deadline > 0) {
                    throw new ServerException("%s gave no answer within %d s".formatted(doing, limit.toSeconds()));
                }
            } catch (ExecutionException failed) {
                throw unwrapped(failed);
            } catch (InterruptedException interrupted) {
                Thread.currentThread().interrupt();
                break;
            }
        }
        throw new CancellationException("cancelled while " + doing);
    }

    private static RuntimeException unwrapped(ExecutionException failed) {
        Throwable cause = failed.getCause();
        return cause instanceof RuntimeException runtime ? runtime : new IllegalStateException(cause);
    }
}
