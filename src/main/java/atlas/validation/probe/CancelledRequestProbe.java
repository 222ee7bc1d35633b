package atlas.validation.probe;

import atlas.validation.client.Cancellation;
import atlas.validation.client.LoadClient;
import atlas.validation.record.Outcome;
import atlas.validation.record.RequestRecord;
import atlas.validation.workload.Prompt;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

/**
 * Gives up two long answers on their way, a streamed one and a blocking one: each has to free its place. The server's
 * own gauge of active requests shows it, where it has one; without it, what shows is that a new request is served.
 */
record CancelledRequestProbe() implements Probe {

    private static final int MAX_TOKENS = 2_000;
    private static final Duration LIMIT = Duration.ofSeconds(2);
    private static final Duration BETWEEN_LOOKS = Duration.ofMillis(20);

    /** Where no gauge tells that a request is being served, it is taken to be after this. */
    private static final Duration UNTIL_SERVED = Duration.ofMillis(500);

    @Override
    public String name() {
        return "cancelled_request";
    }

    @Override
    public ProbeFinding run(ProbeTarget target) {
        for (boolean stream : new boolean[] {true, false}) {
            Optional<ProbeFinding> trouble = giveUp(target, stream);
            if (trouble.isPresent()) {
                return trouble.get();
            }
        }
        Exchange after = target.chat("Say hello.", 1, Map.of());
        return after.hasStatus(200)
                ? after.passed("a streamed and a blocking request that are given up free their places")
                : after.failed(
                        "two requests given up before it",
                        new Departure(after.seen(), "the server should serve the next request"));
    }

    /** Gives up one request; returns the failure, or empty when its place became free. */
    private Optional<ProbeFinding> giveUp(ProbeTarget target, boolean stream) {
        String sent =
                "a %s answer of up to %d tokens, given up".formatted(stream ? "streamed" : "blocking", MAX_TOKENS);
        OptionalDouble idle = ServerMetrics.active(target);
        RequestRecord row = sendAndGiveUp(target, stream, idle);
        if (row.outcome() != Outcome.CANCELLED) {
            String evidence = "outcome %s, HTTP %s, %s".formatted(row.outcome().word(), row.httpStatus(), row.error());
            boolean whole = row.outcome() == Outcome.SUCCESS || row.outcome() == Outcome.NOT_STREAMED;
            return Optional.of(
                    whole
                            ? ProbeFinding.notOffered(sent + ": it was complete before it could be given up", evidence)
                            : ProbeFinding.failed(
                                    sent, "it ended as " + row.outcome().word(), "it should be served", evidence));
        }
        if (idle.isEmpty() || await(target, 0, idle.getAsDouble())) {
            return Optional.empty();
        }
        return Optional.of(target.get(ServerMetrics.PATH)
                .failed(
                        sent + " before it",
                        new Departure(
                                "%d s later the gauge of active requests is still above the %.0f from before"
                                        .formatted(LIMIT.toSeconds(), idle.getAsDouble()),
                                "a request that its client gives up should free its place")));
    }

    /** Sends a request, waits until the server is at it, and closes its connection. */
    private RequestRecord sendAndGiveUp(ProbeTarget target, boolean stream, OptionalDouble idle) {
        Prompt prompt = new Prompt(
                "[%s] Write a very long story about a river."
                        .formatted(target.settings().salt()),
                MAX_TOKENS,
                true);
        Cancellation cancellation = new Cancellation();
        try (LoadClient client = target.settings().clients().sending(stream ? Map.of() : Map.of("stream", false));
                ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();
                Cancellation.Registration whole = target.cancellation().onCancel(cancellation::cancel)) {
            Future<RequestRecord> request =
                    threads.submit(() -> client.send(target.name(), name(), prompt, cancellation));
            if (idle.isEmpty() || !await(target, idle.getAsDouble() + 1, Double.MAX_VALUE)) {
                pause(UNTIL_SERVED);
            }
            cancellation.cancel();
            return request.get();
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("interrupted while a request was on its way", interrupted);
        } catch (ExecutionException broken) {
            throw new IllegalStateException("a request could not be sent", broken.getCause());
        }
    }

    /** Looks at the gauge until it lies within these bounds; tells whether it did before the time was up. */
    private static boolean await(ProbeTarget target, double least, double most) {
        long deadline = System.nanoTime() + LIMIT.toNanos();
        while (true) {
            OptionalDouble active = ServerMetrics.active(target);
            if (active.isPresent() && active.getAsDouble() >= least && active.getAsDouble() <= most) {
                return true;
            }
            if (System.nanoTime() - deadline > 0) {
                return false;
            }
            pause(BETWEEN_LOOKS);
        }
    }

    private static void pause(Duration duration) {
        try {
            Thread.sleep(duration);
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
        }
    }
}
