package atlas.validation.plan;

import atlas.validation.config.ThresholdEntry;
import atlas.validation.config.ThresholdRule;
import atlas.validation.metric.Direction;
import atlas.validation.metric.MetricDefinition;
import atlas.validation.metric.MetricRegistry;
import atlas.validation.metric.Scope;
import atlas.validation.record.Problem;
import atlas.validation.text.Printable;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;

/**
 * Holds the entries of one cell of a threshold file against the metric registry: names, directions, tiers. A limit that
 * could never be judged is a problem now, not after the run.
 */
final class LimitRules {

    private final MetricRegistry registry;
    private final Consumer<Problem> problems;

    LimitRules(MetricRegistry registry, Consumer<Problem> problems) {
        this.registry = registry;
        this.problems = problems;
    }

    /**
     * Returns the entries under their canonical metric names; those with a problem are left out.
     *
     * @param place where they stand
     */
    List<ThresholdEntry> check(List<ThresholdEntry> entries, LimitPlace place) {
        Map<String, ThresholdEntry> byMetric = new HashMap<>();
        List<ThresholdEntry> sound = new ArrayList<>();
        for (ThresholdEntry entry : entries) {
            Optional<MetricDefinition> known = registry.find(entry.metric());
            if (known.isEmpty()) {
                report(entry, "no metric is called '" + Printable.of(entry.metric()) + "'", suggestion(entry.metric()));
                continue;
            }
            MetricDefinition metric = known.get();
            ThresholdEntry earlier = byMetric.putIfAbsent(metric.name(), entry);
            if (earlier != null) {
                report(
                        entry,
                        "'%s' is the same metric as '%s' on line %d"
                                .formatted(entry.metric(), earlier.metric(), earlier.line()),
                        "keep one of the two");
            } else if (sound(entry, metric, place)) {
                sound.add(new ThresholdEntry(
                        metric.name(),
                        entry.rule(),
                        entry.file(),
                        entry.line(),
                        entry.pointer(),
                        entry.minN(),
                        entry.enforce()));
            }
        }
        return sound;
    }

    private boolean sound(ThresholdEntry entry, MetricDefinition metric, LimitPlace place) {
        return inTier(entry, metric, place)
                && hasTokens(entry, metric, place)
                && inDirection(entry, metric)
                && referenceMeasured(entry, place);
    }

    private boolean inTier(ThresholdEntry entry, MetricDefinition metric, LimitPlace place) {
        if (place.has(metric)) {
            return true;
        }
        String fix = switch (metric.tier()) {
            case TARGET -> "move it to the key TARGET, which holds what is measured once per server";
            case GOODPUT -> "give the combo a goodput_slo, or remove the limit";
            case SCALING -> "scaling needs more than one node; remove the limit";
            case TOOLS, PREFIX -> "only a combo of workload '" + metric.tier().word() + "' has it";
            case CORRECTNESS -> "set functional.correctness, or remove the limit";
            case THROUGHPUT, TTFT, TPOT, LATENCY, HEALTH, RECORD ->
                metric.scopes().contains(Scope.CONVERSATIONS)
                        ? "only a combo of workload 'multi_turn' has it"
                        : "move it to the key of a sweep cell";
        };
        report(entry, "%s is not measured in %s".formatted(metric.name(), place.name()), fix);
        return false;
    }

    private boolean hasTokens(ThresholdEntry entry, MetricDefinition metric, LimitPlace place) {
        if (!place.lacksTokensFor(metric)) {
            return true;
        }
        report(
                entry,
                "%s is not measured in %s: its answers have one token, and so no time between tokens"
                        .formatted(metric.name(), place.name()),
                "raise the combo's osl, or remove the limit");
        return false;
    }

    private boolean inDirection(ThresholdEntry entry, MetricDefinition metric) {
        ThresholdRule rule = entry.rule();
        if (rule instanceof ThresholdRule.MaxRegression && metric.better() == Direction.NEITHER) {
            report(entry, "'%s' on %s: neither way is better".formatted(rule.kind(), metric.name()), "use 'within'");
            return false;
        }
        boolean atLeast = rule instanceof ThresholdRule.Min || rule instanceof ThresholdRule.MinRatio;
        boolean atMost = rule instanceof ThresholdRule.Max;
        if (atLeast && metric.better() == Direction.LOWER) {
            report(
                    entry,
                    "'%s' on %s lets the bad pass: lower is better".formatted(rule.kind(), metric.name()),
                    "use '" + (metric.unit().equals("ms") ? "max_ms" : "max") + "'");
            return false;
        }
        if (atMost && metric.better() == Direction.HIGHER) {
            report(
                    entry,
                    "'%s' on %s lets the bad pass: higher is better".formatted(rule.kind(), metric.name()),
                    "use '" + (metric.unit().equals("tok/s") ? "min_tok_s" : "min") + "'");
            return false;
        }
        return true;
    }

    private boolean referenceMeasured(ThresholdEntry entry, LimitPlace place) {
        if (!(entry.rule() instanceof ThresholdRule.MinRatio(double ignored, String reference))) {
            return true;
        }
        Optional<MetricDefinition> known = registry.find(reference);
        if (known.isEmpty()) {
            report(
                    entry,
                    "no metric is called '" + Printable.of(reference) + "', the reference",
                    suggestion(reference));
            return false;
        }
        return hasTokens(entry, known.get(), place);
    }

    private String suggestion(String name) {
        List<String> nearest = registry.nearest(name);
        return nearest.isEmpty()
                ? "the run deck lists every metric by name"
                : "did you mean " + String.join(" or ", nearest) + "?";
    }

    private void report(ThresholdEntry entry, String message, String fix) {
        problems.accept(new Problem(entry.file(), entry.line(), entry.pointer(), message, fix));
    }
}
