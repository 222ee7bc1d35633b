package atlas.validation.client;

import atlas.validation.record.CellId;
import atlas.validation.record.RequestRecord;
import atlas.validation.testing.ScriptedServer;
import atlas.validation.workload.Prompt;
import atlas.validation.workload.PromptSource;
import java.net.URI;
import java.time.Duration;
import java.util.Map;

/** The loads and clients of this package's tests. */
final class Loads {

    /** Beyond the time limit of any test here, so that none of them passes by accident. */
    static final Duration NEVER = Duration.ofMinutes(5);

    static final TimeLimits LIMITS = new TimeLimits(NEVER, NEVER, NEVER);

    static final String REQUEST_ID_PREFIX = "salt";

    private Loads() {}

    static String requestId(RequestRecord row) {
        return RequestId.of(REQUEST_ID_PREFIX, row.cell(), row.phase(), row.index());
    }

    static Prompt prompt(String text) {
        return new Prompt(text, 16, false);
    }

    static CellLoad cell(int concurrency, int warmup, int requests) {
        return new CellLoad("t", CellId.ofConcurrency("w", concurrency), new Numbered(), concurrency, warmup, requests);
    }

    static CellLoad atRate(CellLoad.OpenLoop loop, int warmup) {
        CellId id = CellId.ofRate("w", loop.schedule().perSecond());
        return new CellLoad("t", id, new Numbered(), loop, warmup);
    }

    static PromptSource numbered() {
        return new Numbered();
    }

    static LoadClient client(URI base, TimeLimits limits, int eventLoops) {
        return client(base, limits, eventLoops, false);
    }

    static LoadClient client(URI base, TimeLimits limits, int eventLoops, boolean lengthForced) {
        RequestTemplate template = new RequestTemplate(
                "m",
                Map.of("temperature", 0),
                Map.of("user", "me"),
                Map.of("min_tokens", RequestTemplate.MAX_TOKENS),
                lengthForced,
                RequestSpelling.USUAL,
                RequestApi.CHAT);
        LoadClientOptions options = new LoadClientOptions(eventLoops, Duration.ofMillis(50), REQUEST_ID_PREFIX, null);
        return new LoadClient(new Endpoint(base, "secret"), template, limits, options);
    }

    static CellMeasurement run(ScriptedServer server, CellLoad load) {
        return run(server, load, LIMITS, 1);
    }

    static CellMeasurement run(ScriptedServer server, CellLoad load, TimeLimits limits, int eventLoops) {
        try (LoadClient client = client(server.baseUrl(), limits, eventLoops)) {
            return client.run(load, new Cancellation(), LoadListener.silent());
        }
    }

    /** Prompts that name their request, with a limit that the server is asked to reach. */
    private static final class Numbered implements PromptSource {

        @Override
        public Prompt measured(int index) {
            return new Prompt("measured " + index, 16, true);
        }

        @Override
        public Prompt warmup(int index) {
            return new Prompt("warm-up " + index, 16, true);
        }
    }
}
