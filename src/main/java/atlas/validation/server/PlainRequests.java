package atlas.validation.server;

import static io.restassured.RestAssured.given;

import io.restassured.response.Response;
import io.restassured.specification.RequestSpecification;
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
            return new Reply.Answer(url.toString(), response.statusCode(), access.withoutKey(response.asString()));
        } catch (Exception thrown) { // Groovy lets checked exceptions through that no signature declares.
            return new Reply.NoAnswer(NoAnswerReason.sentence(url, timeout, thrown));
        }
    }

    /**
     * Asks for a path, giving up as soon as {@code cancelled} says so.
     *
     * @throws CancellationException if it was cancelled
     */
    Reply get(String path, BooleanSupplier cancelled) {
        CompletableFuture<Reply> reply = CompletableFuture.supplyAsync(
                () -> get(path),
                task -> Thread.ofPlatform().name("plain-request").daemon().start(task));
        while (!cancelled.getAsBoolean()) {
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
