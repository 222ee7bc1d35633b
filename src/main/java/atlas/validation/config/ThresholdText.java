package atlas.validation.config;

import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/** Writes limits that were made from what was measured into the text of a threshold file. */
public final class ThresholdText {

    private static final String FROM = "_from";
    private static final JsonMapper MAPPER = JsonMapper.builder().build();

    private ThresholdText() {}

    /**
     * Puts limits into a file. An entry that says with {@code _from} what it was made from is made anew, and keeps what
     * else it says, such as {@code enforce}; one without was set by hand and stays, as does everything else in the
     * file.
     *
     * @param existing the file's text, or null for a new file
     * @param profile the block of a file with profiles that they belong to; else its only one, or the file itself
     * @throws IllegalArgumentException when the text is no JSON object, or has several profiles and none is named
     */
    public static String merge(@Nullable String existing, Optional<String> profile, List<CalibratedCell> cells) {
        ObjectNode root = existing == null || existing.isBlank() ? MAPPER.createObjectNode() : object(existing);
        ObjectNode block = block(root, profile);
        for (CalibratedCell cell : cells) {
            ObjectNode entries = entries(block, cell);
            cell.limits().forEach((metric, limit) -> put(entries, metric, limit));
        }
        StringBuilder text = new StringBuilder();
        ThresholdPrinter.print(root, text);
        return text.append('\n').toString();
    }

    private static ObjectNode object(String text) {
        if (MAPPER.readTree(text) instanceof ObjectNode object) {
            return object;
        }
        throw new IllegalArgumentException("a threshold file is a JSON object");
    }

    private static ObjectNode block(ObjectNode root, Optional<String> profile) {
        if (!(root.get("profiles") instanceof ObjectNode profiles)) {
            return root;
        }
        List<String> names = new ArrayList<>(profiles.propertyNames());
        names.removeIf(name -> name.startsWith("_"));
        String name = profile.orElseGet(() -> {
            if (names.size() != 1) {
                throw new IllegalArgumentException(
                        "the file has several profiles, and none is named: " + Suggestion.list(names));
            }
            return names.getFirst();
        });
        return profiles.get(name) instanceof ObjectNode block ? block : profiles.putObject(name);
    }

    private static ObjectNode entries(ObjectNode block, CalibratedCell cell) {
        for (String key : new String[] {cell.id(), cell.key()}) {
            if (key != null && block.get(key) instanceof ObjectNode entries) {
                return entries;
            }
        }
        return block.putObject(cell.id());
    }

    private static void put(ObjectNode entries, String metric, CalibratedCell.Limit limit) {
        for (String name : entries.propertyNames()) {
            if (bare(name).equals(bare(metric))) {
                if (entries.get(name) instanceof ObjectNode entry && entry.has(FROM)) {
                    fill(entry, limit);
                }
                return;
            }
        }
        fill(entries.putObject(metric), limit);
    }

    private static void fill(ObjectNode entry, CalibratedCell.Limit limit) {
        entry.put("kind", limit.kind());
        entry.put("value", shortest(limit.value()));
        entry.put(FROM, limit.from());
        entry.remove(List.of("tolerance_pct", "reference", "pct"));
    }

    private static BigDecimal shortest(double value) {
        BigDecimal decimal = BigDecimal.valueOf(value).stripTrailingZeros();
        return decimal.scale() < 0 ? decimal.setScale(0) : decimal;
    }

    /** Returns the one name of a metric that has several. */
    private static String bare(String metric) {
        String bare = metric.startsWith("client.") ? metric.substring("client.".length()) : metric;
        return bare.startsWith("p50_") ? "median_" + bare.substring("p50_".length()) : bare;
    }

    /**
     * Returns what changes from one text to another, line by line as {@code diff -u} shows it: two lines around each
     * change, {@code -} before what goes and {@code +} before what comes; empty when nothing changes.
     */
    public static List<String> diff(String oldText, String newText) {
        return LineDiff.of(oldText.lines().toList(), newText.lines().toList());
    }
}
