package atlas.validation.config;

import atlas.validation.metric.Direction;
import atlas.validation.metric.MetricDefinition;
import atlas.validation.metric.MetricRegistry;
import atlas.validation.metric.Scope;
import atlas.validation.metric.Tier;
import java.util.List;
import java.util.stream.Collectors;

/** Writes the reference of metrics out of their registry. */
final class MetricReference {

    private final List<MetricDefinition> all = MetricRegistry.standard().all();

    String write() {
        StringBuilder text = new StringBuilder("""
                # Metric reference

                Made from the metric registry by the project's tests, which fail when it is stale:
                `mvn -Pself-test test -Dtest=ReferenceTest -Dupdate.docs=true` writes it anew.

                Each metric belongs to a tier: the row of a cell in which a limit on it is judged. Those of tier `record` are
                measured and shown; a limit on one is judged in `latency` when its unit is ms, else in `health`. Of the
                percentiles the usual ones are listed; every other one is known too, such as `p97_ttft_ms`, and `p50_` is
                `median_`. Percentiles are exact, from the raw values, with linear interpolation.

                What is not measured is `null` in records and `not measured` in reports, never 0.

                """);
        for (Tier tier : Tier.values()) {
            List<MetricDefinition> ofTier =
                    all.stream().filter(metric -> metric.tier() == tier).toList();
            if (!ofTier.isEmpty()) {
                text.append("## ").append(tier.word()).append("\n\n");
                text.append("| Metric | Unit | Better | Definition | Needs |\n|---|---|---|---|---|\n");
                ofTier.forEach(metric -> text.append(row(metric)));
                text.append('\n');
            }
        }
        return text.toString().stripTrailing() + '\n';
    }

    private static String row(MetricDefinition metric) {
        String needs = metric.scopes().stream().map(Scope::text).collect(Collectors.joining(", "));
        return "| `%s` | %s | %s | %s | %s |\n"
                .formatted(
                        metric.name(),
                        metric.unit(),
                        better(metric.better()),
                        metric.definition().replace("|", "\\|"),
                        needs.isEmpty() ? "–" : needs);
    }

    private static String better(Direction direction) {
        return switch (direction) {
            case HIGHER -> "higher";
            case LOWER -> "lower";
            case NEITHER -> "–";
        };
    }
}
