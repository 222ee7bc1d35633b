package atlas.validation.config;

import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Reads one entry of {@code sweep.sequence_combinations}. */
final class ComboReader {

    private static final int MAX_TOKENS = 10_000_000;
    private static final int MOST_TURNS = 1000;
    private static final int MOST_THINK_MS = 3_600_000;
    private static final NumberRange LIMIT_MS = NumberRange.above(0, Double.MAX_VALUE);

    private final ObjectReader shape;
    private final @Nullable Integer maxModelLength;
    private final NeighbourFile neighbours;

    ComboReader(ObjectReader shape, @Nullable Integer maxModelLength, NeighbourFile neighbours) {
        this.shape = shape;
        this.maxModelLength = maxModelLength;
        this.neighbours = neighbours;
    }

    /** Reads the shape; the answer is empty when so much is wrong that no cell can be named after it. */
    Optional<Combo> read() {
        String name = shape.requiredString("name", "write a short name, such as \"w1_1k_1k\"");
        Workload workload = shape.choice("workload", Workload.RANDOM, Workload.class, Workload::word);
        Integer isl = shape.optionalInteger("isl", 1, MAX_TOKENS);
        Integer osl = shape.optionalInteger("osl", 1, MAX_TOKENS);
        String prompt = shape.optionalString("prompt");
        ShippedPrompt shipped = shippedPrompt();
        Integer prefixLength = shape.optionalInteger("prefix_len", 1, MAX_TOKENS);
        Integer turns = shape.optionalInteger("turns", 2, MOST_TURNS);
        Double thinkMs = shape.optionalNumber("think_ms", NumberRange.between(0, MOST_THINK_MS));
        ToolTask tool = shippedTool();
        boolean forceLength = shape.flag("force_length", workload.hasLengths());
        DatasetFile dataset = dataset();
        boolean salted = shape.flag("salt", true);
        Slo slo = slo();
        boolean otherWorkload = shape.has("workload") && shape.value("workload") == null;
        if (!otherWorkload) {
            new ComboRules(shape, workload, maxModelLength).check(isl, osl, prefixLength, turns);
        }
        shape.finish();
        if (name == null) {
            return Optional.empty();
        }
        if (shipped != null) {
            prompt = shipped.text();
            osl = osl == null ? Integer.valueOf(shipped.maxTokens()) : osl;
        }
        if (tool != null) {
            osl = osl == null ? Integer.valueOf(tool.maxTokens()) : osl;
        }
        return Optional.of(new Combo(
                name,
                workload,
                isl,
                osl,
                prompt,
                dataset,
                prefixLength,
                turns == null ? null : new Conversation(turns, think(thinkMs)),
                tool,
                salted,
                forceLength,
                slo,
                shape.line()));
    }

    private static Duration think(@Nullable Double millis) {
        return millis == null ? Duration.ZERO : Duration.ofNanos(Math.round(millis * 1e6));
    }

    private @Nullable ShippedPrompt shippedPrompt() {
        return shipped("prompt_ref", "prompt", ShippedPrompt::all);
    }

    private @Nullable ToolTask shippedTool() {
        return shipped("tool_ref", "tool", ShippedTool::all);
    }

    private <T> @Nullable T shipped(String key, String what, Supplier<Map<String, T>> shipped) {
        String name = shape.optionalString(key);
        if (name == null) {
            return null;
        }
        Map<String, T> all = shipped.get();
        if (!all.containsKey(name)) {
            shape.problem(
                    key,
                    shape.name(key) + " " + shape.at(key).shown() + " is no shipped " + what,
                    Suggestion.choose(name, all.keySet()));
        }
        return all.get(name);
    }

    private @Nullable DatasetFile dataset() {
        String key = "file";
        String name = shape.optionalString(key);
        return name == null
                ? null
                : neighbours
                        .find(key, name, shape)
                        .map(file -> new DatasetFile(file.name(), file.path()))
                        .orElse(null);
    }

    private @Nullable Slo slo() {
        if (shape.value("goodput_slo") == null) {
            return null;
        }
        ObjectReader slo = shape.object("goodput_slo");
        Slo read = new Slo(
                slo.optionalNumber("ttft_ms", LIMIT_MS),
                slo.optionalNumber("tpot_ms", LIMIT_MS),
                slo.optionalNumber("e2el_ms", LIMIT_MS));
        slo.finish();
        if (slo.json().members().keySet().stream().noneMatch(slo::has)) {
            shape.problem(
                    "goodput_slo",
                    shape.name("goodput_slo") + " has no limit",
                    "write ttft_ms, tpot_ms or e2el_ms, or remove it");
        }
        boolean unlimited = read.ttftMs() == null && read.tpotMs() == null && read.e2elMs() == null;
        return unlimited ? null : read;
    }
}
