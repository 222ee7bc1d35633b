package atlas.validation.probe;

import atlas.validation.client.RequestApi;
import atlas.validation.stream.ErrorText;
import atlas.validation.stream.StreamShape;
import io.restassured.response.Response;
import java.io.IOException;
import java.io.InputStream;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import tools.jackson.databind.json.JsonMapper;

/**
 * Sends requests whose answers are looked at and not timed. None takes longer than its share of a budget, and no answer
 * is read beyond a limit.
 */
final class ChatRequests {

    private static final int LARGEST_ANSWER = 1 << 20;
    private static final long CANCEL_CHECK_MILLIS = 20;

    private final ProbeTarget target;
    private final long deadlineNanos;

    /** @param budget how long all requests together may take */
    ChatRequests(ProbeTarget target, Duration budget) {
        this.target = target;
        this.deadlineNanos = System.nanoTime() + budget.toNanos();
    }

    /**
     * Sends a body that asks for an answer.
     *
     * @param api where to
     * @throws CancellationException if the run was cancelled meanwhile
     */
    ChatReply ask(RequestApi api, Map<String, Object> body) {
        return switch (send("/v1" + api.path(), body)) {
            case Whole(int status, byte[] answer)
            when status / 100 == 2 -> {
                StreamShape shape = StreamShape.of(answer);
                if (shape.error() != null) {
                    yield new ChatReply.Refused(status, target.endpoint().withoutKey(shape.error()));
                }
                yield shape.isWhole()
                        ? new ChatReply.Answered(shape)
                        : new ChatReply.Unanswered(target.endpoint().withoutKey(shape.trouble()));
            }
            case Whole(int status, byte[] answer) -> new ChatReply.Refused(status, shown(answer));
            case Nothing(String why) -> new ChatReply.Unanswered(why);
        };
    }

    /** Sends a body to another path and returns the answer, empty unless it is one with status 200. */
    byte[] post(String path, Map<String, Object> body) {
        return send(path, body) instanceof Whole(int status, byte[] answer) && status == 200 ? answer : new byte[0];
    }

    private sealed interface Received {}

    private record Whole(int status, byte[] answer) implements Received {}

    private record Nothing(String why) implements Received {}

    private String shown(byte[] answer) {
        return target.endpoint().withoutKey(ErrorText.of(answer));
    }

    private Received send(String path, Map<String, Object> body) {
        String json = JsonMapper.shared().writeValueAsString(body);
        CompletableFuture<Received> received = CompletableFuture.supplyAsync(
                () -> exchange(path, json),
                task -> Thread.ofPlatform().name("capability-request").daemon().start(task));
        long until =
                Math.min(deadlineNanos, System.nanoTime() + target.patience().toNanos());
        while (System.nanoTime() < until) {
            if (target.cancellation().isCancelled()) {
                throw new CancellationException("cancelled while the server's API was looked at");
            }
            try {
                return received.get(CANCEL_CHECK_MILLIS, TimeUnit.MILLISECONDS);
            } catch (TimeoutException notYet) {
                // The loop asks whether to go on waiting.
            } catch (ExecutionException broken) {
                throw new IllegalStateException("a request to " + path + " broke", broken);
            } catch (InterruptedException interrupted) {
                Thread.currentThread().interrupt();
                throw new CancellationException("interrupted while the server's API was looked at");
            }
        }
        return new Nothing("no whole answer in time");
    }

    /** A stream that does not end is left open: closing it would read on until its end. */
    private Received exchange(String path, String json) {
        try {
            Response response = target.send(specification ->
                    specification.contentType("application/json").body(json).post(path));
            InputStream stream = response.asInputStream();
            byte[] answer = stream.readNBytes(LARGEST_ANSWER);
            if (answer.length == LARGEST_ANSWER) {
                return new Nothing("the answer is longer than " + LARGEST_ANSWER + " bytes");
            }
            stream.close();
            return new Whole(response.statusCode(), answer);
        } catch (IOException cut) {
            return new Nothing(cut.toString());
        } catch (Exception thrown) { // Groovy lets checked exceptions through that no signature declares.
            return new Nothing(thrown.toString());
        }
    }
}
