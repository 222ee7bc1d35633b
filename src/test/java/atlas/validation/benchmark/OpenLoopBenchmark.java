package atlas.validation.benchmark;

import atlas.validation.client.Cancellation;
import atlas.validation.client.CellLoad;
import atlas.validation.client.CellMeasurement;
import atlas.validation.client.Endpoint;
import atlas.validation.client.LoadClient;
import atlas.validation.client.LoadListener;
import atlas.validation.client.RequestTemplate;
import atlas.validation.client.TimeLimits;
import atlas.validation.metric.CellMetrics;
import atlas.validation.record.CellId;
import atlas.validation.record.Counts;
import atlas.validation.testing.CellInputBuilder;
import atlas.validation.workload.ArrivalProcess;
import atlas.validation.workload.ArrivalSchedule;
import atlas.validation.workload.Prompt;
import atlas.validation.workload.PromptSource;
import java.io.IOException;
import java.time.Duration;
import java.util.Locale;
import java.util.Map;

/**
 * Asks the client for a rate, by default 500 requests a second for 60 s, at equal gaps and at random, and prints what
 * it sent and how late. The server is a null server in a process of its own. Prints; fails for nothing.
 */
public final class OpenLoopBenchmark {

    private static final int DEFAULT_RATE = 500;
    private static final int DEFAULT_SECONDS = 60;
    private static final int TOKENS = 2;

    /** Enough for both processes to have compiled what they run. */
    private static final Duration REHEARSAL = Duration.ofSeconds(10);

    private OpenLoopBenchmark() {}

    /** Takes the rate in requests per second and the duration in seconds. */
    public static void main(String[] arguments) throws IOException {
        double rate = arguments.length > 0 ? Double.parseDouble(arguments[0]) : DEFAULT_RATE;
        Duration duration = Duration.ofSeconds(arguments.length > 1 ? Integer.parseInt(arguments[1]) : DEFAULT_SECONDS);
        System.out.printf(
                Locale.ROOT,
                "%n%-9s %8s %8s %8s %10s %10s %10s %8s%n",
                "arrivals",
                "asked/s",
                "sent/s",
                "ok",
                "lag p50 ms",
                "lag p99 ms",
                "lag max ms",
                "in flight");
        try (ServerProcess server = ServerProcess.nullServer(TOKENS);
                LoadClient client = client(server)) {
            run(client, new ArrivalProcess.Constant(), rate, REHEARSAL);
            print("constant", rate, run(client, new ArrivalProcess.Constant(), rate, duration));
            print("poisson", rate, run(client, new ArrivalProcess.Poisson(), rate, duration));
        }
    }

    private static LoadClient client(ServerProcess server) {
        RequestTemplate template = new RequestTemplate(
                "null", Map.of("temperature", 0), Map.of(), Map.of("min_tokens", RequestTemplate.MAX_TOKENS));
        Duration limit = Duration.ofMinutes(1);
        return new LoadClient(new Endpoint(server.baseUrl(), null), template, new TimeLimits(limit, limit, limit));
    }

    private static CellMetrics run(LoadClient client, ArrivalProcess process, double rate, Duration duration) {
        ArrivalSchedule schedule =
                ArrivalSchedule.of(process, rate, Duration.ZERO, ArrivalSchedule.countIn(rate, duration), 0);
        CellId id = CellId.ofRate("open_loop", rate);
        CellLoad.OpenLoop loop = new CellLoad.OpenLoop(schedule, true, null, Duration.ofSeconds(30));
        CellMeasurement cell =
                client.run(new CellLoad("null", id, new Words(), loop, 4), new Cancellation(), LoadListener.silent());
        return CellMetrics.of(CellInputBuilder.input(id, cell.rows()).build());
    }

    private static void print(String arrivals, double rate, CellMetrics metrics) {
        Counts counts = metrics.counts();
        System.out.printf(
                Locale.ROOT,
                "%-9s %8.1f %8s %7.2f%% %10s %10s %10s %8s%n",
                arrivals,
                rate,
                figure(metrics, "attempted_rate"),
                100.0 * counts.succeeded() / Math.max(1, counts.attempted()),
                figure(metrics, "median_schedule_lag_ms"),
                figure(metrics, "p99_schedule_lag_ms"),
                figure(metrics, "max_schedule_lag_ms"),
                figure(metrics, "mean_in_flight"));
    }

    private static String figure(CellMetrics metrics, String name) {
        Double value = metrics.value(name).value();
        return value == null ? "-" : String.format(Locale.ROOT, "%.2f", value);
    }

    private static final class Words implements PromptSource {

        @Override
        public Prompt measured(int index) {
            return new Prompt("request number " + index, 2, true);
        }

        @Override
        public Prompt warmup(int index) {
            return new Prompt("warm-up request number " + index, 2, true);
        }
    }
}
