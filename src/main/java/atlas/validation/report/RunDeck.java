package atlas.validation.report;

import atlas.validation.metric.MetricDefinition;
import atlas.validation.metric.MetricRegistry;
import atlas.validation.record.Comparison.ComparedCell;
import atlas.validation.record.Comparison.Other;
import atlas.validation.record.RunRecord;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Makes {@code run_deck.html}: one page that holds all it needs, reads without a network, and is drawn from the record
 * that lies in it. Text from the record reaches the page as text alone, and its content security policy lets no other
 * script run than the two that it was written with.
 */
public final class RunDeck {

    private static final Pattern SLOT = Pattern.compile("\\{\\{(\\w+)}}");

    private RunDeck() {}

    /** Renders a record with the definition of every metric that it names. */
    public static String render(RunRecord record, MetricRegistry registry) {
        Set<String> named = metricsNamed(record);
        List<MetricDefinition> definitions = new ArrayList<>();
        for (MetricDefinition metric : registry.all()) {
            if (named.remove(metric.name())) {
                definitions.add(metric);
            }
        }
        named.forEach(name -> registry.find(name).ifPresent(definitions::add));
        return render(record, definitions);
    }

    /** Renders a record; the full table has its metrics in the order of {@code definitions}. */
    public static String render(RunRecord record, List<MetricDefinition> definitions) {
        String library = DeckResources.chartLibrary();
        String script = DeckResources.script();
        return filled(
                DeckResources.page(),
                Map.of(
                        "policy", ContentPolicy.allowing(List.of(library, script)),
                        "styles", DeckResources.styles(),
                        "data", DeckData.of(record, definitions).island(),
                        "library", library,
                        "script", script));
    }

    /** Fills the slots of the page in one pass, so that no content is ever searched for slots. */
    private static String filled(String page, Map<String, String> contents) {
        return SLOT.matcher(page).replaceAll(slot -> {
            String content = contents.get(slot.group(1));
            if (content == null) {
                throw new IllegalStateException("the page has an unknown slot: " + slot.group());
            }
            return Matcher.quoteReplacement(content);
        });
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
