package atlas.validation.report;

import static java.util.stream.Collectors.groupingBy;

import atlas.validation.record.CellRecord;
import atlas.validation.record.ColdStart;
import atlas.validation.record.Gpu;
import atlas.validation.record.RunRecord;
import atlas.validation.record.TargetRecord;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * {@code atlas-benchmark-report.json}: the first server's run in the shape of a plain benchmark script's report, for
 * programs that read that shape. Null is what was not measured.
 *
 * @param provider the server's driver
 * @param baseUrl where it answered
 * @param model the model that it served
 * @param gpuInfo name, memory and driver version of each GPU, one line each
 * @param timestamp when the run ended
 * @param results one entry per cell
 * @param summary the whole run
 * @param simulated whether a simulator stood in for the server
 * @param status what is said of the run
 * @param runId the run
 */
record BenchmarkReport(
        @Nullable String provider,
        @Nullable String baseUrl,
        @Nullable String model,
        @Nullable String gpuInfo,
        Instant timestamp,
        List<Result> results,
        Summary summary,
        boolean simulated,
        String status,
        String runId) {

    /**
     * One cell. Numbers of requests are means and medians over those that succeeded.
     *
     * @param name the shape's name, or the cell's id where the shape has several cells
     * @param promptTokens mean prompt tokens
     * @param completionTokens mean completion tokens
     * @param totalTimeMs median time from sent to the last token
     * @param timeToFirstTokenMs median time from sent to the first token, of a streamed answer
     * @param tokensPerSecond speed of one stream while it generates: 1000 / mean TPOT
     * @param success whether every request succeeded
     * @param error what went wrong, empty when nothing did
     * @param cell the cell's id
     */
    record Result(
            String name,
            String model,
            String provider,
            @Nullable Long promptTokens,
            @Nullable Long completionTokens,
            @Nullable Long totalTimeMs,
            @Nullable Long timeToFirstTokenMs,
            @Nullable Double tokensPerSecond,
            boolean success,
            String error,
            String cell) {}

    /**
     * The whole run.
     *
     * @param averageTps completion tokens / time that one stream would generate them in, over all cells
     * @param coldStartMs from the launch to the first token
     * @param vllmComparison the first server beside one that runs vLLM, or null when there is none
     */
    record Summary(
            long successfulBenchmarks,
            int totalBenchmarks,
            @Nullable Long totalCompletionTokens,
            @Nullable Double averageTps,
            @Nullable Long coldStartMs,
            @Nullable VllmComparison vllmComparison) {}

    /**
     * The first server beside one that runs vLLM.
     *
     * @param vllmTps vLLM's average
     * @param speedup the first server's average / vLLM's
     */
    record VllmComparison(
            @Nullable Double vllmTps, @Nullable Double speedup) {}

    static String render(RunRecord record) {
        return RecordJson.indented(of(record)) + "\n";
    }

    static BenchmarkReport of(RunRecord record) {
        Instant timestamp = record.finishedAt() == null ? record.startedAt() : record.finishedAt();
        String status = record.status().word();
        if (record.targets().isEmpty()) {
            Summary nothing = new Summary(0, 0, null, null, null, null);
            return new BenchmarkReport(
                    null, null, null, null, timestamp, List.of(), nothing, false, status, record.runId());
        }
        TargetRecord subject = record.targets().getFirst();
        return new BenchmarkReport(
                subject.driver(),
                subject.baseUrl(),
                subject.model(),
                gpuInfo(subject),
                timestamp,
                results(subject),
                summary(subject, record.targets()),
                subject.simulated(),
                status,
                record.runId());
    }

    private static @Nullable String gpuInfo(TargetRecord target) {
        if (target.gpus().isEmpty()) {
            return target.simulated() ? "SIMULATED" : null;
        }
        return target.gpus().stream().map(BenchmarkReport::gpu).collect(Collectors.joining("\n"));
    }

    private static String gpu(Gpu gpu) {
        return Stream.of(gpu.name(), gpu.memoryMb() == null ? null : gpu.memoryMb() + " MiB", gpu.driverVersion())
                .filter(Objects::nonNull)
                .collect(Collectors.joining(", "));
    }

    private static List<Result> results(TargetRecord target) {
        Map<String, List<CellRecord>> byCombo = target.cells().stream().collect(groupingBy(CellRecord::combo));
        return target.cells().stream()
                .map(cell -> {
                    boolean only = byCombo.getOrDefault(cell.combo(), List.of()).size() == 1;
                    return result(target, cell, only ? cell.combo() : cell.id());
                })
                .toList();
    }

    private static Result result(TargetRecord target, CellRecord cell, String name) {
        boolean success = succeeded(cell);
        return new Result(
                name,
                target.model(),
                target.driver(),
                whole(cell.metrics().get("mean_isl")),
                whole(cell.metrics().get("mean_osl")),
                whole(cell.metrics().get("median_e2el_ms")),
                whole(cell.metrics().get("median_ttft_ms")),
                rounded(speed(cell)),
                success,
                success ? "" : trouble(cell),
                cell.id());
    }

    private static boolean succeeded(CellRecord cell) {
        return cell.counts().succeeded() > 0
                && cell.counts().succeeded() == cell.counts().attempted();
    }

    private static String trouble(CellRecord cell) {
        if (cell.counts().attempted() == 0) {
            return cell.message() == null ? "not run" : cell.message();
        }
        String outcomes = cell.counts().byOutcome().entrySet().stream()
                .filter(outcome -> !outcome.getKey().equals("success"))
                .map(outcome -> outcome.getValue() + " " + outcome.getKey())
                .collect(Collectors.joining(", "));
        return "%d of %d requests did not succeed: %s"
                .formatted(
                        cell.counts().attempted() - cell.counts().succeeded(),
                        cell.counts().attempted(),
                        outcomes);
    }

    private static Summary summary(TargetRecord subject, List<TargetRecord> targets) {
        ColdStart coldStart = subject.coldStart();
        return new Summary(
                subject.cells().stream().filter(BenchmarkReport::succeeded).count(),
                subject.cells().size(),
                totalTokens(subject),
                rounded(averageSpeed(subject)),
                coldStart == null ? null : whole(coldStart.coldStartMs()),
                targets.stream()
                        .skip(1)
                        .filter(other -> other.driver().equals("vllm"))
                        .findFirst()
                        .map(vllm -> beside(subject, vllm))
                        .orElse(null));
    }

    private static VllmComparison beside(TargetRecord subject, TargetRecord vllm) {
        Double ours = averageSpeed(subject);
        Double theirs = averageSpeed(vllm);
        return new VllmComparison(
                rounded(theirs), ours == null || theirs == null ? null : Math.round(100 * ours / theirs) / 100.0);
    }

    private static @Nullable Long totalTokens(TargetRecord target) {
        List<Double> tokens = target.cells().stream()
                .map(cell -> cell.metrics().get("total_output_tokens"))
                .filter(Objects::nonNull)
                .toList();
        return tokens.isEmpty()
                ? null
                : (Long) Math.round(
                        tokens.stream().mapToDouble(Double::doubleValue).sum());
    }

    private static @Nullable Double averageSpeed(TargetRecord target) {
        double tokens = 0;
        double seconds = 0;
        for (CellRecord cell : target.cells()) {
            Double ofCell = cell.metrics().get("total_output_tokens");
            Double speed = speed(cell);
            if (ofCell != null && speed != null) {
                tokens += ofCell;
                seconds += ofCell / speed;
            }
        }
        return seconds > 0 ? (Double) (tokens / seconds) : null;
    }

    private static @Nullable Double speed(CellRecord cell) {
        Double tpot = cell.metrics().get("mean_tpot_ms");
        return tpot == null || tpot <= 0 ? null : (Double) (1000 / tpot);
    }

    private static @Nullable Long whole(@Nullable Double value) {
        return value == null ? null : (Long) Math.round(value);
    }

    private static @Nullable Double rounded(@Nullable Double value) {
        return value == null ? null : (Double) (Math.round(value * 10) / 10.0);
    }
}
