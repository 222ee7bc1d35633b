package atlas.validation.report;

import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Set;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/**
 * The record as the page gets it: all of {@code run.json}, whatever it holds, up to a size that a browser opens at
 * once. Above that, what is only drawn is reduced step by step, never what is judged: fewer single requests, and of
 * single repeats the figures that a limit names; then fewer buckets of time. The slowest requests and the greatest
 * figures of a bucket are kept. Texts of an endless error are cut.
 *
 * @param tree the record
 * @param reduction what was left out, or null when nothing was
 */
record DeckRecord(JsonNode tree, @Nullable Reduction reduction) {

    /** With the chart library and the page's own parts, a deck of 8 MB. */
    static final int MOST_CHARACTERS = 6_500_000;

    /** Longer than any sentence of the suite, shorter than an answer that is an error page. */
    static final int MOST_TEXT = 6_000;

    private static final int TEXT_HEAD = 4_000;
    private static final int TEXT_TAIL = 500;

    private static final List<Step> STEPS =
            List.of(new Step(20, 20, 1), new Step(10, 10, 2), new Step(5, 5, 4), new Step(0, 0, 8), new Step(0, 0, 40));

    /** How much is kept of each cell: the slowest and sampled requests, and one of so many buckets. */
    private record Step(int slow, int sampled, int buckets) {}

    /**
     * Sentences for the places of the page that show less than the record has.
     *
     * @param lanes of the single requests
     * @param buckets of the course over time
     * @param note of the whole page
     */
    record Reduction(String lanes, String buckets, String note) {}

    /** Takes the tree of a {@code run.json}, and changes it. */
    static DeckRecord of(JsonNode tree) {
        return of(tree, MOST_CHARACTERS);
    }

    static DeckRecord of(JsonNode tree, int mostCharacters) {
        cutTexts(tree);
        if (RecordJson.isWithin(tree, mostCharacters)) {
            return new DeckRecord(tree, null);
        }
        List<Drawn> drawn = drawn(tree);
        Step step = STEPS.getFirst();
        reduce(drawn, step);
        for (int next = 1; next < STEPS.size() && !RecordJson.isWithin(tree, mostCharacters); next++) {
            step = STEPS.get(next);
            reduce(drawn, step);
        }
        return new DeckRecord(tree, told(step));
    }

    /**
     * A cell and what it has to be drawn. Every step begins with the whole of it, so that a mean is never one of means.
     */
    private record Drawn(ObjectNode cell, ObjectNode series) {}

    private static List<Drawn> drawn(JsonNode tree) {
        List<Drawn> drawn = new ArrayList<>();
        for (JsonNode target : tree.path("targets")) {
            for (JsonNode cell : target.path("cells")) {
                keepLimitedFigures(cell);
                if (cell instanceof ObjectNode object && cell.path("series") instanceof ObjectNode series) {
                    drawn.add(new Drawn(object, series));
                }
            }
        }
        return drawn;
    }

    private static void reduce(List<Drawn> drawn, Step step) {
        for (Drawn whole : drawn) {
            ObjectNode series = JsonNodeFactory.instance.objectNode();
            series.setAll(whole.series());
            series.set("lanes", lanes(whole.series().path("lanes"), step));
            if (step.buckets() > 1) {
                merge(series, step.buckets());
            }
            whole.cell().set("series", series);
        }
    }

    private static Reduction told(Step step) {
        String lanes = step.slow() == 0
                ? "Single requests are left out of this page for its size; run.json has them."
                : "Of each cell the %d slowest requests and %d sampled ones are in this page, for its size; run.json has up to 100."
                        .formatted(step.slow(), step.sampled());
        String buckets = step.buckets() == 1
                ? ""
                : "%d buckets of run.json are one here: the greatest number in flight and lag, the sum of errors, the mean of tok/s."
                        .formatted(step.buckets());
        return new Reduction(
                lanes,
                buckets,
                "This run is too large to be drawn whole. %s %s Every metric, check and verdict is here."
                        .formatted(lanes, buckets)
                        .replace("  ", " "));
    }

    private static void keepLimitedFigures(JsonNode cell) {
        Set<String> limited = new HashSet<>();
        for (JsonNode tier : cell.path("tiers")) {
            tier.path("checks")
                    .forEach(check -> limited.add(check.path("metric").asString("")));
        }
        for (JsonNode repeat : cell.path("repeats")) {
            if (repeat.path("metrics") instanceof ObjectNode metrics) {
                metrics.retain(limited);
            }
        }
    }

    /**
     * Keeps the slowest lanes, a request without a last token being slower than any with one, and evenly some others.
     */
    private static ArrayNode lanes(JsonNode lanes, Step step) {
        List<JsonNode> all = lanes.valueStream().toList();
        // By identity: to compare them whole would take longer than all the rest.
        Set<JsonNode> chosen = Collections.newSetFromMap(new IdentityHashMap<>());
        all.stream()
                .sorted((a, b) -> Double.compare(e2e(b), e2e(a)))
                .limit(step.slow())
                .forEach(chosen::add);
        List<JsonNode> sample = all.stream()
                .filter(lane -> lane.path("sampled").asBoolean(true))
                .toList();
        double every = Math.max(1, sample.size() / (double) Math.max(1, step.sampled()));
        IntStream.range(0, Math.min(step.sampled(), sample.size()))
                .mapToObj(i -> sample.get((int) (i * every)))
                .forEach(chosen::add);
        ArrayNode kept = JsonNodeFactory.instance.arrayNode();
        all.stream().filter(chosen::contains).forEach(kept::add);
        return kept;
    }

    private static double e2e(JsonNode lane) {
        JsonNode e2e = lane.path("e2e_ms");
        return e2e.isNumber() ? e2e.asDouble() : Double.MAX_VALUE;
    }

    private static void merge(ObjectNode series, int buckets) {
        series.put("bucket_ms", series.path("bucket_ms").asInt() * buckets);
        series.set("in_flight", joined(series.path("in_flight"), buckets, Join.GREATEST));
        series.set("lag_ms", joined(series.path("lag_ms"), buckets, Join.GREATEST));
        series.set("errors", joined(series.path("errors"), buckets, Join.SUM));
        series.set("tok_s", joined(series.path("tok_s"), buckets, Join.MEAN));
    }

    private enum Join {
        GREATEST,
        SUM,
        MEAN
    }

    private static ArrayNode joined(JsonNode values, int by, Join join) {
        ArrayNode result = JsonNodeFactory.instance.arrayNode();
        List<JsonNode> all = values.valueStream().toList();
        for (int from = 0; from < all.size(); from += by) {
            double[] known = all.subList(from, Math.min(from + by, all.size())).stream()
                    .filter(JsonNode::isNumber)
                    .mapToDouble(JsonNode::asDouble)
                    .toArray();
            if (known.length == 0) {
                result.addNull();
                continue;
            }
            double greatest = known[0];
            double sum = 0;
            for (double value : known) {
                greatest = Math.max(greatest, value);
                sum += value;
            }
            double one = switch (join) {
                case GREATEST -> greatest;
                case SUM -> sum;
                case MEAN -> sum / known.length;
            };
            result.add(Math.round(one * 1000) / 1000.0);
        }
        return result;
    }

    /** Cuts texts in place; numbers and names of fields are as they were. */
    private static void cutTexts(JsonNode node) {
        if (node instanceof ObjectNode object) {
            for (String name : List.copyOf(object.propertyNames())) {
                JsonNode value = object.path(name);
                if (value.isString() && value.asString().length() > MOST_TEXT) {
                    object.put(name, cut(value.asString()));
                } else {
                    cutTexts(value);
                }
            }
        } else if (node instanceof ArrayNode array) {
            for (int i = 0; i < array.size(); i++) {
                JsonNode value = array.get(i);
                if (value.isString() && value.asString().length() > MOST_TEXT) {
                    array.set(i, JsonNodeFactory.instance.stringNode(cut(value.asString())));
                } else {
                    cutTexts(value);
                }
            }
        }
    }

    static String cut(String text) {
        if (text.length() <= MOST_TEXT) {
            return text;
        }
        int leftOut = text.length() - TEXT_HEAD - TEXT_TAIL;
        return "%s … [%d characters left out; run.json has them] … %s"
                .formatted(text.substring(0, TEXT_HEAD), leftOut, text.substring(text.length() - TEXT_TAIL));
    }
}
