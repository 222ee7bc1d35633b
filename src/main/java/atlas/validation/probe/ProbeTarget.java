package atlas.validation.probe;

import static java.nio.charset.StandardCharsets.UTF_8;
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
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.json.JsonMapper;

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
 * @param settings what the config says
 */
public record ProbeTarget(
        String name,
        Endpoint endpoint,
        String model,
        RequestSpelling spelling,
        LoadClient client,
        Duration patience,
        Cancellation cancellation,
        ProbeSettings settings) {

    static final String CHAT = "/v1/chat/completions";

    public ProbeTarget {
        requireNonNull(name, "name is null");
        requireNonNull(endpoint, "endpoint is null");
        requireNonNull(model, "model is null");
        requireNonNull(spelling, "spelling is null");
        requireNonNull(client, "client is null");
        requireNonNull(patience, "patience is null");
        requireNonNull(cancellation, "cancellation is null");
        requireNonNull(settings, "settings is null");
    }

    Exchange get(String path) {
        return exchange("GET " + path, "", endpoint.apiKey(), specification -> specification.get(path));
    }

    Exchange getWithKey(String path, String key) {
        return exchange("GET " + path + " with a wrong key", "", key, specification -> specification.get(path));
    }

    Exchange post(String path, String body) {
        return exchange(
                "POST " + path,
                body,
                endpoint.apiKey(),
                specification -> specification
                        .contentType("application/json; charset=utf-8")
                        .body(body)
                        .post(path));
    }

    /** Asks for a chat with one message. */
    Exchange chat(String question, int maxTokens, Map<String, ?> fields) {
        return chat(List.of(Map.of("role", "user", "content", question)), maxTokens, fields);
    }

    /**
     * Asks for a chat at temperature 0 and without reasoning, as far as the server knows how to leave that out.
     *
     * @param fields what else is sent; wins over everything but what the user wants in every request
     */
    Exchange chat(List<Map<String, ?>> messages, int maxTokens, Map<String, ?> fields) {
        Map<String, Object> body = body(maxTokens);
        body.put("messages", messages);
        body.putAll(settings.driver().withoutReasoning());
        body.putAll(settings.extraBody());
        body.putAll(fields);
        return post(CHAT, write(body));
    }

    /** Asks for a completion of a text at temperature 0. */
    Exchange completion(String prompt, int maxTokens) {
        Map<String, Object> body = body(maxTokens);
        body.put("prompt", prompt);
        body.putAll(settings.extraBody());
        return post("/v1/completions", write(body));
    }

    private Map<String, Object> body(int maxTokens) {
        Map<String, Object> body = new LinkedHashMap<>();
        body.put("model", model);
        body.put(spelling.limitField(), maxTokens);
        body.putAll(settings.sampling());
        body.put("temperature", 0);
        return body;
    }

    /** Returns the fields that ask for a stream and, as far as the server takes that, for its usage. */
    Map<String, Object> streamed() {
        return spelling.asksForUsage()
                ? Map.of("stream", true, "stream_options", Map.of("include_usage", true))
                : Map.of("stream", true);
    }

    private static String write(Map<String, Object> body) {
        return JsonMapper.shared().writeValueAsString(body);
    }

    private Exchange exchange(String line, String body, @Nullable String key, Call call) {
        try {
            Response response = send(key, call);
            String answer = new String(response.asByteArray(), UTF_8);
            return new Exchange(line, body, response.statusCode(), answer, null, endpoint::withoutKey);
        } catch (Exception thrown) { // Groovy lets checked exceptions through that no signature declares.
            return new Exchange(line, body, 0, "", thrown, endpoint::withoutKey);
        }
    }

    /** Makes a call, whatever it throws. */
    Response send(Call call) {
        return send(endpoint.apiKey(), call);
    }

    private Response send(@Nullable String key, Call call) {
        Access access = new Access(key, endpoint.trust(), endpoint.proxy());
        return call.make(RestAssured.given().spec(RestSpecification.of(endpoint.base(), access, patience)));
    }

    /** One request on a specification. */
    interface Call {
        Response make(RequestSpecification specification);
    }
}
