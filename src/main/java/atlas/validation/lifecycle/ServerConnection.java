package atlas.validation.lifecycle;

import static java.util.Objects.requireNonNull;

import atlas.validation.client.Endpoint;
import atlas.validation.client.LoadClient;
import atlas.validation.client.RequestTemplate;
import atlas.validation.client.TimeLimits;
import atlas.validation.config.Params;
import atlas.validation.server.Ready;
import atlas.validation.server.ServerDriver;

/**
 * The way to a server that is ready.
 *
 * @param endpoint its address, with the key
 * @param ready what was seen when it became ready
 * @param template what every request carries
 * @param limits how long a request may take
 * @param client sends the load
 */
record ServerConnection(Endpoint endpoint, Ready ready, RequestTemplate template, TimeLimits limits, LoadClient client)
        implements AutoCloseable {

    ServerConnection {
        requireNonNull(endpoint, "endpoint is null");
        requireNonNull(ready, "ready is null");
        requireNonNull(template, "template is null");
        requireNonNull(limits, "limits is null");
        requireNonNull(client, "client is null");
    }

    /** Opens the way to a server: no byte is sent yet. */
    static ServerConnection open(Endpoint endpoint, String model, Ready ready, Params params) {
        RequestTemplate template = new RequestTemplate(
                model,
                params.sampling(),
                params.extraBody(),
                ServerDriver.of(params.driver()).lengthForcing());
        return open(
                endpoint,
                ready,
                template,
                new TimeLimits(params.firstTokenTimeout(), params.idleTimeout(), params.requestTimeout()));
    }

    private static ServerConnection open(Endpoint endpoint, Ready ready, RequestTemplate template, TimeLimits limits) {
        return new ServerConnection(endpoint, ready, template, limits, new LoadClient(endpoint, template, limits));
    }

    /** Returns the model that the server is asked for. */
    String model() {
        return template.model();
    }

    /** Opens another way to the same server, with other limits. */
    ServerConnection beside(TimeLimits others) {
        return open(endpoint, ready, template, others);
    }

    /** Opens another way to the same server, with another template. */
    ServerConnection beside(RequestTemplate other) {
        return open(endpoint, ready, other, limits);
    }

    /** Closes this way and opens one with another template in its place. */
    ServerConnection inPlace(RequestTemplate other) {
        close();
        return beside(other);
    }

    @Override
    public void close() {
        client.close();
    }
}
