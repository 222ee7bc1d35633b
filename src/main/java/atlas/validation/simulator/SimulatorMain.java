package atlas.validation.simulator;

import atlas.validation.signal.InterruptSignal;
import io.netty.util.internal.logging.InternalLoggerFactory;
import io.netty.util.internal.logging.JdkLoggerFactory;
import java.io.IOException;
import java.io.PrintStream;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/** Runs the simulator as a process of its own: {@code serve MODEL [options]}. */
public final class SimulatorMain {

    private static final int FAILED = 1;
    private static final int USAGE = 2;
    private static final int ABORTED = 134;
    private static final Duration NEVER = Duration.ofDays(1);

    /** What a build for the GB10 says on an L40S, with its words. */
    private static final String NO_KERNELS =
            "kernels compiled for sm_121f cannot run on this GPU (compute capability 8.9): family-specific PTX (sm_121f)"
                    + " runs only on compute capability 12.1 or later within the 12.x family; fix: no shipped target"
                    + " matches compute capability 8.9 (kernels/<hw>/HARDWARE.toml arch must match this GPU) — use the"
                    + " image built for this GPU";

    private final SimulatorOptions options;
    private final ServerLog log;

    private SimulatorMain(SimulatorOptions options, ServerLog log) {
        this.options = options;
        this.log = log;
    }

    /** Runs until the process is stopped. Ends with 1 if it cannot start and with 2 if it is called wrongly. */
    public static void main(String[] arguments) {
        List<String> given = List.of(arguments);
        PrintStream out = System.out;
        if (given.contains("--help") || given.contains("-h")) {
            out.print(CommandLine.USAGE);
            return;
        }
        SimulatorOptions options;
        try {
            options = SimulatorOptions.parse(given);
        } catch (UsageException wrong) {
            System.err.println("error: " + wrong.getMessage());
            System.exit(USAGE);
            return;
        }
        // Whatever logging library the class path has, nothing but the server's own lines belongs into its log.
        InternalLoggerFactory.setDefaultFactory(JdkLoggerFactory.INSTANCE);
        System.exit(new SimulatorMain(options, new ServerLog(out)).run());
    }

    private int run() {
        CountDownLatch end = new CountDownLatch(1);
        if (options.exitWithStdin()) {
            // Ctrl-C reaches every process of the terminal; this one's end is for its parent to decide.
            InterruptSignal.onEach(() -> {});
            Thread.ofPlatform().name("simulator-stdin").daemon().start(() -> {
                readToEnd();
                end.countDown();
            });
        }
        logStart();
        try {
            if (options.failure() instanceof SimulatedFailure.ExitAtStart) {
                log.error("spark", "Failed to initialize CUDA backend: simulated by --sim-fail exit-at-start");
                return FAILED;
            }
            if (options.failure() instanceof SimulatedFailure.NoKernels) {
                log.error("spark", NO_KERNELS);
                return FAILED;
            }
            long started = System.nanoTime();
            Rehearsal.play();
            boolean never = options.failure() instanceof SimulatedFailure.NeverReady;
            Duration startTime = never ? NEVER : options.startTime();
            if (end.await(startTime.toNanos() - (System.nanoTime() - started), TimeUnit.NANOSECONDS)) {
                return 0;
            }
            return serve(end);
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
            return FAILED;
        }
    }

    private int serve(CountDownLatch end) throws InterruptedException {
        Simulator simulator;
        try {
            simulator = Simulator.start(options, log, this::crash);
        } catch (Exception failed) { // A failed bind throws a checked exception that no signature declares.
            log.error("spark", "binding " + options.bind() + ":" + options.port() + ": " + failed.getMessage());
            return FAILED;
        }
        try (simulator) {
            log.info("spark", "Listening on " + simulator.baseUrl().getAuthority());
            end.await();
        }
        return 0;
    }

    private void logStart() {
        log.info("simulator", "this is a SIMULATOR: it has no model and no GPU, and its speed is made up");
        log.info("spark", "Atlas Spark starting...");
        log.info("spark", "Model: " + options.model() + " (resolved to the simulator)");
        log.info("spark", "Port: " + options.port());
        log.info(
                "spark::scheduler",
                ("Scheduler started (batched mode, max_batch=%d, mtp=%b, ngram=false, num_drafts=%d, policy=fifo,"
                                + " chunked_prefill=false, max_prefill_tokens=0)")
                        .formatted(
                                options.maxBatchSize(),
                                options.timeModel().chunkTokens() > 1,
                                options.timeModel().chunkTokens() - 1));
    }

    private void crash() {
        log.error("spark::scheduler", "Inference error: cuMemcpyDtoDAsync_v2 failed: status 700 (simulated)");
        Runtime.getRuntime().halt(ABORTED);
    }

    private static void readToEnd() {
        try {
            while (System.in.read() >= 0) {
                // Whatever is written there means nothing.
            }
        } catch (IOException broken) {
            // A broken pipe is an end too.
        }
    }
}
