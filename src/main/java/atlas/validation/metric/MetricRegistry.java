package atlas.validation.metric;

import atlas.validation.text.NearestNames;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Knows every figure by name: the one source of units, directions, tiers and definitions for thresholds, reports and
 * docs. Immutable and cheap to make.
 *
 * <p>Names are bare. {@code client.x} is {@code x}, {@code p50_x} is {@code median_x}, and any percentile of a latency
 * is known by its pattern: {@code p97_ttft_ms}, {@code p99.9_e2el_ms}.
 */
public final class MetricRegistry {

    private static final String CLIENT_PREFIX = "client.";

    private final Map<String, MetricDefinition> definitions;

    private MetricRegistry(Map<String, MetricDefinition> definitions) {
        this.definitions = definitions;
    }

    /** Returns the registry of everything that the suite measures. */
    public static MetricRegistry standard() {
        return withPercentiles(List.of());
    }

    /** Returns the standard registry, with more percentiles among {@link #all()}. */
    static MetricRegistry withPercentiles(Collection<Double> percentiles) {
        List<MetricDefinition> all = new ArrayList<>(StandardMetrics.single());
        for (LatencyFamily family : LatencyFamily.values()) {
            Statistic.usualAnd(percentiles).forEach(statistic -> all.add(family.define(statistic)));
        }
        Map<String, MetricDefinition> definitions = new LinkedHashMap<>();
        all.stream()
                .sorted(Comparator.comparing(MetricDefinition::tier))
                .forEach(definition -> definitions.put(definition.name(), definition));
        return new MetricRegistry(definitions);
    }

    /** Finds a figure by its name, an alias, or the pattern of percentiles. */
    public Optional<MetricDefinition> find(String name) {
        String bare = name.startsWith(CLIENT_PREFIX) ? name.substring(CLIENT_PREFIX.length()) : name;
        MetricDefinition known = definitions.get(bare);
        return known != null ? Optional.of(known) : findStatistic(bare);
    }

    private static Optional<MetricDefinition> findStatistic(String name) {
        int end = name.indexOf('_');
        if (end < 0) {
            return Optional.empty();
        }
        String suffix = name.substring(end + 1);
        for (LatencyFamily family : LatencyFamily.values()) {
            if (family.suffix().equals(suffix)) {
                return Statistic.parse(name.substring(0, end)).map(family::define);
            }
        }
        return Optional.empty();
    }

    /** Returns every figure, by tier; of the percentiles the usual ones. */
    public List<MetricDefinition> all() {
        return List.copyOf(definitions.values());
    }

    /** Returns the known names that are nearest to an unknown one, best first; at most three, or none that is near. */
    public List<String> nearest(String name) {
        String bare = name.startsWith(CLIENT_PREFIX) ? name.substring(CLIENT_PREFIX.length()) : name;
        return NearestNames.to(bare, candidates(bare));
    }

    /** Returns what may have been meant: every known name, and the percentile in {@code name} of every latency. */
    private List<String> candidates(String name) {
        List<String> candidates = new ArrayList<>(definitions.keySet());
        int end = name.indexOf('_');
        if (end > 0) {
            Statistic.parse(name.substring(0, end)).ifPresent(statistic -> {
                for (LatencyFamily family : LatencyFamily.values()) {
                    candidates.add(statistic.prefix() + "_" + family.suffix());
                }
            });
        }
        return candidates.stream().distinct().toList();
    }
}
