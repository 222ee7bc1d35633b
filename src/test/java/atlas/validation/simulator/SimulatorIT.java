package atlas.validation.simulator;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.Closeable;
import java.io.IOException;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import tools.jackson.databind.JsonNode;

/** Asks simulators over real sockets. */
@Timeout(30)
class SimulatorIT {

    private static final TimeModel QUICK = new TimeModel(1e6, 0.5, 0, 0, 1);

    private Simulator simulator = Simulator.start(SimulatorOptions.of("a/model").withTimeModel(QUICK));
    private SimulatorClient client = new SimulatorClient(simulator.baseUrl());

    @AfterEach
    void stop() {
        client.close();
        simulator.close();
    }

    @Test
    void roleComesFirstAndUsageBeforeTheFinish() {
        List<String> events = client.stream(
                SimulatorClient.chat("say", "\"max_tokens\":3,\"stream_options\":{\"include_usage\":true}"));

        assertThat(events).hasSize(7);
        assertThat(delta(events.get(0)).toString()).isEqualTo("{\"role\":\"assistant\"}");
        assertThat(events.subList(1, 4))
                .allSatisfy(event -> assertThat(delta(event).propertyNames()).containsExactly("content"));
        JsonNode usage = json(events.get(4));
        assertThat(usage.path("choices").isEmpty()).isTrue();
        assertThat(usage.at("/usage/completion_tokens").asInt()).isEqualTo(3);
        assertThat(usage.at("/usage/prompt_tokens").asInt()).isEqualTo(8);
        assertThat(usage.at("/usage/prompt_tokens_details/cached_tokens").asInt())
                .isZero();
        assertThat(usage.path("usage").propertyNames()).contains("time_to_first_token_ms", "response_token/s");
        assertThat(delta(events.get(5)).isEmpty()).isTrue();
        assertThat(json(events.get(5)).at("/choices/0/finish_reason").asString())
                .isEqualTo("length");
        assertThat(json(events.get(5)).has("usage")).isFalse();
        assertThat(events.get(6)).isEqualTo("[DONE]");
    }

    @Test
    void withoutIncludeUsageItComesOnTheFinishChunk() {
        List<String> events = client.stream(SimulatorClient.chat("say", "\"max_tokens\":1"));

        JsonNode finish = json(events.get(events.size() - 2));
        assertThat(finish.at("/choices/0/finish_reason").asString()).isEqualTo("length");
        assertThat(finish.at("/usage/total_tokens").asInt()).isEqualTo(9);
    }

    @Test
    void everyChunkOfAStreamNamesTheStream() {
        List<String> events = client.stream(SimulatorClient.chat("say", "\"max_tokens\":5"));

        assertThat(events.subList(0, events.size() - 1))
                .extracting(event -> json(event).path("id").asString())
                .containsOnly(json(events.getFirst()).path("id").asString());
    }

    @Test
    void streamAndBlockingAnswerSayTheSame() {
        List<String> events = client.stream(SimulatorClient.chat("tell a tale", "\"max_tokens\":20"));
        JsonNode blocking =
                client.json("/v1/chat/completions", SimulatorClient.chat("tell a tale", "\"max_tokens\":20"));

        StringBuilder text = new StringBuilder();
        events.subList(0, events.size() - 1)
                .forEach(event -> text.append(delta(event).path("content").asString("")));
        assertThat(blocking.at("/choices/0/message/content").asString()).isEqualTo(text.toString());
        assertThat(blocking.at("/usage/completion_tokens").asInt()).isEqualTo(20);
        assertThat(blocking.at("/object").asString()).isEqualTo("chat.completion");
    }

    @Test
    void reasoningComesBeforeTheAnswer() {
        List<String> events = client.stream(SimulatorClient.chat(
                "What is the capital of France?", "\"max_tokens\":100,\"thinking\":{\"budget_tokens\":4}"));

        List<String> keys = events.subList(1, events.size() - 2).stream()
                .map(event -> delta(event).propertyNames().iterator().next())
                .toList();
        assertThat(keys.subList(0, 4)).containsOnly("reasoning_content");
        assertThat(keys.subList(4, keys.size())).hasSize(6).containsOnly("content");
        assertThat(json(events.get(events.size() - 2))
                        .at("/usage/completion_tokens_details/reasoning_tokens")
                        .asInt())
                .isEqualTo(4);
    }

    @Test
    void aToolCallIsBegunAndThenGivenItsArgumentsInOnePiece() {
        String tools = "\"tools\":[{\"type\":\"function\",\"function\":{\"name\":\"get_weather\",\"parameters\":"
                + "{\"type\":\"object\",\"properties\":{\"city\":{\"type\":\"string\"}}}}}]";
        List<String> events = client.stream(SimulatorClient.chat("Weather in Paris?", tools));
        JsonNode blocking = client.json("/v1/chat/completions", SimulatorClient.chat("Weather in Paris?", tools));

        JsonNode first = delta(events.get(1)).at("/tool_calls/0");
        JsonNode second = delta(events.get(2)).at("/tool_calls/0");
        assertThat(first.at("/function/name").asString()).isEqualTo("get_weather");
        assertThat(first.at("/function/arguments").asString()).isEmpty();
        assertThat(second.has("id")).isFalse();
        assertThat(second.at("/function/arguments").asString()).isEqualTo("{\"city\":\"Paris\"}");
        assertThat(json(events.get(3)).at("/choices/0/finish_reason").asString())
                .isEqualTo("tool_calls");
        assertThat(blocking.at("/choices/0/message/tool_calls/0/function/arguments")
                        .asString())
                .isEqualTo("{\"city\":\"Paris\"}");
        assertThat(blocking.at("/choices/0/message/content").isNull()).isTrue();
    }

    @Test
    void completionsHaveNoRoleChunk() {
        List<String> events = client.stream(
                "/v1/completions", "{\"model\":\"m\",\"prompt\":\"a b\",\"max_tokens\":2,\"stream\":true}");

        assertThat(events).hasSize(4);
        assertThat(json(events.get(0)).at("/choices/0/text").asString()).isNotEmpty();
        assertThat(json(events.get(2)).at("/usage/completion_tokens").asInt()).isEqualTo(2);
    }

    @Test
    void healthModelsAndTokensAreTold() {
        assertThat(client.get("/health").body()).isEqualTo("{\"status\":\"ready\",\"model\":\"a/model\"}");
        assertThat(client.get("/health/live").body()).isEqualTo("ok");
        JsonNode models = json(client.get("/v1/models").body());
        assertThat(models.at("/data/0/id").asString()).isEqualTo("a/model");
        assertThat(models.at("/data/0/owned_by").asString()).contains("atlas").contains("simulator");
        assertThat(json(client.get("/v1/models/a/model").body()).path("id").asString())
                .isEqualTo("a/model");
        assertThat(client.json("/tokenize", "{\"prompt\":\"a b c\"}")
                        .path("count")
                        .asInt())
                .isEqualTo(3);
    }

    @Test
    void errorsHaveOpenAisShape() {
        assertThat(refused("{\"model\":")).isEqualTo("400 invalid_request_error");
        assertThat(refused("{\"messages\":[]}")).isEqualTo("400 invalid_request_error");
        assertThat(refused(SimulatorClient.chat("word ".repeat(40_000), ""))).isEqualTo("400 invalid_request_error");
        assertThat(error(client.get("/nothing"))).isEqualTo("404 not_found_error");
        assertThat(error(client.get("/v1/models/other"))).isEqualTo("404 not_found_error");
        assertThat(error(client.get("/v1/chat/completions"))).isEqualTo("405 invalid_request_error");
    }

    @Test
    void theTruthAboutARequestIsKeptUnderItsId() {
        HttpResponse<String> answer =
                client.post("/v1/chat/completions", SimulatorClient.streamed("say", "\"max_tokens\":10"), "my-id");

        assertThat(answer.headers().firstValue("x-request-id")).contains("my-id");
        assertThat(answer.headers().firstValue("server")).contains("atlas-simulator");
        ServedRequest row = simulator.served().getFirst();
        assertThat(row.id()).isEqualTo("my-id");
        assertThat(row.outcome()).isEqualTo(ServedRequest.Outcome.COMPLETED);
        assertThat(row.completionTokens()).isEqualTo(10);
        assertThat(row.chunkNanos()).hasSize(10).isSorted();
        assertThat(row.firstTokenNanos()).isEqualTo(row.chunkNanos()[0]);
        assertThat(row.lastTokenNanos()).isEqualTo(row.chunkNanos()[9]);
        assertThat(row.prefillStartNanos()).isZero();
        JsonNode told = json(client.get("/simulator/requests").body()).at("/requests/0");
        assertThat(told.path("id").asString()).isEqualTo("my-id");
        assertThat(told.path("chunk_written_ns").size()).isEqualTo(10);
        assertThat(told.path("outcome").asString()).isEqualTo("completed");
        client.delete("/simulator/requests");
        assertThat(simulator.served()).isEmpty();
    }

    @Test
    void noTokenIsWrittenBeforeItIsDue() {
        restart(SimulatorOptions.of("m").withTimeModel(new TimeModel(1_000, 2, 0, 0, 1)));
        client.stream(SimulatorClient.chat("one two three", "\"max_tokens\":20"));

        ServedRequest row = simulator.served().getFirst();
        long prefill = row.promptTokens() * 1_000_000L;
        for (int i = 0; i < 20; i++) {
            assertThat(row.chunkNanos()[i]).isGreaterThanOrEqualTo(prefill + i * 2_000_000L);
        }
    }

    @Test
    void whoFindsTheBatchFullWaitsForAPlace() throws IOException {
        restart(told("--max-batch-size=1").withTimeModel(QUICK));
        CompletableFuture<String> second;
        try (Closeable first = client.open(SimulatorClient.streamed("endless", "\"max_tokens\":30000"))) {
            second = client.later(SimulatorClient.streamed("next", "\"max_tokens\":2"));
            awaitActive(2);
            assertThat(second).isNotDone();
        }

        assertThat(second).succeedsWithin(Duration.ofSeconds(10)).asString().contains("[DONE]");
        ServedRequest waited = simulator.served().getLast();
        assertThat(waited.prefillStartNanos()).isPositive();
        assertThat(waited.maxBatch()).isEqualTo(1);
    }

    @Test
    void aClientThatLeavesFreesItsPlace() throws IOException {
        restart(told("--max-batch-size=1").withTimeModel(QUICK));
        client.open(SimulatorClient.streamed("endless", "\"max_tokens\":30000")).close();
        List<String> events = client.stream(SimulatorClient.chat("next", "\"max_tokens\":2"));

        assertThat(events.getLast()).isEqualTo("[DONE]");
        ServedRequest left = simulator.served().getFirst();
        assertThat(left.outcome()).isEqualTo(ServedRequest.Outcome.CLIENT_GONE);
        assertThat(left.completionTokens()).isBetween(1, 29_999);
        assertThat(client.get("/metrics").body()).contains("atlas_requests_active 0\n");
    }

    @Test
    void silenceIsBrokenByComments() {
        restart(told("--sim-keep-alive-ms=20").withTimeModel(new TimeModel(1e6, 1, 0, 300, 1)));
        String body = client.post("/v1/chat/completions", SimulatorClient.streamed("say", "\"max_tokens\":1"), "k")
                .body();

        assertThat(body).contains("}\n\n:\n\n");
    }

    @Test
    void healthAnswersWhileGenerationsHang() {
        restart(told("--sim-fail=health-only"));
        CompletableFuture<String> hanging = client.later(SimulatorClient.chat("say", "\"max_tokens\":1"));

        assertThat(client.get("/health").statusCode()).isEqualTo(200);
        assertThat(hanging).isNotDone();
    }

    @Test
    void aCrashBreaksEveryConnection() {
        restart(told("--sim-fail=crash-after-requests=1").withTimeModel(QUICK));
        assertThat(client.stream(SimulatorClient.chat("say", "\"max_tokens\":1")))
                .isNotEmpty();

        assertThat(client.later(SimulatorClient.chat("say", "\"max_tokens\":1"))
                        .handle((text, broken) -> broken != null))
                .succeedsWithin(Duration.ofSeconds(10))
                .isEqualTo(true);
    }

    /** Asks again and again, each time over a socket, until so many generations are under way. */
    private void awaitActive(int generations) {
        String sample = "atlas_requests_active " + generations + "\n";
        while (!client.get("/metrics").body().contains(sample)) {
            Thread.onSpinWait();
        }
    }

    private static SimulatorOptions told(String flag) {
        return SimulatorOptions.parse(List.of("serve", "m", "--port=0", flag));
    }

    private void restart(SimulatorOptions options) {
        stop();
        simulator = Simulator.start(options);
        client = new SimulatorClient(simulator.baseUrl());
    }

    private String refused(String body) {
        return error(client.post("/v1/chat/completions", body, "refused"));
    }

    private static String error(HttpResponse<String> answer) {
        JsonNode error = json(answer.body()).path("error");
        assertThat(error.propertyNames()).containsExactly("message", "type", "param", "code");
        assertThat(error.path("message").asString()).isNotBlank();
        return answer.statusCode() + " " + error.path("type").asString();
    }

    private static JsonNode delta(String event) {
        return json(event).at("/choices/0/delta");
    }

    private static JsonNode json(String text) {
        return SimulatorClient.read(text);
    }
}
