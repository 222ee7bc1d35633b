package atlas.validation.config;

import static java.util.Objects.requireNonNull;

import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The {@code params} section: how the server is run and how it is loaded.
 *
 * @param driver which server it is
 * @param port the port that it listens on; 0 lets the server choose
 * @param tensorParallelism GPUs that share each layer
 * @param pipelineParallelSize groups of layers
 * @param nnodes nodes that serve
 * @param numPrompts measured requests of a cell that does not say otherwise
 * @param seed seed of prompts and lengths
 * @param randomRangeRatio r: lengths are uniform in [⌈r·L⌉, L]; 1 means exactly L
 * @param metricPercentiles percentiles to compute, ascending, each from 1 to 99
 * @param maxModelLength greatest number of tokens of a request and its answer, or null for the server's own
 * @param readyTimeout how long the server may take to become ready
 * @param firstTokenTimeout how long a request may wait for its first token
 * @param idleTimeout how long a stream may be silent after that
 * @param requestTimeout how long a request may take
 * @param warmupRequests uncounted requests before each cell; or null for max(4, concurrency), and at a rate for as many
 *     as arrive in a second, from 4 to 64
 * @param baseUrl where the running server is, with or without {@code /v1}; null when the suite launches it
 * @param sampling sampling fields that every request carries
 * @param extraBody further fields that every request carries, as they are
 * @param access how to get to the server
 * @param repeats how often each cell is measured
 * @param restartServer whether a server that went away is started again
 * @param load how cells are loaded and when they end
 * @param reuseServer whether one launch serves the whole sweep, and not one for each shape
 * @param api where load goes
 * @param tokenizerFile the model's {@code tokenizer.json} on this machine, for servers that count no tokens; or null
 */
public record Params(
        Driver driver,
        int port,
        int tensorParallelism,
        int pipelineParallelSize,
        int nnodes,
        int numPrompts,
        long seed,
        double randomRangeRatio,
        List<Integer> metricPercentiles,
        @Nullable Integer maxModelLength,
        Duration readyTimeout,
        Duration firstTokenTimeout,
        Duration idleTimeout,
        Duration requestTimeout,
        @Nullable Integer warmupRequests,
        @Nullable URI baseUrl,
        Map<String, Object> sampling,
        Map<String, Object> extraBody,
        AccessSettings access,
        Repeats repeats,
        RestartServer restartServer,
        LoadSettings load,
        boolean reuseServer,
        Api api,
        @Nullable Path tokenizerFile) {

    private static final int LEAST_WARMUP = 4;
    private static final int MOST_WARMUP_AT_RATE = 64;

    public Params {
        requireNonNull(driver, "driver is null");
        if (numPrompts < 1) {
            throw new IllegalArgumentException("numPrompts must be positive, got [" + numPrompts + "]");
        }
        if (!(randomRangeRatio > 0 && randomRangeRatio <= 1)) {
            throw new IllegalArgumentException("randomRangeRatio must be in (0, 1], got [" + randomRangeRatio + "]");
        }
        requireNonNull(readyTimeout, "readyTimeout is null");
        requireNonNull(firstTokenTimeout, "firstTokenTimeout is null");
        requireNonNull(idleTimeout, "idleTimeout is null");
        requireNonNull(requestTimeout, "requestTimeout is null");
        requireNonNull(access, "access is null");
        requireNonNull(repeats, "repeats is null");
        requireNonNull(restartServer, "restartServer is null");
        requireNonNull(load, "load is null");
        requireNonNull(api, "api is null");
        metricPercentiles = List.copyOf(metricPercentiles);
        sampling = Collections.unmodifiableMap(new LinkedHashMap<>(sampling));
        extraBody = Collections.unmodifiableMap(new LinkedHashMap<>(extraBody));
    }

    /** Returns the number of GPUs that serve. */
    public int servingGpus() {
        return tensorParallelism * pipelineParallelSize;
    }

    /** Returns how many uncounted requests precede a cell of {@code concurrency} users. */
    public int warmupRequests(int concurrency) {
        return warmupRequests != null ? warmupRequests : Math.max(LEAST_WARMUP, concurrency);
    }

    /** Returns how many uncounted requests precede a cell at a rate: those of a second, within reason. */
    public int warmupRequests(double requestRate) {
        return warmupRequests != null
                ? warmupRequests
                : Math.clamp((long) Math.ceil(requestRate), LEAST_WARMUP, MOST_WARMUP_AT_RATE);
    }
}
