package atlas.validation.benchmark;

import static java.nio.charset.StandardCharsets.UTF_8;
import static java.util.Objects.requireNonNull;

import atlas.validation.client.Cancellation;
import atlas.validation.client.CellLoad;
import atlas.validation.client.CellMeasurement;
import atlas.validation.client.Endpoint;
import atlas.validation.client.LoadClient;
import atlas.validation.client.LoadListener;
import atlas.validation.client.LoadProgress;
import atlas.validation.client.RequestTemplate;
import atlas.validation.client.TimeLimits;
import atlas.validation.record.CellId;
import atlas.validation.record.Outcome;
import atlas.validation.record.Phase;
import atlas.validation.record.RequestRecord;
import atlas.validation.workload.Prompt;
import atlas.validation.workload.PromptSource;
import java.io.BufferedReader;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.lang.management.MemoryPoolMXBean;
import java.lang.management.MemoryType;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Measures what the client adds, and what it costs, against a null server in a process of its own: TTFT 50 ms, a token
 * every 10 ms, all streams started together over open connections. This process may use 512 MB of heap.
 */
final class ClientBenchmark {

    /** After fewer, the compiler still takes up to a quarter of the processor time. */
    private static final int WARM_UP_EVENTS = 2_000_000;

    private static final int WARM_UP_STREAMS = 1000;
    private static final int REPEATS = 5;
    private static final double FIRST_TOKEN_MS = 50;
    private static final String RESULT = "RESULT ";
    private static final String HEAP = "-Xmx512m";

    private ClientBenchmark() {}

    /** Runs this benchmark in a fresh JVM and returns the medians over its repeats. */
    static ClientFigures inAProcessOfItsOwn(int streams, int tokens) throws IOException, InterruptedException {
        Process process = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "--enable-native-access=ALL-UNNAMED",
                        HEAP,
                        "-cp",
                        System.getProperty("java.class.path"),
                        ClientBenchmark.class.getName(),
                        Integer.toString(streams),
                        Integer.toString(tokens))
                .redirectErrorStream(true)
                .start();
        ClientFigures figures = null;
        try (BufferedReader lines = process.inputReader(UTF_8)) {
            for (String line = lines.readLine(); line != null; line = lines.readLine()) {
                if (line.startsWith(RESULT)) {
                    figures = ClientFigures.parse(line.substring(RESULT.length()));
                } else {
                    System.out.println(line);
                }
            }
        }
        if (process.waitFor() != 0 || figures == null) {
            throw new IllegalStateException("the benchmark of %d streams failed".formatted(streams));
        }
        return figures;
    }

    /** Runs so many streams of so many tokens. */
    public static void main(String[] arguments) throws IOException {
        int streams = Integer.parseInt(arguments[0]);
        int tokens = Integer.parseInt(arguments[1]);
        System.out.printf("%n%d streams of %d tokens%n", streams, tokens);
        List<ClientFigures> repeats = new ArrayList<>();
        try (ServerProcess server = ServerProcess.nullServer(tokens)) {
            // Both processes compile what they run before anything counts.
            for (int events = 0; events < WARM_UP_EVENTS; events += WARM_UP_STREAMS * tokens) {
                measure(server, WARM_UP_STREAMS, 1);
            }
            for (int repeat = 0; repeat < REPEATS; repeat++) {
                ClientFigures figures = measure(server, streams, waves(streams, tokens));
                System.out.println("  " + figures);
                repeats.add(figures);
            }
        }
        System.out.println(RESULT + ClientFigures.median(repeats).line());
    }

    private static int waves(int streams, int tokens) {
        return tokens > 100 ? 1 : Math.max(1, Math.ceilDiv(5, streams));
    }

    private static ClientFigures measure(ServerProcess server, int streams, int waves) {
        RequestTemplate template = new RequestTemplate("null", Map.of("temperature", 0), Map.of(), Map.of());
        Duration limit = Duration.ofMinutes(2);
        heapPools().forEach(MemoryPoolMXBean::resetPeakUsage);
        try (LoadClient client =
                new LoadClient(new Endpoint(server.baseUrl(), null), template, new TimeLimits(limit, limit, limit))) {
            CellLoad load = new CellLoad(
                    "null",
                    CellId.ofConcurrency("benchmark", streams),
                    new Words(),
                    streams,
                    Math.min(streams, 50),
                    waves * streams);
            Warmup warmup = new Warmup(Math.min(streams, 50));
            CellMeasurement cell = client.run(load, new Cancellation(), warmup);
            ProcessorTime taken = ProcessorTime.now().since(warmup.ended());
            double peak = heapPools().stream()
                    .mapToLong(pool -> pool.getPeakUsage().getUsed())
                    .sum();
            System.gc();
            double held =
                    ManagementFactory.getMemoryMXBean().getHeapMemoryUsage().getUsed();
            return figures(cell, waves * streams, taken, held, peak);
        }
    }

    private static ClientFigures figures(CellMeasurement cell, int asked, ProcessorTime cpu, double held, double peak) {
        List<RequestRecord> rows = cell.rows().stream()
                .filter(row -> row.phase() == Phase.MEASURE && row.outcome() == Outcome.SUCCESS)
                .toList();
        if (rows.size() != asked) {
            throw new IllegalStateException("%d of %d requests succeeded".formatted(rows.size(), asked));
        }
        double ttft = mean(rows.stream().mapToDouble(RequestRecord::ttftMs).toArray());
        double truth = mean(
                rows.stream().mapToDouble(row -> row.promptTokens() / 1000.0).toArray());
        double[] gaps = rows.stream()
                .flatMapToDouble(row -> Arrays.stream(row.chunkGapsMs()))
                .sorted()
                .toArray();
        double meanGap = mean(gaps);
        double variance = mean(Arrays.stream(gaps)
                .map(gap -> (gap - meanGap) * (gap - meanGap))
                .toArray());
        long events = rows.stream().mapToLong(RequestRecord::chunks).sum();
        return new ClientFigures(
                ttft - FIRST_TOKEN_MS,
                ttft - truth,
                gaps[(int) Math.round(0.99 * (gaps.length - 1))],
                Math.sqrt(variance),
                cpu.all() / 1e3 / events,
                cpu.system() / 1e3 / events,
                held / (1 << 20),
                peak / (1 << 20));
    }

    private static double mean(double[] values) {
        return Arrays.stream(values).average().orElse(Double.NaN);
    }

    private static List<MemoryPoolMXBean> heapPools() {
        return ManagementFactory.getMemoryPoolMXBeans().stream()
                .filter(pool -> pool.getType() == MemoryType.HEAP)
                .toList();
    }

    /**
     * Reads the processor time when the warm-up has ended: opening connections and writing requests is not streaming.
     */
    private static final class Warmup implements LoadListener {

        private int left;
        private @Nullable ProcessorTime ended;

        Warmup(int requests) {
            left = requests;
        }

        ProcessorTime ended() {
            return requireNonNull(ended, "the warm-up has not ended");
        }

        @Override
        public void requestFinished(RequestRecord row) {
            if (--left == 0) {
                ended = ProcessorTime.now();
            }
        }

        @Override
        public void progress(LoadProgress snapshot) {}
    }

    /** Prompts of a few words, each with a beginning of its own. */
    private static final class Words implements PromptSource {

        @Override
        public Prompt measured(int index) {
            return new Prompt("prompt " + index + " word".repeat(62), 1000, false);
        }

        @Override
        public Prompt warmup(int index) {
            return measured(index);
        }
    }
}
