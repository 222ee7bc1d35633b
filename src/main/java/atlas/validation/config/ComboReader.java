package atlas.validation.config;

import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Reads one entry of {@code sweep.sequence_combinations}. */
final class ComboReader {

    private static final int MAX_TOKENS = 10_000_000;
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
        boolean forceLength = shape.flag("force_length", workload == Workload.RANDOM);
        DatasetFile dataset = dataset();
        boolean salted = shape.flag("salt", true);
        Slo slo = slo();
        boolean otherWorkload = shape.has("workload") && shape.value("workload") == null;
        if (!otherWorkload) {
            switch (workload) {
                case RANDOM -> checkRandom(isl, osl);
                case PROMPT -> checkPrompt();
                case DATASET -> checkDataset();
            }
        }
        shape.finish();
        if (name == null) {
            return Optional.empty();
        }
        if (shipped != null) {
            prompt = shipped.text();
            osl = osl == null ? Integer.valueOf(shipped.maxTokens()) : osl;
        }
        return Optional.of(
                new Combo(name, workload, isl, osl, prompt, dataset, salted, forceLength, slo, shape.line()));
    }

    private @Nullable ShippedPrompt shippedPrompt() {
        String key = "prompt_ref";
        String name = shape.optionalString(key);
        if (name == null) {
            return null;
        }
        Map<String, ShippedPrompt> all = ShippedPrompt.all();
        if (!all.containsKey(name)) {
            shape.problem(
                    key,
                    shape.name(key) + " " + shape.at(key).shown() + " is no shipped prompt",
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

    private void checkDataset() {
        if (!shape.has("file")) {
            shape.missing("file", "name a file of prompts, relative to this one: JSON Lines, or ShareGPT's JSON");
        }
        meansNothing("dataset", "the prompts are as long as they are", "isl");
        meansNothing("dataset", "the prompts come from the file", "prompt", "prompt_ref");
    }

    private void meansNothing(String workload, String why, String... keys) {
        for (String key : keys) {
            if (shape.value(key) != null) {
                shape.problem(key, shape.name(key) + " has no meaning in workload " + workload, "remove it; " + why);
            }
        }
    }

    private void checkRandom(@Nullable Integer isl, @Nullable Integer osl) {
        for (String key : new String[] {"prompt", "prompt_ref"}) {
            if (shape.has(key)) {
                shape.problem(
                        key, shape.name(key) + " has no meaning in workload random", "write \"workload\": \"prompt\"");
                return;
            }
        }
        if (shape.value("file") != null) {
            shape.problem(
                    "file",
                    shape.name("file") + " has no meaning in workload random",
                    "write \"workload\": \"dataset\"");
        }
        for (String key : new String[] {"isl", "osl"}) {
            if (!shape.has(key)) {
                shape.missing(key, "write a number of tokens");
            }
        }
        if (isl != null && osl != null && maxModelLength != null && (long) isl + osl > maxModelLength) {
            shape.problem(
                    "osl",
                    "isl %d and osl %d together are above params.max_model_length %d"
                            .formatted(isl, osl, maxModelLength),
                    "shorten the shape, or raise max_model_length");
        }
    }

    private void checkPrompt() {
        if (!shape.has("prompt") && !shape.has("prompt_ref")) {
            shape.missing("prompt", "write the text of the prompt, or name a shipped one with prompt_ref");
        } else if (shape.has("prompt") && shape.has("prompt_ref")) {
            shape.problem("prompt_ref", shape.name("prompt_ref") + " stands beside a prompt", "remove one of the two");
        }
        meansNothing("prompt", "the prompt is as long as it is", "isl");
        meansNothing("prompt", "a file belongs to workload dataset", "file");
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
