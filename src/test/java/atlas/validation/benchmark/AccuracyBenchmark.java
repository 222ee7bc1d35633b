package atlas.validation.benchmark;

import atlas.validation.client.Cancellation;
import atlas.validation.client.CellLoad;
import atlas.validation.client.CellMeasurement;
import atlas.validation.client.Endpoint;
import atlas.validation.client.LoadClient;
import atlas.validation.client.LoadClientOptions;
import atlas.validation.client.LoadListener;
import atlas.validation.client.RequestId;
import atlas.validation.client.RequestTemplate;
import atlas.validation.client.TimeLimits;
import atlas.validation.record.CellId;
import atlas.validation.record.Outcome;
import atlas.validation.record.Phase;
import atlas.validation.record.RequestRecord;
import atlas.validation.workload.Prompt;
import atlas.validation.workload.PromptSource;
import java.io.IOException;
import java.io.PrintStream;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.ToDoubleBiFunction;
import java.util.function.ToDoubleFunction;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * Compares what the client measures with what the simulator knows: TTFT, TPOT and token counts of every request,
 * matched by {@code x-request-id}. The simulator runs in a process of its own, with a TTFT of about 50 ms and a token
 * every 10 ms however many requests it serves. Prints; fails for nothing.
 *
 * <p>The truth counts from the moment that the server has read the request to the moment just before it writes a token,
 * so that an error holds both ways over the loopback device and the lateness of both sides. The time until the server
 * had read the request is printed apart: after a burst it is mostly the server's own.
 */
public final class AccuracyBenchmark {

    private static final int PROMPT_WORDS = 64;
    private static final int TOKENS = 100;

    /** Enough for both processes to have compiled what they run: the question is how true a figure is, not how cold. */
    private static final int WARM_UP_WAVES = 20;

    private static final int LEAST_WARM_UP = 160;

    private static final int WARM_UP_TOKENS = 4;
    private static final String PREFIX = "accuracy";

    private final PrintStream out;
    private final JsonMapper json = JsonMapper.builder().build();

    private AccuracyBenchmark(PrintStream out) {
        this.out = out;
    }

    /**
     * One way in which a server may make a client's figures hard to get right.
     *
     * @param options of the simulator, beside those that all scenarios have
     * @param extraBody fields of every request
     * @param prompts what is asked
     */
    private record Scenario(
            String name, int concurrency, List<String> options, Map<String, Object> extraBody, Words prompts) {}

    private static final List<Scenario> SCENARIOS = List.of(
            plain(1),
            plain(8),
            plain(32),
            new Scenario(
                    "speculative chunks of up to 4 tokens",
                    8,
                    List.of("--max-batch-size", "8", "--sim-chunk-tokens", "4"),
                    Map.of(),
                    new Words(false)),
            new Scenario(
                    "reasoning of 40 tokens",
                    8,
                    List.of("--max-batch-size", "8"),
                    Map.of("thinking_token_budget", 40),
                    new Words(false)),
            new Scenario("queueing for 4 places", 16, List.of("--max-batch-size", "4"), Map.of(), new Words(false)),
            new Scenario(
                    "prefix caching",
                    8,
                    List.of("--max-batch-size", "8", "--sim-prefix-cache", "on"),
                    Map.of(),
                    new Words(true)));

    private static Scenario plain(int concurrency) {
        return new Scenario(
                "unloaded",
                concurrency,
                List.of("--max-batch-size", Integer.toString(concurrency)),
                Map.of(),
                new Words(false));
    }

    /** Runs every scenario. */
    public static void main(String[] arguments) throws IOException, InterruptedException {
        AccuracyBenchmark benchmark = new AccuracyBenchmark(System.out);
        for (Scenario scenario : SCENARIOS) {
            benchmark.run(scenario);
        }
    }

    private void run(Scenario scenario) throws IOException, InterruptedException {
        List<String> options = new ArrayList<>(List.of(
                "--sim-start-ms", "0",
                "--sim-prefill-tokens-per-second", "1500",
                "--sim-decode-step-ms", "10",
                "--sim-decode-step-ms-per-sequence", "0",
                "--sim-first-request-ms", "0"));
        options.addAll(scenario.options());
        try (ServerProcess simulator = ServerProcess.simulator(options)) {
            CellMeasurement cell = measure(simulator.baseUrl(), scenario);
            compare(scenario, cell, truth(simulator.baseUrl()));
        }
    }

    private static CellMeasurement measure(URI base, Scenario scenario) {
        int concurrency = scenario.concurrency();
        RequestTemplate template = new RequestTemplate(
                "simulated/model",
                Map.of("temperature", 0),
                scenario.extraBody(),
                Map.of("min_tokens", RequestTemplate.MAX_TOKENS));
        Duration limit = Duration.ofMinutes(1);
        LoadClientOptions options = new LoadClientOptions(1, Duration.ofSeconds(3), PREFIX, null);
        try (LoadClient client =
                new LoadClient(new Endpoint(base, null), template, new TimeLimits(limit, limit, limit), options)) {
            CellLoad load = new CellLoad(
                    "simulator",
                    cellOf(concurrency),
                    scenario.prompts(),
                    concurrency,
                    Math.max(WARM_UP_WAVES * concurrency, LEAST_WARM_UP),
                    Math.max(4 * concurrency, 8));
            return client.run(load, new Cancellation(), LoadListener.silent());
        }
    }

    private static CellId cellOf(int concurrency) {
        return CellId.ofConcurrency("accuracy", concurrency);
    }

    private Map<String, JsonNode> truth(URI base) throws IOException, InterruptedException {
        try (HttpClient http =
                HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build()) {
            HttpResponse<String> response = http.send(
                    HttpRequest.newBuilder(base.resolve("/simulator/requests")).build(),
                    HttpResponse.BodyHandlers.ofString());
            Map<String, JsonNode> byId = new HashMap<>();
            json.readTree(response.body())
                    .path("requests")
                    .forEach(row -> byId.put(row.path("id").asString(), row));
            return byId;
        }
    }

    private void compare(Scenario scenario, CellMeasurement cell, Map<String, JsonNode> truth) {
        int concurrency = scenario.concurrency();
        List<RequestRecord> rows = cell.rows().stream()
                .filter(row -> row.phase() == Phase.MEASURE && row.outcome() == Outcome.SUCCESS)
                .filter(row -> truth.containsKey(idOf(row)))
                .toList();
        long measured =
                cell.rows().stream().filter(row -> row.phase() == Phase.MEASURE).count();
        out.printf(
                Locale.ROOT,
                "%n%s, concurrency %d: %d of %d requests succeeded and matched, true TTFT %.1f ms, true TPOT %.2f ms%n",
                scenario.name(),
                concurrency,
                rows.size(),
                measured,
                rows.stream()
                        .mapToDouble(row -> trueTtft(truthOf(row, truth)))
                        .average()
                        .orElse(Double.NaN),
                rows.stream()
                        .mapToDouble(row -> trueTpot(truthOf(row, truth)))
                        .average()
                        .orElse(Double.NaN));
        print("TTFT error", rows, truth, (row, served) -> row.ttftMs() - trueTtft(served));
        print(
                "  of the first wave",
                rows.stream().filter(row -> row.index() < concurrency).toList(),
                truth,
                (row, served) -> row.ttftMs() - trueTtft(served));
        double origin = rows.stream()
                .mapToDouble(row -> receivedAt(truthOf(row, truth)) - row.sentAtMs())
                .min()
                .orElse(Double.NaN);
        ToDoubleBiFunction<RequestRecord, JsonNode> onItsWay =
                (row, served) -> receivedAt(served) - row.sentAtMs() - origin;
        print("  until it was read", rows, truth, onItsWay);
        print(
                "  after that",
                rows,
                truth,
                (row, served) -> row.ttftMs() - trueTtft(served) - onItsWay.applyAsDouble(row, served));
        print("TPOT error", rows, truth, (row, served) -> row.tpotMs() - trueTpot(served));
        print(
                "e2e error",
                rows,
                truth,
                (row, served) -> row.e2eMs() - served.path("last_token_ms").asDouble());
        statistics("TTFT", rows, row -> row.ttftMs(), row -> trueTtft(truthOf(row, truth)));
        statistics("TPOT", rows, row -> row.tpotMs(), row -> trueTpot(truthOf(row, truth)));
        long wrongCached = rows.stream()
                .filter(row -> row.cachedTokens() != null)
                .filter(row -> truthOf(row, truth).path("cached_tokens").asInt() != row.cachedTokens())
                .count();
        long wrong = rows.stream()
                .filter(row -> truthOf(row, truth).path("completion_tokens").asInt() != row.completionTokens())
                .count();
        long wrongChunks = rows.stream()
                .filter(row -> truthOf(row, truth).path("chunk_tokens").size() != row.chunks())
                .count();
        out.printf(
                "  token count mismatches %d, chunk count mismatches %d, cached token mismatches %d%n",
                wrong, wrongChunks, wrongCached);
    }

    /** Prints order statistics as the client has them beside the true ones. */
    private void statistics(
            String name,
            List<RequestRecord> rows,
            ToDoubleFunction<RequestRecord> measured,
            ToDoubleFunction<RequestRecord> real) {
        Errors ours = new Errors(rows.stream().mapToDouble(measured).toArray());
        Errors truth = new Errors(rows.stream().mapToDouble(real).toArray());
        out.printf("  %s as measured    %s%n", name, ours);
        out.printf("  %s in truth       %s%n", name, truth);
    }

    private void print(
            String name,
            List<RequestRecord> rows,
            Map<String, JsonNode> truth,
            ToDoubleBiFunction<RequestRecord, JsonNode> error) {
        double[] errors = rows.stream()
                .mapToDouble(row -> error.applyAsDouble(row, truthOf(row, truth)))
                .toArray();
        out.printf("  %-19s %s%n", name, new Errors(errors));
    }

    private static JsonNode truthOf(RequestRecord row, Map<String, JsonNode> truth) {
        return truth.get(idOf(row));
    }

    private static String idOf(RequestRecord row) {
        return RequestId.of(PREFIX, row.cell(), row.phase(), row.index());
    }

    private static double trueTtft(JsonNode served) {
        return served.path("first_token_ms").asDouble();
    }

    /**
     * Returns when the server had read a request, on its own clock. The two clocks have one origin that is not known;
     * the fastest request tells it but for its own time on the way.
     */
    private static double receivedAt(JsonNode served) {
        return served.path("received_ns").asLong() / 1e6;
    }

    private static double trueTpot(JsonNode served) {
        double span = served.path("last_token_ms").asDouble() - trueTtft(served);
        return span / (served.path("completion_tokens").asInt() - 1);
    }

    /** Prompts of one length, each with a beginning of its own, or all with the same. */
    private record Words(boolean alike) implements PromptSource {

        @Override
        public Prompt measured(int index) {
            return prompt("measured", index, TOKENS);
        }

        @Override
        public Prompt warmup(int index) {
            return prompt("warm-up", index, WARM_UP_TOKENS);
        }

        private Prompt prompt(String phase, int index, int tokens) {
            String rest = " word".repeat(PROMPT_WORDS - 2);
            String own = phase + " " + index;
            return new Prompt(alike ? rest.strip() + " " + own : own + rest, tokens, true);
        }
    }
}
