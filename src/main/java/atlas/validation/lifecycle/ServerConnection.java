package atlas.validation.lifecycle;

import static java.util.Objects.requireNonNull;

import atlas.validation.client.Endpoint;
import atlas.validation.client.LoadClient;
import atlas.validation.client.RequestTemplate;
import atlas.validation.client.TimeLimits;
import atlas.validation.config.Params;
import atlas.validation.server.Ready;
import atlas.validation.server.ServerDriver;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * The way to a server that is ready.
 *
 * @param endpoint its address, with the key
 * @param model the model that it is asked for
 * @param ready what was seen when it became ready
 * @param client sends the load
 */
record ServerConnection(Endpoint endpoint, String model, Ready ready, LoadClient client) implements AutoCloseable {

    ServerConnection {
        requireNonNull(endpoint, "endpoint is null");
        requireNonNull(model, "model is null");
        requireNonNull(ready, "ready is null");
        requireNonNull(client, "client is null");
    }

    /** Opens the way to a server: no byte is sent yet. */
    static ServerConnection open(Endpoint endpoint, String model, Ready ready, Params params) {
        return open(
                endpoint,
                model,
                ready,
                params,
                new TimeLimits(params.firstTokenTimeout(), params.idleTimeout(), params.requestTimeout()));
    }

    /** Opens the way to a server with other limits than the config's. */
    static ServerConnection open(Endpoint endpoint, String model, Ready ready, Params params, TimeLimits limits) {
        return new ServerConnection(endpoint, model, ready, client(endpoint, model, params, Map.of(), limits));
    }

    private static LoadClient client(
            Endpoint endpoint, String model, Params params, Map<String, Object> fields, TimeLimits limits) {
        Map<String, Object> extraBody = new LinkedHashMap<>(params.extraBody());
        extraBody.putAll(fields);
        RequestTemplate template = new RequestTemplate(
                model,
                params.sampling(),
                extraBody,
                ServerDriver.of(params.driver()).lengthForcing());
        return new LoadClient(endpoint, template, limits);
    }

    /** Opens another client whose requests carry further fields; its user closes it. */
    LoadClient clientSending(Map<String, Object> fields, Params params) {
        return client(
                endpoint,
                model,
                params,
                fields,
                new TimeLimits(params.firstTokenTimeout(), params.idleTimeout(), params.requestTimeout()));
    }

    @Override
    public void close() {
        client.close();
    }
}
