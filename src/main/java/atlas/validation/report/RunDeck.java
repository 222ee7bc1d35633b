package atlas.validation.report;

import atlas.validation.metric.MetricDefinition;
import atlas.validation.metric.MetricRegistry;
import atlas.validation.record.Comparison.ComparedCell;
import atlas.validation.record.Comparison.Other;
import atlas.validation.record.RunRecord;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import tools.jackson.databind.JsonNode;

/**
 * Makes {@code run_deck.html}: one page that holds all it needs, reads without a network, and is drawn from the text of
 * {@code run.json} alone, so that it can be made again from that file, byte for byte. Text from the record reaches the
 * page as text alone, and its content security policy lets no other script run than the two that it was written with.
 */
public final class RunDeck {

    private static final Pattern SLOT = Pattern.compile("\\{\\{(\\w+)}}");

    private RunDeck() {}

    /**
     * Renders a {@code run.json} with the definition of every metric that it names.
     *
     * @throws RecordJsonException when the file cannot be read or is no run record
     */
    public static String of(Path runJson) {
        try {
            return ofJson(Files.readString(runJson), MetricRegistry.standard());
        } catch (IOException e) {
            throw new RecordJsonException("cannot read %s: %s".formatted(runJson, e.getMessage()), e);
        }
    }

    /** Renders a record as it stands in its {@code run.json}. */
    public static String render(RunRecord record, MetricRegistry registry) {
        return ofJson(RecordJson.write(record), registry);
    }

    /** Renders the text of a {@code run.json}. */
    static String ofJson(String json, MetricRegistry registry) {
        JsonNode tree = RecordJson.tree(json);
        RunRecord record = RecordJson.read(tree);
        String library = DeckResources.chartLibrary();
        String script = DeckResources.script();
        return filled(
                DeckResources.page(),
                Map.of(
                        "policy", ContentPolicy.allowing(List.of(library, script)),
                        "styles", DeckResources.styles(),
                        "data",
                                DeckData.of(record, tree, definitions(record, registry))
                                        .island(),
                        "library", library,
                        "script", script));
    }

    /** Fills the slots of the page in one pass, so that no content is ever searched for slots. */
    private static String filled(String page, Map<String, String> contents) {
        StringBuilder filled = new StringBuilder(page.length()
                + contents.values().stream().mapToInt(String::length).sum());
        int from = 0;
        Matcher slot = SLOT.matcher(page);
        while (slot.find()) {
            String content = contents.get(slot.group(1));
            if (content == null) {
                throw new IllegalStateException("the page has an unknown slot: " + slot.group());
            }
            filled.append(page, from, slot.start()).append(content);
            from = slot.end();
        }
        return filled.append(page, from, page.length()).toString();
    }

    /** Returns the metrics that a record names: in the order of the registry, then those of other percentiles. */
    private static List<MetricDefinition> definitions(RunRecord record, MetricRegistry registry) {
        Set<String> named = metricsNamed(record);
        List<MetricDefinition> definitions = new ArrayList<>();
        for (MetricDefinition metric : registry.all()) {
            if (named.remove(metric.name())) {
                definitions.add(metric);
            }
        }
        named.forEach(name -> registry.find(name).ifPresent(definitions::add));
        return definitions;
    }

    private static Set<String> metricsNamed(RunRecord record) {
        Set<String> names = new LinkedHashSet<>();
        record.targets().forEach(target -> {
            target.targetTiers().forEach(tier -> tier.checks().forEach(check -> names.add(check.metric())));
            target.cells().forEach(cell -> {
                names.addAll(cell.metrics().keySet());
                cell.tiers().forEach(tier -> tier.checks().forEach(check -> names.add(check.metric())));
            });
        });
        if (record.comparison() != null) {
            for (Other other : record.comparison().others()) {
                for (ComparedCell cell : other.cells()) {
                    names.addAll(cell.metrics().keySet());
                }
            }
        }
        return names;
    }
}
