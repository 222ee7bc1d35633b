package atlas.validation.config;

import atlas.validation.config.JsonValue.JsonArray;
import atlas.validation.record.CellId;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Reads the {@code sweep} section. */
final class SweepReader {

    private static final int MAX_CONCURRENCY = 65_536;

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
        Integer concurrency = run.optionalInteger("concurrency", 1, MAX_CONCURRENCY);
        int prompts = run.integer("num_prompts", params.numPrompts(), 1, ParamsReader.MAX_PROMPTS);
        if (!run.has("concurrency") && !run.has("request_rate")) {
            run.missing("concurrency", "write how many requests are in flight at any time");
        }
        run.finish();
        Combo combo = combos.get(name);
        if (name != null && combo == null) {
            run.problem(
                    "combo",
                    run.name("combo") + " " + run.at("combo").shown() + " is no shape of this sweep",
                    Suggestion.choose(name, combos.keySet()));
        }
        if (combo == null || concurrency == null) {
            return Optional.empty();
        }
        if (prompts < concurrency) {
            run.warning(
                    "concurrency",
                    "concurrency %d is never reached with %d requests".formatted(concurrency, prompts),
                    "raise num_prompts");
        }
        return Optional.of(new SweepRun(combo, CellId.ofConcurrency(combo.name(), concurrency), prompts, run.line()));
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
