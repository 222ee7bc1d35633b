package atlas.validation.gate;

import atlas.validation.metric.Direction;
import atlas.validation.metric.MetricDefinition;
import atlas.validation.metric.MetricRegistry;
import atlas.validation.metric.SampleRule;
import atlas.validation.record.CellRecord;
import atlas.validation.record.Comparison;
import atlas.validation.record.Comparison.ComparedCell;
import atlas.validation.record.Comparison.ComparedMetric;
import atlas.validation.record.TargetRecord;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Puts the first target beside each other one, cell by cell and figure by figure. */
public final class TargetComparison {

    /** One run each cannot tell smaller differences from those between two runs of one server. */
    private static final double SAME = 0.02;

    /** Below so many successes on either side a mean is too much a matter of chance to say which is better. */
    private static final int LEAST_SUCCESSES = 30;

    private TargetComparison() {}

    /** Compares the first of the targets with each other one; null when there are fewer than two. */
    public static @Nullable Comparison compare(List<TargetRecord> targets, MetricRegistry registry) {
        if (targets.size() < 2) {
            return null;
        }
        TargetRecord subject = targets.get(0);
        List<Comparison.Other> others = new ArrayList<>();
        for (TargetRecord other : targets.subList(1, targets.size())) {
            List<CellPair> pairs = CellPair.common(subject, other);
            List<ComparedCell> cells = pairs.stream()
                    .map(pair -> compare(pair.subject(), pair.other(), registry))
                    .toList();
            others.add(new Comparison.Other(other.name(), Alikeness.differences(subject, other, pairs), cells));
        }
        return new Comparison(subject.name(), others);
    }

    /** Compares a cell; a side is called better only where both have successes enough for the figure. */
    private static ComparedCell compare(CellRecord subject, CellRecord other, MetricRegistry registry) {
        Set<String> names = new LinkedHashSet<>(subject.metrics().keySet());
        names.addAll(other.metrics().keySet());
        int successes = Math.min(subject.counts().succeeded(), other.counts().succeeded());
        Map<String, ComparedMetric> metrics = new LinkedHashMap<>();
        for (String name : names) {
            Direction better = registry.find(name)
                    .filter(metric -> successes >= needed(metric))
                    .map(MetricDefinition::better)
                    .orElse(Direction.NEITHER);
            ComparedMetric once =
                    compare(subject.metrics().get(name), other.metrics().get(name), better);
            metrics.put(name, withInterval(once, subject, other, name, registry, better));
        }
        return new ComparedCell(subject.id(), metrics);
    }

    /** Repeats tell how far a ratio may be trusted, and then that decides what is better, and no fixed tolerance. */
    private static ComparedMetric withInterval(
            ComparedMetric once,
            CellRecord subject,
            CellRecord other,
            String name,
            MetricRegistry registry,
            Direction better) {
        String unit = registry.find(name).map(MetricDefinition::unit).orElse("");
        Double ratio = once.ratio();
        Interval interval = ratio == null
                ? null
                : RatioInterval.of(subject, other, name, unit).orElse(null);
        if (ratio == null || interval == null) {
            return once;
        }
        boolean decided = interval.low() > 1 || interval.high() < 1;
        String said = better == Direction.NEITHER
                ? null
                : decided ? (interval.low() > 1) == (better == Direction.HIGHER) ? "subject" : "other" : "same";
        return new ComparedMetric(
                once.subject(), once.other(), ratio, interval.low(), interval.high(), said, once.noisePct());
    }

    static long needed(MetricDefinition metric) {
        return Math.max(LEAST_SUCCESSES, SampleRule.neededBy(metric.percentile()));
    }

    static ComparedMetric compare(@Nullable Double subject, @Nullable Double other, Direction better) {
        if (subject == null || other == null) {
            return new ComparedMetric(subject, other, null, null);
        }
        double quotient = subject / other;
        Double ratio = other == 0 || !Double.isFinite(quotient) ? null : quotient;
        return new ComparedMetric(subject, other, ratio, better(subject, other, better));
    }

    private static @Nullable String better(double subject, double other, Direction better) {
        if (better == Direction.NEITHER) {
            return null;
        }
        if (Math.abs(subject - other) <= SAME * Math.abs(other)) {
            return "same";
        }
        boolean higher = subject > other;
        return higher == (better == Direction.HIGHER) ? "subject" : "other";
    }
}
