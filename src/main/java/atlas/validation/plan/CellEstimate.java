package atlas.validation.plan;

import atlas.validation.config.Combo;
import atlas.validation.config.Conversation;
import atlas.validation.config.Params;
import atlas.validation.config.Slo;
import atlas.validation.config.ThresholdEntry;
import atlas.validation.config.ThresholdRule;
import atlas.validation.config.Workload;
import atlas.validation.record.CellId;
import atlas.validation.record.PlanRecord.Estimate;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Guesses what a cell takes before any server is known: tokens from the shape, time from how fast its own objective,
 * else its limits, ask the server to be. A server that is faster takes less.
 */
final class CellEstimate {

    /** Where nothing says how fast a server is: slow for a small model on a large GPU, fast for the opposite. */
    private static final double ASSUMED_TTFT_MS = 500;

    private static final double ASSUMED_TPOT_MS = 25;

    /** Of English, for the tokenizers of current models; a rule of thumb. */
    private static final int LETTERS_PER_TOKEN = 4;

    private final Params params;
    private final PlannedCell cell;
    private final Set<String> basis = new LinkedHashSet<>();

    private CellEstimate(Params params, PlannedCell cell) {
        this.params = params;
        this.cell = cell;
    }

    static Estimate of(Params params, PlannedCell cell) {
        return new CellEstimate(params, cell).estimate();
    }

    /** Adds estimates; what is not known of one is not known of all. */
    static Estimate sum(List<Estimate> parts) {
        Set<String> basis = new LinkedHashSet<>();
        parts.forEach(part -> basis.addAll(part.basis()));
        return new Estimate(
                total(parts, Estimate::requests),
                parts.stream().anyMatch(part -> part.seconds() == null)
                        ? null
                        : (Double) parts.stream()
                                .map(Estimate::seconds)
                                .mapToDouble(CellEstimate::known)
                                .sum(),
                total(parts, Estimate::promptTokens),
                total(parts, Estimate::completionTokens),
                List.copyOf(basis));
    }

    private static double known(@Nullable Double value) {
        return value == null ? 0 : value;
    }

    private static @Nullable Long total(List<Estimate> parts, Function<Estimate, @Nullable Long> field) {
        long sum = 0;
        for (Estimate part : parts) {
            Long value = field.apply(part);
            if (value == null) {
                return null;
            }
            sum += value;
        }
        return sum;
    }

    private Estimate estimate() {
        Integer measured = cell.requests();
        Long requests = measured == null ? null : (long) params.repeats().most() * (measured + cell.warmupRequests());
        Double answer = answerTokens();
        return new Estimate(
                requests,
                seconds(answer),
                tokens(requests, promptTokens()),
                tokens(requests, answer),
                new ArrayList<>(basis));
    }

    private static @Nullable Long tokens(@Nullable Long requests, @Nullable Double each) {
        return requests == null || each == null ? null : (Long) Math.round(requests * each);
    }

    /** Returns the mean length of a prompt in tokens, or null where it is not known. */
    private @Nullable Double promptTokens() {
        Combo combo = cell.combo();
        String prompt = combo.prompt();
        if (prompt != null) {
            return Math.ceil(prompt.length() / (double) LETTERS_PER_TOKEN);
        }
        Integer isl = combo.isl();
        if (isl == null) {
            return null;
        }
        double mean = mean(isl);
        Conversation conversation = combo.conversation();
        if (conversation == null) {
            return mean;
        }
        // Each turn is sent with everything that was said before it.
        double before = (conversation.turns() - 1) / 2.0;
        Double answer = answerTokens();
        return mean * (1 + before) + (answer == null ? 0 : answer * before);
    }

    private @Nullable Double answerTokens() {
        Integer osl = cell.combo().osl();
        if (osl == null) {
            return null;
        }
        return cell.combo().workload() == Workload.PROMPT || cell.combo().workload() == Workload.DATASET
                ? (double) osl
                : mean(osl);
    }

    private double mean(int length) {
        return length * (1 + params.randomRangeRatio()) / 2;
    }

    private @Nullable Double seconds(@Nullable Double answer) {
        Duration duration = cell.duration();
        Integer measured = cell.requests();
        Double request = requestSeconds(answer);
        Double load = switch (cell.id().load()) {
            case CellId.Rate(double perSecond) ->
                duration != null ? seconds(duration) : measured == null ? null : (Double) (measured / perSecond);
            case CellId.Concurrency(int users) -> {
                Double byCount = measured == null || request == null
                        ? null
                        : (Double) (Math.ceil(measured / (double) users) * request);
                Double byClock = duration == null ? null : seconds(duration);
                yield byCount == null ? byClock : byClock == null ? byCount : (Double) Math.min(byCount, byClock);
            }
        };
        if (load == null) {
            return null;
        }
        double warmUp = switch (cell.id().load()) {
            case CellId.Rate(double perSecond) -> cell.warmupRequests() / perSecond;
            case CellId.Concurrency(int users) ->
                request == null ? 0 : Math.ceil(cell.warmupRequests() / (double) users) * request;
        };
        return params.repeats().most() * (load + warmUp);
    }

    private static Double seconds(Duration duration) {
        return duration.toMillis() / 1e3;
    }

    /** Returns how long one request takes, or null where its answer has no limit. */
    private @Nullable Double requestSeconds(@Nullable Double answer) {
        if (answer == null) {
            return null;
        }
        double ttft = speed("TTFT", Slo::ttftMs, "_ttft_ms", ASSUMED_TTFT_MS);
        double tpot = speed("TPOT", Slo::tpotMs, "_tpot_ms", ASSUMED_TPOT_MS);
        return (ttft + Math.max(0, answer - 1) * tpot) / 1e3;
    }

    private double speed(String name, Function<Slo, @Nullable Double> objective, String metricEnding, double assumed) {
        Slo slo = cell.combo().slo();
        Double asked = slo == null ? null : objective.apply(slo);
        if (asked != null) {
            basis.add("goodput_slo of %s: %s %s ms".formatted(cell.combo().name(), name, number(asked)));
            return asked;
        }
        Optional<ThresholdEntry> limit = Stream.of("mean", "median", "p50", "p90", "p95", "p99")
                .flatMap(statistic ->
                        cell.limits().stream().filter(entry -> entry.metric().equals(statistic + metricEnding)))
                .filter(entry -> entry.rule() instanceof ThresholdRule.Max)
                .findFirst();
        if (limit.isPresent() && limit.get().rule() instanceof ThresholdRule.Max(String kind, double value)) {
            basis.add("the limits of the cells");
            return value;
        }
        basis.add("%s %s ms, assumed where nothing says how fast the server is".formatted(name, number(assumed)));
        return assumed;
    }

    private static String number(double value) {
        return value == Math.rint(value) ? Long.toString((long) value) : Double.toString(value);
    }
}
