package atlas.validation.config;

import atlas.validation.config.JsonValue.JsonObject;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Reads a threshold file: chooses the profile's block and reads the limits of each cell in it. */
final class ThresholdReader {

    private static final String PROFILES = "profiles";
    private static final String CVS_PREFIX = "client.";

    /** What CVS keeps in a threshold file beside the cells. */
    private static final Set<String> CVS_BLOCKS =
            Set.of("accuracy", "long_context_accuracy", "mtp_quality", "quant_parity");

    private final Findings findings;

    ThresholdReader(Findings findings) {
        this.findings = findings;
    }

    /**
     * Reads the limits; the answer is empty when the block that is enforced cannot be told. A cell or limit that cannot
     * be read is a problem and stays under its name, so that the name is still checked: the cell without limits, the
     * limit as one for information.
     *
     * @param profile the block to use in a file with profiles, or null to take the only one
     * @param enforced whether a block that is missing matters
     */
    Optional<ThresholdFile> read(JsonObject root, @Nullable String profile, boolean enforced) {
        return block(root, profile, enforced).map(this::read);
    }

    /** @param name the block's name, or null for a file without profiles */
    private record Block(@Nullable String name, JsonObject json) {}

    private ThresholdFile read(Block chosen) {
        JsonObject block = chosen.json;
        ChangeMe.check(block, findings);
        Map<String, CellLimits> cells = new LinkedHashMap<>();
        ObjectReader reader = ObjectReader.root(block, Reading.ofThresholds(findings));
        block.members().forEach((key, value) -> {
            if (CVS_BLOCKS.contains(key)) {
                findings.warning(value, key + " is a block of CVS that has no effect here", "remove it");
            } else if (value instanceof JsonObject object) {
                cells.put(key, new CellLimits(key, object.line(), object.pointer(), entries(reader.object(key))));
            } else {
                findings.problem(
                        value,
                        key + " must be an object of limits, got " + value.shown(),
                        "write {} to leave a cell out");
                cells.put(key, new CellLimits(key, value.line(), value.pointer(), List.of()));
            }
        });
        return new ThresholdFile(findings.file(), chosen.name, cells);
    }

    private Optional<Block> block(JsonObject root, @Nullable String profile, boolean enforced) {
        JsonValue section = root.members().get(PROFILES);
        if (section == null) {
            return Optional.of(new Block(null, root));
        }
        root.members().forEach((key, value) -> {
            if (!key.equals(PROFILES)) {
                findings.problem(value, key + " stands beside profiles", "move it into a profile");
            }
        });
        if (!(section instanceof JsonObject profiles)) {
            findings.problem(section, "profiles must be an object, got " + section.shown(), null);
            return Optional.empty();
        }
        Map<String, JsonValue> blocks = profiles.members();
        String name = profile == null && blocks.size() == 1
                ? blocks.keySet().iterator().next()
                : profile;
        JsonValue block = name == null ? null : blocks.get(name);
        if (block instanceof JsonObject found) {
            return Optional.of(new Block(name, found));
        }
        String message =
                name == null ? "has several profiles, and the config none" : "has no block for profile " + name;
        String fix = name == null
                ? "choose one with threshold_profile: " + Suggestion.list(blocks.keySet())
                : "write it, or choose another with threshold_profile: " + Suggestion.list(blocks.keySet());
        if (block != null) {
            findings.problem(block, "profiles." + name + " must be an object, got " + block.shown(), null);
            return Optional.empty();
        }
        if (enforced) {
            findings.problem(profiles, message, fix);
            return Optional.empty();
        }
        findings.warning(profiles, message, fix);
        return Optional.of(new Block(name, empty(profiles)));
    }

    private static JsonObject empty(JsonObject at) {
        return new JsonObject(at.line(), at.pointer(), Map.of());
    }

    private List<ThresholdEntry> entries(ObjectReader cell) {
        Map<String, ThresholdEntry> entries = new LinkedHashMap<>();
        Map<String, String> keys = new LinkedHashMap<>();
        for (String key : cell.json().members().keySet()) {
            String metric = key.startsWith(CVS_PREFIX) ? key.substring(CVS_PREFIX.length()) : key;
            ThresholdEntry entry = entry(cell, key, metric);
            ThresholdEntry first = entries.putIfAbsent(metric, entry);
            String firstKey = keys.putIfAbsent(metric, key);
            if (first != null) {
                cell.problem(
                        key,
                        key + " is another name of " + firstKey + ", which has a limit in line " + first.line(),
                        "remove one of them");
            }
        }
        return new ArrayList<>(entries.values());
    }

    private ThresholdEntry entry(ObjectReader cell, String key, String metric) {
        JsonValue value = cell.at(key);
        if (!(value instanceof JsonObject)) {
            findings.problem(
                    value,
                    metric + " must be an object, got " + value.shown(),
                    "write {\"kind\": \"" + (metric.endsWith("_ms") ? "max_ms" : "min") + "\", \"value\": …}");
            return entry(metric, null, value, null, null);
        }
        ObjectReader entry = cell.object(key);
        ThresholdRule rule = new ThresholdRuleReader(entry).read();
        Integer minN = entry.optionalInteger("min_n", 1, ParamsReader.MAX_PROMPTS);
        Boolean enforce = entry.optionalFlag("enforce");
        entry.finish();
        return entry(metric, rule, value, minN, enforce);
    }

    private ThresholdEntry entry(
            String metric,
            @Nullable ThresholdRule rule,
            JsonValue at,
            @Nullable Integer minN,
            @Nullable Boolean enforce) {
        return new ThresholdEntry(
                metric,
                rule == null ? new ThresholdRule.Info(null) : rule,
                findings.file(),
                at.line(),
                at.pointer(),
                minN,
                enforce);
    }
}
