package atlas.validation.simulator;

import io.netty.handler.codec.http.HttpMethod;
import io.netty.handler.codec.http.HttpResponseStatus;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * An answer that is ready at once: everything but generations.
 *
 * @param contentType type of the body
 * @param body the body
 */
record PlainAnswer(String contentType, String body) {

    static final String JSON = "application/json";

    private static final String TEXT = "text/plain; charset=utf-8";
    private static final String PROMETHEUS = "text/plain; version=0.0.4; charset=utf-8";
    private static final String MODELS = "/v1/models";
    private static final String TRUTH = "/simulator/requests";
    private static final List<String> POST_PATHS =
            List.of(RequestHandler.CHAT, RequestHandler.COMPLETIONS, "/tokenize");
    private static final List<String> GET_PATHS = List.of("/health", "/health/live", MODELS, "/metrics", TRUTH);

    /**
     * Answers a request.
     *
     * @throws ApiException if it is refused
     */
    static PlainAnswer to(ReceivedRequest request, Engine engine) {
        String path = request.path();
        String model = engine.options().model();
        return switch (request.method().name() + " " + path) {
            case "GET /health" -> json(Json.object().put("status", "ready").put("model", model));
            case "GET /health/live" -> new PlainAnswer(TEXT, "ok");
            case "GET /v1/models" -> models(engine);
            case "GET /metrics" -> new PlainAnswer(PROMETHEUS, engine.counters().text());
            case "POST /tokenize" -> {
                if (!engine.options().api().tokenize()) {
                    throw new ApiException(HttpResponseStatus.NOT_FOUND, "No route for POST /tokenize");
                }
                yield tokens(RequestReader.tokenize(request.body()));
            }
            case "GET /simulator/requests" ->
                new PlainAnswer(JSON, ServedJson.write(engine.served().snapshot()));
            case "DELETE /simulator/requests" -> {
                engine.served().clear();
                yield json(Json.object().put("cleared", true));
            }
            default -> {
                if (request.method().equals(HttpMethod.GET) && path.equals(MODELS + "/" + model)) {
                    yield json(model(engine));
                }
                throw refusal(request);
            }
        };
    }

    private static ApiException refusal(ReceivedRequest request) {
        String path = request.path();
        if (GET_PATHS.contains(path) || POST_PATHS.contains(path)) {
            return new ApiException(
                    HttpResponseStatus.METHOD_NOT_ALLOWED,
                    "Method " + request.method() + " is not allowed for " + path);
        }
        if (path.startsWith(MODELS + "/")) {
            return new ApiException(
                    HttpResponseStatus.NOT_FOUND,
                    "The model '" + path.substring(MODELS.length() + 1) + "' does not exist");
        }
        return new ApiException(HttpResponseStatus.NOT_FOUND, "No route for " + request.method() + " " + path);
    }

    private static PlainAnswer models(Engine engine) {
        ObjectNode list = Json.object().put("object", "list");
        list.putArray("data").add(model(engine));
        return json(list);
    }

    private static ObjectNode model(Engine engine) {
        return Json.object()
                .put("id", engine.options().model())
                .put("object", "model")
                .put("created", Instant.now().getEpochSecond())
                .put("owned_by", "atlas-spark-simulator")
                .put("max_model_len", engine.options().maxSequenceLength());
    }

    private static PlainAnswer tokens(PromptText text) {
        ObjectNode answer = Json.object();
        ArrayNode ids = answer.putArray("tokens");
        for (int i = 0; i < text.tokens(); i++) {
            ids.add(
                    i < text.words().size()
                            ? text.words().get(i).toLowerCase(Locale.ROOT).hashCode() & 0xFFFF
                            : 0);
        }
        return json(answer.put("count", text.tokens()));
    }

    private static PlainAnswer json(ObjectNode node) {
        return new PlainAnswer(JSON, Json.write(node));
    }
}
