package atlas.validation.lifecycle;

import static java.util.Objects.requireNonNull;

import atlas.validation.client.Endpoint;
import atlas.validation.client.LoadClient;
import atlas.validation.client.LoadClientOptions;
import atlas.validation.client.RequestApi;
import atlas.validation.client.RequestTemplate;
import atlas.validation.client.TimeLimits;
import atlas.validation.config.Api;
import atlas.validation.config.Params;
import atlas.validation.server.Ready;
import atlas.validation.server.ServerDriver;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.ToIntFunction;

/**
 * The way to a server that is ready.
 *
 * @param endpoint its address, with the key
 * @param ready what was seen when it became ready
 * @param template what every request carries
 * @param limits how long a request may take
 * @param client sends the load
 * @param options how the client works
 */
record ServerConnection(
        Endpoint endpoint,
        Ready ready,
        RequestTemplate template,
        TimeLimits limits,
        LoadClient client,
        LoadClientOptions options)
        implements AutoCloseable {

    ServerConnection {
        requireNonNull(endpoint, "endpoint is null");
        requireNonNull(ready, "ready is null");
        requireNonNull(template, "template is null");
        requireNonNull(limits, "limits is null");
        requireNonNull(client, "client is null");
        requireNonNull(options, "options is null");
    }

    /** Opens the way to a server: no byte is sent yet. */
    static ServerConnection open(Endpoint endpoint, String model, Ready ready, Params params) {
        RequestTemplate template = new RequestTemplate(
                        model,
                        params.sampling(),
                        params.extraBody(),
                        ServerDriver.of(params.driver()).lengthForcing())
                .withApi(api(params.api()));
        return open(
                endpoint,
                ready,
                template,
                new TimeLimits(params.firstTokenTimeout(), params.idleTimeout(), params.requestTimeout()),
                LoadClientOptions.defaults());
    }

    private static RequestApi api(Api asked) {
        return switch (asked) {
            case CHAT -> RequestApi.CHAT;
            case COMPLETIONS -> RequestApi.COMPLETIONS;
        };
    }

    private static ServerConnection open(
            Endpoint endpoint, Ready ready, RequestTemplate template, TimeLimits limits, LoadClientOptions options) {
        return new ServerConnection(
                endpoint, ready, template, limits, new LoadClient(endpoint, template, limits, options), options);
    }

    /** Returns the model that the server is asked for. */
    String model() {
        return template.model();
    }

    /** Opens another way to the same server, with other limits. */
    ServerConnection beside(TimeLimits others) {
        return open(endpoint, ready, template, others, options);
    }

    /** Opens another way to the same server, with another template. */
    ServerConnection beside(RequestTemplate other) {
        return open(endpoint, ready, other, limits, options);
    }

    /** Opens another client whose requests carry further fields; its user closes it. */
    LoadClient clientSending(Map<String, Object> fields) {
        Map<String, Object> extraBody = new LinkedHashMap<>(template.extraBody());
        extraBody.putAll(fields);
        return beside(template.withUserFields(template.sampling(), extraBody)).client();
    }

    /** Closes this way and opens one that sends and counts as another did. */
    ServerConnection like(ServerConnection other) {
        close();
        return open(endpoint, ready, other.template, limits, other.options);
    }

    /** Closes this way and opens one that counts tokens where the server does not. */
    ServerConnection countingBy(ToIntFunction<String> counter) {
        close();
        return open(endpoint, ready, template, limits, options.countingBy(counter));
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
