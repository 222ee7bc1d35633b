package atlas.validation.client;

import static java.util.Objects.requireNonNull;

import atlas.validation.record.Phase;
import atlas.validation.record.RequestRecord;
import java.net.URI;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Measures what the client itself adds to TTFT: it sends a cell's load, in small, to a null server, whose answers say
 * in {@code usage.prompt_tokens} for how many µs it held the first token back. Beyond that time, all of TTFT is the
 * client's own, and the loopback device's. Used by one thread.
 */
public final class Calibration implements AutoCloseable {

    /** A null server answers within milliseconds; one that hangs must not hold up a run. */
    private static final Duration LIMIT = Duration.ofSeconds(10);

    private static final double MICROS_PER_MILLI = 1000;

    private final LoadClient client;

    private Calibration(LoadClient client) {
        this.client = client;
    }

    /** Prepares to send the requests of another client to a null server. */
    public static Calibration of(LoadClient measuring, URI nullServer) {
        requireNonNull(nullServer, "nullServer is null");
        return new Calibration(measuring.toward(new Endpoint(nullServer, null), new TimeLimits(LIMIT, LIMIT, LIMIT)));
    }

    /**
     * What a calibration gave.
     *
     * @param ttftOverheadMs median of client's TTFT − server's own, in ms; null when most requests failed
     * @param trouble why there is none, as a clause, or null
     */
    public record Result(
            @Nullable Double ttftOverheadMs, @Nullable String trouble) {

        /** Nothing was measured, for this reason. */
        public static Result without(String trouble) {
            return new Result(null, trouble);
        }
    }

    /** Sends a load; its warm-up requests compile what the measured ones run. */
    public Result measure(CellLoad load, Cancellation cancellation) {
        CellMeasurement measurement = client.run(load, cancellation, LoadListener.silent());
        List<RequestRecord> measured = measurement.rows().stream()
                .filter(row -> row.phase() == Phase.MEASURE)
                .toList();
        double[] overheads = measured.stream()
                .map(Calibration::overhead)
                .filter(Objects::nonNull)
                .mapToDouble(Double::doubleValue)
                .sorted()
                .toArray();
        if (2 * overheads.length <= measured.size()) {
            return Result.without("%d of %d requests to the null server were answered%s"
                    .formatted(overheads.length, measured.size(), firstError(measured)));
        }
        return new Result(median(overheads), null);
    }

    private static String firstError(List<RequestRecord> rows) {
        return rows.stream()
                .map(RequestRecord::error)
                .filter(Objects::nonNull)
                .findFirst()
                .map(error -> ", else: " + error)
                .orElse("");
    }

    /**
     * Returns what the client measured beyond what the null server took, in ms; null without both. An answer counts
     * although it is shorter than asked: a null server knows one length only.
     */
    static @Nullable Double overhead(RequestRecord row) {
        return row.ttftMs() == null || row.promptTokens() == null
                ? null
                : (Double) (row.ttftMs() - row.promptTokens() / MICROS_PER_MILLI);
    }

    private static double median(double[] sorted) {
        int middle = sorted.length / 2;
        double median = sorted.length % 2 == 1
                ? sorted[middle]
                : Arrays.stream(sorted, middle - 1, middle + 1).sum() / 2;
        return Math.round(median * MICROS_PER_MILLI) / MICROS_PER_MILLI;
    }

    @Override
    public void close() {
        client.close();
    }
}
