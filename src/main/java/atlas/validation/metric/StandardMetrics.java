package atlas.validation.metric;

import static atlas.validation.metric.Scope.TOKEN_COUNT;

import java.util.List;
import java.util.Set;
import java.util.stream.Stream;

/** Lists the figures that are one number by themselves; statistics of latencies are in {@link LatencyFamily}. */
final class StandardMetrics {

    static final String SPAN =
            "The span runs from the first sent of any measured request to the last token of a successful one.";

    private StandardMetrics() {}

    static List<MetricDefinition> single() {
        return Stream.of(LoadMetrics.all(), FeatureMetrics.all(), RecordMetrics.all())
                .flatMap(List::stream)
                .toList();
    }

    static MetricDefinition tokens(String name, String unit, Direction better, Tier tier, String definition) {
        return define(name, unit, better, tier, Set.of(TOKEN_COUNT), definition);
    }

    static MetricDefinition define(
            String name, String unit, Direction better, Tier tier, Set<Scope> scopes, String definition) {
        return new MetricDefinition(name, unit, better, tier, scopes, null, definition);
    }
}
