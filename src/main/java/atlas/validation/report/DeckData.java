package atlas.validation.report;

import atlas.validation.metric.MetricDefinition;
import atlas.validation.record.RunRecord;
import java.util.List;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/**
 * What the deck's page is given: the record as it stands in {@code run.json}, fields that this version does not know
 * included, and beside it the sentences and definitions that every report shares, so that the page makes up none of its
 * own.
 */
record DeckData(
        JsonNode record,
        DeckRecord.@Nullable Reduction reduction,
        String reason,
        LimitTally limits,
        @Nullable String gap,
        String fewSamplesNote,
        String exitMeaning,
        @Nullable String simulatedNote,
        @Nullable String clientWorth,
        @Nullable String again,
        List<Item> findings,
        List<Item> recordedMisses,
        List<Definition> definitions) {

    /** A finding and its sentence for a list. */
    record Item(
            String status,
            String target,
            @Nullable String cell,
            @Nullable String row,
            String text) {}

    /** What a page shows of a metric's definition. */
    record Definition(
            String name,
            String unit,
            String better,
            String tier,
            String definition,
            @Nullable Long samplesNeeded) {}

    /** Takes a record and the tree that it was read from, which it changes. */
    static DeckData of(RunRecord record, JsonNode tree, List<MetricDefinition> definitions) {
        DeckRecord shown = DeckRecord.of(tree);
        return new DeckData(
                shown.tree(),
                shown.reduction(),
                Wording.headline(record),
                LimitTally.of(record),
                LimitTally.of(record).gap().orElse(null),
                SampleNeed.FOOTNOTE,
                Wording.exitCode(record.exitCode()),
                Wording.simulated(record).orElse(null),
                Wording.clientWorth(record).orElse(null),
                Wording.again(record).orElse(null),
                items(Findings.of(record)),
                items(Findings.recordedMisses(record)),
                definitions.stream().map(DeckData::shown).toList());
    }

    private static List<Item> items(List<Finding> findings) {
        return findings.stream()
                .map(finding -> new Item(
                        finding.status().word(), finding.target(), finding.cell(), finding.row(), finding.text(false)))
                .toList();
    }

    private static Definition shown(MetricDefinition metric) {
        return new Definition(
                metric.name(),
                metric.unit(),
                switch (metric.better()) {
                    case HIGHER -> "higher";
                    case LOWER -> "lower";
                    case NEITHER -> "neither";
                },
                metric.tier().word(),
                metric.definition(),
                SampleNeed.of(metric));
    }

    /** Returns the data as JSON that is safe inside a script element: nothing in it can end the element or a line. */
    String island() {
        return safe(RecordJson.compact(this));
    }

    private static String safe(String json) {
        StringBuilder safe = new StringBuilder(json.length() + json.length() / 64);
        int from = 0;
        for (int i = 0; i < json.length(); i++) {
            String escape = switch (json.charAt(i)) {
                case '<' -> "\\u003c";
                case '>' -> "\\u003e";
                case '&' -> "\\u0026";
                case '\u2028' -> "\\u2028";
                case '\u2029' -> "\\u2029";
                default -> "";
            };
            if (!escape.isEmpty()) {
                safe.append(json, from, i).append(escape);
                from = i + 1;
            }
        }
        return safe.append(json, from, json.length()).toString();
    }
}
