package atlas.validation.config;

import atlas.validation.config.JsonValue.JsonArray;
import atlas.validation.record.CellId;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Reads the {@code sweep} section. */
final class SweepReader {

    /** A rate such as 0.1 has no exact double. */
    private static final double ROUNDING = 1e-6;

    private final ObjectReader sweep;
    private final Params params;
    private final NeighbourFile neighbours;

    SweepReader(ObjectReader sweep, Params params, NeighbourFile neighbours) {
        this.sweep = sweep;
        this.params = params;
        this.neighbours = neighbours;
    }

    Sweep read() {
        Map<String, Combo> combos = new LinkedHashMap<>();
        List<ObjectReader> shapes = sweep.objects("sequence_combinations");
        for (ObjectReader shape : shapes) {
            new ComboReader(shape, params.maxModelLength(), neighbours).read().ifPresent(combo -> {
                Combo first = combos.putIfAbsent(combo.name(), combo);
                if (first != null) {
                    shape.problem(
                            "name",
                            "combo " + combo.name() + " stands twice, first in line " + first.line(),
                            "rename one of them");
                }
            });
        }
        List<SweepRun> runs = new ArrayList<>();
        for (ObjectReader run : sweep.objects("runs")) {
            run(run, combos).ifPresent(runs::add);
        }
        require("sequence_combinations", "write at least one shape");
        require("runs", "write at least one {\"combo\": …, \"concurrency\": …}");
        sweep.finish();
        return new Sweep(List.copyOf(combos.values()), runs);
    }

    private Optional<SweepRun> run(ObjectReader run, Map<String, Combo> combos) {
        String name = run.requiredString("combo", "name one of sweep.sequence_combinations");
        Integer concurrency = run.optionalInteger("concurrency", 1, LoadSettingsReader.MAX_CONCURRENCY);
        Double rate = LoadSettingsReader.rate(run, "request_rate");
        Limits limits = limits(run);
        if (rate != null && run.has("concurrency")) {
            run.problem(
                    "request_rate",
                    run.name("request_rate") + " stands beside a concurrency: a cell has one load",
                    "write two runs, or params.max_concurrency for a limit on the requests in flight");
        } else if (!run.has("concurrency") && rate == null) {
            rate = params.load().requestRate();
            if (rate == null && !isBroken(run, "request_rate")) {
                run.missing(
                        "concurrency", "write how many requests are in flight at any time, or a request_rate instead");
            }
        }
        run.finish();
        Combo combo = combos.get(name);
        if (name != null && combo == null) {
            run.problem(
                    "combo",
                    run.name("combo") + " " + run.at("combo").shown() + " is no shape of this sweep",
                    Suggestion.choose(name, combos.keySet()));
        }
        if (combo == null) {
            return Optional.empty();
        }
        if (concurrency != null) {
            return Optional.of(atConcurrency(run, combo, concurrency, limits));
        }
        if (rate == null || run.has("concurrency")) {
            return Optional.empty();
        }
        if (combo.workload().followsUp()) {
            run.problem(
                    run.has("request_rate") ? "request_rate" : "combo",
                    "combo %s is of workload %s, whose requests follow one another: it has no rate"
                            .formatted(combo.name(), combo.workload().word()),
                    "write a concurrency instead: that many users ask at any time");
            return Optional.empty();
        }
        return atRate(run, combo, rate, limits);
    }

    private static boolean isBroken(ObjectReader run, String key) {
        return run.has(key) && run.findings().hasProblemAt(run.at(key));
    }

    /** What ends a run, as it is written: one of them at least. */
    private record Limits(
            @Nullable Integer requests, @Nullable Duration duration) {}

    private Limits limits(ObjectReader run) {
        Integer requests = run.optionalInteger("num_prompts", 1, ParamsReader.MAX_PROMPTS);
        Duration duration = run.optionalSeconds("duration_s");
        if (duration == null) {
            duration = params.load().duration();
        }
        if (requests == null && (duration == null || params.load().endsByCount())) {
            requests = params.numPrompts();
        }
        return new Limits(requests, duration);
    }

    private static SweepRun atConcurrency(ObjectReader run, Combo combo, int concurrency, Limits limits) {
        int turns = combo.turns();
        Integer asked = limits.requests();
        // Whole conversations: a number that ends in the middle of one is rounded up.
        Integer requests = asked == null ? null : (Integer) (Math.ceilDiv(asked, turns) * turns);
        if (requests != null && requests / turns < concurrency) {
            run.warning(
                    "concurrency",
                    "concurrency %d is never reached with %d requests".formatted(concurrency, requests)
                            + (turns == 1 ? "" : ", which are %d users' of %d each".formatted(requests / turns, turns)),
                    "raise num_prompts");
        }
        CellId id = CellId.ofConcurrency(combo.name(), concurrency);
        return new SweepRun(combo, id, requests, limits.duration(), run.line());
    }

    /** The number of arrivals follows from rate and duration, so that only one of the limits is left. */
    private static Optional<SweepRun> atRate(ObjectReader run, Combo combo, double rate, Limits limits) {
        CellId id = CellId.ofRate(combo.name(), rate);
        Integer requests = limits.requests();
        Duration duration = limits.duration();
        if (duration != null) {
            // Whole mean gaps only: a rounded-up number of them would go on after the duration.
            long arrivals = (long) Math.floor(rate * (duration.toNanos() / 1e9) + ROUNDING);
            if (arrivals < 1 || (requests == null && arrivals > ParamsReader.MAX_PROMPTS)) {
                run.problem(
                        "duration_s",
                        "%s at %s requests/s for %s s sends %d requests"
                                .formatted(run.name("duration_s"), rate, duration.toNanos() / 1e9, arrivals),
                        "choose a duration that gives from 1 to %d of them".formatted(ParamsReader.MAX_PROMPTS));
                return Optional.empty();
            }
            if (requests == null || arrivals <= requests) {
                return Optional.of(new SweepRun(combo, id, (int) arrivals, duration, run.line()));
            }
        }
        return Optional.of(new SweepRun(combo, id, requests, null, run.line()));
    }

    private void require(String key, String fix) {
        if (!sweep.has(key)) {
            sweep.missing(key, fix);
        } else if (sweep.value(key) instanceof JsonArray array
                && array.elements().isEmpty()) {
            sweep.problem(key, sweep.name(key) + " is empty", fix);
        }
    }
}
