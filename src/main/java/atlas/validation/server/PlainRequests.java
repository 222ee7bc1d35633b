package atlas.validation.server;

import static io.restassured.RestAssured.given;
import static java.nio.charset.StandardCharsets.UTF_8;

import io.restassured.response.Response;
import io.restassured.specification.RequestSpecification;
import java.io.InputStream;
import java.net.URI;
import java.time.Duration;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.BooleanSupplier;

/**
 * Makes plain requests that nobody times, each on a connection of its own. Uses none of RestAssured's global settings.
 */
final class PlainRequests {

    private static final long CANCEL_CHECK_MILLIS = 50;

    /** Lists of models are some kilobytes long. */
    private static final int LARGEST_ANSWER = 4 << 20;

    /** What comes byte by byte never waits for long and never ends: so many timeouts are enough for a whole answer. */
    private static final int TIMEOUTS_OF_AN_ANSWER = 4;

    private final URI base;
    private final Duration timeout;
    private final Access access;
    private final RequestSpecification specification;

    /**
     * Prepares requests to one server.
     *
     * @param base its address without {@code /v1}
     * @param access the key, whom to trust, and the proxy
     * @param timeout longest wait for a connection, and for each read
     */
    PlainRequests(URI base, Access access, Duration timeout) {
        this.base = base;
        this.access = access;
        this.timeout = timeout;
        specification = RestSpecification.of(base, access, timeout);
    }

    /** Asks for a path and returns whatever came of it. */
    Reply get(String path) {
        URI url = URI.create(base + path);
        try {
            Response response = given().spec(specification).get(path);
            InputStream stream = response.asInputStream();
            byte[] body = stream == null ? new byte[0] : stream.readNBytes(LARGEST_ANSWER + 1);
            if (body.length > LARGEST_ANSWER) {
                // Left open: closing it would read on until its end.
                return new Reply.NoAnswer(url + " answered with more than " + LARGEST_ANSWER + " bytes");
            }
            if (stream != null) {
                stream.close();
            }
            String location = response.header("Location");
            return new Reply.Answer(
                    url.toString(),
                    response.statusCode(),
                    access.withoutKey(new String(body, UTF_8)),
                    location == null ? null : access.withoutKey(location));
        } catch (Exception thrown) { // Groovy lets checked exceptions through that no signature declares.
            return new Reply.NoAnswer(NoAnswerReason.sentence(url, timeout, thrown));
        }
    }

    /**
     * Asks for a path, giving up as soon as {@code cancelled} says so, or when the answer does not end.
     *
     * @throws CancellationException if it was cancelled
     */
    Reply get(String path, BooleanSupplier cancelled) {
        CompletableFuture<Reply> reply = CompletableFuture.supplyAsync(
                () -> get(path),
                task -> Thread.ofPlatform().name("plain-request").daemon().start(task));
        Duration limit = timeout.multipliedBy(TIMEOUTS_OF_AN_ANSWER);
        long deadline = System.nanoTime() + limit.toNanos();
        while (!cancelled.getAsBoolean()) {
            if (System.nanoTime() - deadline >= 0) {
                return new Reply.NoAnswer(
                        "%s%s did not end its answer within %.0f s".formatted(base, path, limit.toMillis() / 1e3));
            }
            try {
                return reply.get(CANCEL_CHECK_MILLIS, TimeUnit.MILLISECONDS);
            } catch (TimeoutException notYet) {
                // The loop asks whether to go on waiting.
            } catch (ExecutionException broken) {
                throw new IllegalStateException("request to " + base + path + " broke", broken);
            } catch (InterruptedException interrupted) {
                Thread.currentThread().interrupt();
                break;
            }
        }
        throw new CancellationException("cancelled while " + base + path + " was asked");
    }
}
