package atlas.validation.probe;

import static java.nio.charset.StandardCharsets.UTF_8;
import static java.util.Objects.requireNonNull;

import atlas.validation.client.Cancellation;
import atlas.validation.client.Endpoint;
import atlas.validation.client.LoadClient;
import atlas.validation.server.RestSpecification;
import atlas.validation.server.ServerDriver;
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
 * @param driver what is known of its kind
 * @param sampling sampling fields of every request; a probe says itself what temperature it needs
 * @param extraBody fields that the user wants in every request
 * @param maxModelLength most tokens of a prompt and its answer as the config has it, or null
 * @param clients the measuring client
 * @param patience longest wait for an answer
 * @param salt fresh for each run: makes a prompt unlike that of any other
 * @param cancellation stops a request of the measuring client
 */
public record ProbeTarget(
        String name,
        Endpoint endpoint,
        String model,
        ServerDriver driver,
        Map<String, Object> sampling,
        Map<String, Object> extraBody,
        @Nullable Integer maxModelLength,
        Clients clients,
        Duration patience,
        String salt,
        Cancellation cancellation) {

    static final String CHAT = "/v1/chat/completions";

    /** Hands out measuring clients. */
    public interface Clients {

        /** Returns the client that sends the load; it stays its owner's. */
        LoadClient ofTheLoad();

        /** Opens a client whose requests carry further fields; its user closes it. */
        LoadClient sending(Map<String, Object> fields);
    }

    public ProbeTarget {
        requireNonNull(name, "name is null");
        requireNonNull(endpoint, "endpoint is null");
        requireNonNull(model, "model is null");
        requireNonNull(driver, "driver is null");
        requireNonNull(clients, "clients is null");
        requireNonNull(patience, "patience is null");
        requireNonNull(salt, "salt is null");
        requireNonNull(cancellation, "cancellation is null");
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
        body.putAll(driver.withoutReasoning());
        body.putAll(extraBody);
        body.putAll(fields);
        return post(CHAT, write(body));
    }

    /** Asks for a completion of a text at temperature 0. */
    Exchange completion(String prompt, int maxTokens) {
        Map<String, Object> body = body(maxTokens);
        body.put("prompt", prompt);
        body.putAll(extraBody);
        return post("/v1/completions", write(body));
    }

    private Map<String, Object> body(int maxTokens) {
        Map<String, Object> body = new LinkedHashMap<>();
        body.put("model", model);
        body.put("max_tokens", maxTokens);
        body.putAll(sampling);
        body.put("temperature", 0);
        return body;
    }

    private static String write(Map<String, Object> body) {
        return JsonMapper.shared().writeValueAsString(body);
    }

    private Exchange exchange(String line, String body, @Nullable String key, Call call) {
        RequestSpecification specification =
                RestAssured.given().spec(RestSpecification.of(endpoint.base(), key, patience));
        try {
            Response response = call.make(specification);
            String answer = new String(response.asByteArray(), UTF_8);
            return new Exchange(line, body, response.statusCode(), answer, null, endpoint::withoutKey);
        } catch (Exception thrown) { // Groovy lets checked exceptions through that no signature declares.
            return new Exchange(line, body, 0, "", thrown, endpoint::withoutKey);
        }
    }

    /** One request on a specification. */
    private interface Call {
        Response make(RequestSpecification specification);
    }
}
