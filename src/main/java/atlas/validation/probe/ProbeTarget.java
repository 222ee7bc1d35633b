package atlas.validation.probe;

import static java.util.Objects.requireNonNull;

import atlas.validation.client.Cancellation;
import atlas.validation.client.Endpoint;
import atlas.validation.client.LoadClient;
import atlas.validation.client.RequestSpelling;
import atlas.validation.server.Access;
import atlas.validation.server.RestSpecification;
import io.restassured.RestAssured;
import io.restassured.response.Response;
import io.restassured.specification.RequestSpecification;
import java.time.Duration;
import java.util.Map;

/**
 * The server that is probed.
 *
 * @param name name of the target
 * @param endpoint its address, with the key
 * @param model the model that it is asked for
 * @param spelling how it wants requests written
 * @param client the measuring client
 * @param patience longest wait for an answer
 * @param cancellation stops a request of the measuring client
 */
public record ProbeTarget(
        String name,
        Endpoint endpoint,
        String model,
        RequestSpelling spelling,
        LoadClient client,
        Duration patience,
        Cancellation cancellation) {

    public ProbeTarget {
        requireNonNull(name, "name is null");
        requireNonNull(endpoint, "endpoint is null");
        requireNonNull(model, "model is null");
        requireNonNull(spelling, "spelling is null");
        requireNonNull(client, "client is null");
        requireNonNull(patience, "patience is null");
        requireNonNull(cancellation, "cancellation is null");
    }

    Exchange get(String path) {
        return exchange("GET " + path, "", specification -> specification.get(path));
    }

    Exchange post(String path, Map<String, Object> body) {
        return exchange(
                "POST " + path,
                body.toString(),
                specification ->
                        specification.contentType("application/json").body(body).post(path));
    }

    private Exchange exchange(String line, String body, Call call) {
        try {
            return new Exchange(line, body, send(call), endpoint::withoutKey);
        } catch (Exception thrown) { // Groovy lets checked exceptions through that no signature declares.
            return new Exchange(line, body, thrown, endpoint::withoutKey);
        }
    }

    /** Makes a call, whatever it throws. */
    Response send(Call call) {
        return call.make(RestAssured.given().spec(RestSpecification.of(endpoint.base(), access(), patience)));
    }

    private Access access() {
        return new Access(endpoint.apiKey(), endpoint.trust(), endpoint.proxy());
    }

    /** One request on a specification. */
    interface Call {
        Response make(RequestSpecification specification);
    }
}
