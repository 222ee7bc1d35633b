package atlas.validation.config;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Holds the keys of one shape against its workload: what it needs, and what would have no meaning. */
final class ComboRules {

    /** Keys that some workloads have no use for, with those that have. */
    private static final Map<String, List<Workload>> OWNERS = owners();

    private final ObjectReader shape;
    private final Workload workload;
    private final @Nullable Integer maxModelLength;

    ComboRules(ObjectReader shape, Workload workload, @Nullable Integer maxModelLength) {
        this.shape = shape;
        this.workload = workload;
        this.maxModelLength = maxModelLength;
    }

    private static Map<String, List<Workload>> owners() {
        Map<String, List<Workload>> owners = new LinkedHashMap<>();
        owners.put("isl", List.of(Workload.RANDOM, Workload.PREFIX, Workload.MULTI_TURN));
        owners.put("prompt", List.of(Workload.PROMPT));
        owners.put("prompt_ref", List.of(Workload.PROMPT));
        owners.put("file", List.of(Workload.DATASET));
        owners.put("prefix_len", List.of(Workload.PREFIX));
        owners.put("tool_ref", List.of(Workload.TOOLS));
        owners.put("turns", List.of(Workload.MULTI_TURN));
        owners.put("think_ms", List.of(Workload.MULTI_TURN));
        return owners;
    }

    void check(@Nullable Integer isl, @Nullable Integer osl, @Nullable Integer prefixLength, @Nullable Integer turns) {
        OWNERS.forEach((key, owners) -> {
            if (shape.value(key) != null && !owners.contains(workload)) {
                shape.problem(
                        key, shape.name(key) + " has no meaning in workload " + workload.word(), fix(key, owners));
            }
        });
        if (workload.hasLengths()) {
            require("isl", "write a number of tokens");
            require("osl", "write a number of tokens");
        }
        switch (workload) {
            case RANDOM -> checkRoom(isl, osl, 1);
            case PROMPT -> checkPrompt();
            case DATASET ->
                require("file", "name a file of prompts, relative to this one: JSON Lines, or ShareGPT's JSON");
            case PREFIX -> {
                require("prefix_len", "write how many tokens of the isl two prompts share");
                checkRoom(isl, osl, 1);
                checkPrefix(isl, prefixLength);
            }
            case TOOLS -> require("tool_ref", "name a shipped tool, such as \"weather\"");
            case MULTI_TURN -> {
                require("turns", "write how many questions a conversation has, at least 2");
                checkRoom(isl, osl, turns == null ? 1 : turns);
            }
        }
    }

    /** In the default workload, a key of another one says which is meant. */
    private String fix(String key, List<Workload> owners) {
        if (key.equals("isl")) {
            return "remove it; prompts are as long as they are";
        }
        String owner = owners.getFirst().word();
        return workload == Workload.RANDOM
                ? "write \"workload\": \"" + owner + "\""
                : "remove it; it belongs to workload " + owner;
    }

    private void require(String key, String fix) {
        if (!shape.has(key)) {
            shape.missing(key, fix);
        }
    }

    private void checkPrompt() {
        if (!shape.has("prompt") && !shape.has("prompt_ref")) {
            shape.missing("prompt", "write the text of the prompt, or name a shipped one with prompt_ref");
        } else if (shape.has("prompt") && shape.has("prompt_ref")) {
            shape.problem("prompt_ref", shape.name("prompt_ref") + " stands beside a prompt", "remove one of the two");
        }
    }

    private void checkPrefix(@Nullable Integer isl, @Nullable Integer prefixLength) {
        if (isl != null && prefixLength != null && prefixLength >= isl) {
            shape.problem(
                    "prefix_len",
                    "prefix_len %d leaves nothing of isl %d, which counts the whole prompt"
                            .formatted(prefixLength, isl),
                    "raise isl: it is the shared beginning and the rest of a prompt together");
        }
    }

    /** The last turn of a conversation has everything before it in its prompt. */
    private void checkRoom(@Nullable Integer isl, @Nullable Integer osl, int turns) {
        if (isl == null || osl == null || maxModelLength == null || ((long) isl + osl) * turns <= maxModelLength) {
            return;
        }
        if (turns == 1) {
            shape.problem(
                    "osl",
                    "isl %d and osl %d together are above params.max_model_length %d"
                            .formatted(isl, osl, maxModelLength),
                    "shorten the shape, or raise max_model_length");
        } else {
            shape.problem(
                    "turns",
                    "%d turns of isl %d and osl %d come to %d tokens, above params.max_model_length %d"
                            .formatted(turns, isl, osl, ((long) isl + osl) * turns, maxModelLength),
                    "shorten the conversation, or raise max_model_length");
        }
    }
}
