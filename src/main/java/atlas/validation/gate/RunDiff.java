package atlas.validation.gate;

import atlas.validation.metric.CellMetrics;
import atlas.validation.metric.Direction;
import atlas.validation.metric.MetricDefinition;
import atlas.validation.metric.MetricRegistry;
import atlas.validation.metric.MetricValue;
import atlas.validation.record.CellRecord;
import atlas.validation.record.RunRecord;
import atlas.validation.record.TargetRecord;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * What changed from one run to another.
 *
 * @param targets the targets that both have: those of one name, or the only ones of two runs
 * @param notes what could not be held against each other, one sentence each
 */
public record RunDiff(List<DiffTarget> targets, List<String> notes) {

    /** Each figure is looked at by itself. */
    private static final double LEVEL = 0.005;

    public RunDiff {
        targets = List.copyOf(targets);
        notes = List.copyOf(notes);
    }

    /** Which way a figure went. */
    public enum Change {
        BETTER,
        WORSE,
        /** Within the noise; where that is not known, within 2 %. */
        SAME,
        /** One of the runs does not have it, or neither way is better. */
        UNTOLD
    }

    /**
     * One target of both.
     *
     * @param before its name in the first run
     * @param after its name in the second
     * @param notAlike what differs beyond the figures, one clause a field
     * @param cells the cells that both measured
     */
    public record DiffTarget(String before, String after, List<String> notAlike, List<DiffCell> cells) {

        public DiffTarget {
            notAlike = List.copyOf(notAlike);
            cells = List.copyOf(cells);
        }
    }

    /** One cell of both. */
    public record DiffCell(String id, List<DiffMetric> metrics) {

        public DiffCell {
            metrics = List.copyOf(metrics);
        }
    }

    /**
     * One figure of both.
     *
     * @param better which way it gets better
     * @param changePct the change in percent of the first; null where one is missing or the first is 0
     * @param change which way it went, beyond the noise
     * @param noisePct how far two such means lie apart by chance, in percent of the first; null where repeats do not
     *     tell
     */
    public record DiffMetric(
            String name,
            String unit,
            Direction better,
            @Nullable Double before,
            @Nullable Double after,
            @Nullable Double changePct,
            Change change,
            @Nullable Double noisePct) {}

    /** Holds two runs against each other. */
    public static RunDiff of(RunRecord before, RunRecord after) {
        List<DiffTarget> targets = new ArrayList<>();
        List<String> notes = new ArrayList<>();
        for (TargetRecord target : after.targets()) {
            Optional<TargetRecord> same = before.targets().stream()
                    .filter(candidate -> candidate.name().equals(target.name()))
                    .findFirst();
            boolean only = before.targets().size() == 1 && after.targets().size() == 1;
            same.or(() -> only ? Optional.of(before.targets().getFirst()) : Optional.empty())
                    .ifPresentOrElse(
                            first -> targets.add(of(before, first, after, target)),
                            () -> notes.add("%s is in %s alone".formatted(target.name(), after.runId())));
        }
        return new RunDiff(targets, notes);
    }

    private static DiffTarget of(RunRecord before, TargetRecord first, RunRecord after, TargetRecord second) {
        Fingerprint now = Fingerprint.of(after, second);
        Fingerprint then = Fingerprint.of(before, first);
        List<String> notAlike = new ArrayList<>(now.told(then, now.differing(then, List.of()), before.runId()));
        List<DiffCell> cells = new ArrayList<>();
        for (CellPair pair : CellPair.common(first, second)) {
            if (!Baseline.isAlike(pair.subject(), pair.other())) {
                notAlike.add("cell %s: another shape here than of %s"
                        .formatted(pair.subject().id(), before.runId()));
            }
            cells.add(cell(pair));
        }
        only(first, second)
                .ifPresent(cellsOf -> notAlike.add("cells only of %s: %s".formatted(before.runId(), cellsOf)));
        only(second, first)
                .ifPresent(cellsOf -> notAlike.add("cells only of %s: %s".formatted(after.runId(), cellsOf)));
        return new DiffTarget(first.name(), second.name(), notAlike, cells);
    }

    private static Optional<String> only(TargetRecord of, TargetRecord missing) {
        List<String> known = missing.cells().stream().map(CellRecord::id).toList();
        List<String> only = of.cells().stream()
                .map(CellRecord::id)
                .filter(id -> !known.contains(id))
                .toList();
        return only.isEmpty() ? Optional.empty() : Optional.of(String.join(", ", only));
    }

    private static DiffCell cell(CellPair pair) {
        CellMetrics before = CellMetrics.of(pair.subject());
        CellMetrics after = CellMetrics.of(pair.other());
        List<DiffMetric> metrics = new ArrayList<>();
        for (String name : after.values().keySet()) {
            MetricRegistry.standard()
                    .find(name)
                    .ifPresent(metric -> metrics.add(metric(metric, before.value(name), after.value(name))));
        }
        return new DiffCell(pair.other().id(), metrics);
    }

    private static DiffMetric metric(MetricDefinition metric, MetricValue before, MetricValue after) {
        Double first = before.value();
        Double second = after.value();
        if (first == null || second == null) {
            return new DiffMetric(
                    metric.name(), metric.unit(), metric.better(), first, second, null, Change.UNTOLD, null);
        }
        Double room = room(before.repeats(), after.repeats(), metric.unit());
        String word = TargetComparison.compare(second, first, metric.better()).better();
        boolean within = room == null ? "same".equals(word) : Math.abs(second - first) <= room;
        Change change;
        if (metric.better() == Direction.NEITHER) {
            change = Change.UNTOLD;
        } else if (within) {
            change = Change.SAME;
        } else {
            change = (second > first) == (metric.better() == Direction.HIGHER) ? Change.BETTER : Change.WORSE;
        }
        boolean percent = first != 0;
        return new DiffMetric(
                metric.name(),
                metric.unit(),
                metric.better(),
                first,
                second,
                percent ? (Double) (100 * (second - first) / Math.abs(first)) : null,
                change,
                percent && room != null ? (Double) (100 * room / Math.abs(first)) : null);
    }

    /** Returns how far two means lie apart by chance (Welch's interval), or null where repeats do not tell. */
    private static @Nullable Double room(List<Double> before, List<Double> after, String unit) {
        if (before.size() < Repeats.FEWEST || after.size() < Repeats.FEWEST) {
            return null;
        }
        Repeats one = Repeats.of(before, unit);
        Repeats other = Repeats.of(after, unit);
        double first = one.standardError() * one.standardError();
        double second = other.standardError() * other.standardError();
        double sum = first + second;
        if (sum == 0) {
            return 0.0;
        }
        double free = sum * sum / (first * first / (one.n() - 1) + second * second / (other.n() - 1));
        return Repeats.quantile(LEVEL, free) * Math.sqrt(sum);
    }
}
