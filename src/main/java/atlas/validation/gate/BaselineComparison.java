package atlas.validation.gate;

import atlas.validation.metric.Direction;
import atlas.validation.metric.MetricDefinition;
import atlas.validation.metric.MetricRegistry;
import atlas.validation.record.CellRecord;
import atlas.validation.record.Comparison;
import atlas.validation.record.Comparison.ComparedCell;
import atlas.validation.record.Comparison.ComparedMetric;
import atlas.validation.record.TargetRecord;
import atlas.validation.record.Warning;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Puts a target beside the median of its baseline's runs, figure by figure, with the noise between those runs. */
public final class BaselineComparison {

    /** What the runs of the past are called where targets are compared. */
    public static final String NAME = "baseline";

    /** Each figure is looked at by itself: what is shown here fails nothing. */
    private static final double LEVEL = ErrorBudget.OF_RUN;

    private BaselineComparison() {}

    /** Compares a target; the answer is empty when the baseline has no run. */
    public static Optional<Comparison.Other> of(TargetRecord subject, Baseline baseline, MetricRegistry registry) {
        if (baseline.runs() == 0) {
            return Optional.empty();
        }
        List<ComparedCell> cells = new ArrayList<>();
        for (CellRecord cell : subject.cells()) {
            Map<String, ComparedMetric> metrics = new LinkedHashMap<>();
            cell.metrics()
                    .forEach((name, value) -> baseline.figure(cell.id(), name)
                            .ifPresent(past -> metrics.put(name, compare(cell, name, value, past, registry))));
            if (!metrics.isEmpty()) {
                cells.add(new ComparedCell(cell.id(), metrics));
            }
        }
        List<String> notAlike = Stream.concat(
                        baseline.differences().stream(),
                        baseline.warnings().stream().map(Warning::message))
                .toList();
        return Optional.of(new Comparison.Other(NAME, notAlike, cells));
    }

    /** Returns a comparison with the baseline as one more other; null when there is nothing to compare with. */
    public static @Nullable Comparison addedTo(
            @Nullable Comparison targets, String subject, Optional<Comparison.Other> baseline) {
        if (baseline.isEmpty()) {
            return targets;
        }
        List<Comparison.Other> others = new ArrayList<>(targets == null ? List.of() : targets.others());
        others.add(baseline.get());
        return new Comparison(subject, others);
    }

    private static ComparedMetric compare(
            CellRecord cell, String name, @Nullable Double value, PastFigure past, MetricRegistry registry) {
        MetricDefinition metric = registry.find(name).orElse(null);
        Direction better = metric == null || cell.counts().succeeded() < TargetComparison.needed(metric)
                ? Direction.NEITHER
                : metric.better();
        double median = past.median();
        ComparedMetric plain = TargetComparison.compare(value, median, better);
        if (value == null || metric == null || past.count() < RegressionJudge.FEWEST_RUNS) {
            return plain;
        }
        double half = RegressionJudge.scatter(past, CellEvidence.repeats(cell), LEVEL, metric.unit());
        String word = plain.better() != null && Math.abs(value - median) <= half ? "same" : plain.better();
        Double noisePct = median == 0 ? null : (Double) (100 * half / Math.abs(median));
        return new ComparedMetric(plain.subject(), plain.other(), plain.ratio(), null, null, word, noisePct);
    }
}
