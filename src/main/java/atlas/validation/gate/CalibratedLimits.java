package atlas.validation.gate;

import atlas.validation.config.CalibratedCell;
import atlas.validation.metric.CellMetrics;
import atlas.validation.metric.Direction;
import atlas.validation.metric.MetricDefinition;
import atlas.validation.metric.MetricRegistry;
import atlas.validation.metric.MetricValue;
import atlas.validation.metric.SampleRule;
import atlas.validation.record.CellRecord;
import atlas.validation.record.RunRecord;
import atlas.validation.record.TargetRecord;
import java.math.BigDecimal;
import java.math.MathContext;
import java.math.RoundingMode;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * Limits made from the noise of runs of one server.
 *
 * <p>A limit lies where one more run like those would seldom lie: mean ± t · s · √(1 + 1 / n), with Student's t of n −
 * 1 degrees of freedom (prediction interval) and s the spread between the runs, of whose repeats the mean is taken. All
 * limits together share one per cent, so that a run of the same server crosses any of them once in a hundred times. A
 * margin comes on top of that, in percent of the mean.
 *
 * @param cells the limits of each cell
 * @param notes runs, cells and figures that were left out, and why; one sentence each
 */
public record CalibratedLimits(List<CalibratedCell> cells, List<String> notes) {

    /** What a limit is made for. The others follow from them, or are matters of taste. */
    private static final List<String> METRICS = List.of(
            "output_throughput",
            "median_ttft_ms",
            "p95_ttft_ms",
            "p99_ttft_ms",
            "median_tpot_ms",
            "p95_tpot_ms",
            "p99_tpot_ms",
            "median_e2el_ms",
            "p95_e2el_ms",
            "goodput_ratio",
            "success_rate");

    /** With fewer runs the limits are so wide that they let a lot pass. */
    private static final int ADVISED = 10;

    private static final int DIGITS = 4;

    public CalibratedLimits {
        cells = List.copyOf(cells);
        notes = List.copyOf(notes);
    }

    /**
     * Makes limits.
     *
     * @param runs runs of one config on one machine, or a single one whose cells were measured several times
     * @param marginPct room beyond the noise, in percent of the mean, at least 0
     */
    public static CalibratedLimits of(List<RunRecord> runs, double marginPct) {
        if (!(marginPct >= 0)) {
            throw new IllegalArgumentException("margin must not be negative, got [" + marginPct + "]");
        }
        List<String> notes = new ArrayList<>();
        List<Measured> measured = measured(runs, notes);
        Map<String, Map<MetricDefinition, List<Double>>> figures = new LinkedHashMap<>();
        Map<String, String> keys = new LinkedHashMap<>();
        boolean single = measured.size() == 1;
        for (Measured one : measured) {
            for (CellRecord cell : one.target.cells()) {
                keys.putIfAbsent(cell.id(), Objects.requireNonNullElse(cell.key(), ""));
                collect(cell, single, figures.computeIfAbsent(cell.id(), id -> new LinkedHashMap<>()), notes);
            }
        }
        long limits = figures.values().stream()
                .flatMap(cell -> cell.values().stream())
                .filter(values -> values.size() >= Repeats.FEWEST)
                .count();
        Maker maker = new Maker(ErrorBudget.of((int) limits, 1, 1).at(1), marginPct, notes);
        List<CalibratedCell> cells = new ArrayList<>();
        figures.forEach((id, ofCell) -> {
            Map<String, CalibratedCell.Limit> made = new LinkedHashMap<>();
            ofCell.forEach((metric, values) ->
                    maker.make(id, metric, values).ifPresent(limit -> made.put(metric.name(), limit)));
            String key = keys.get(id);
            if (!made.isEmpty()) {
                cells.add(new CalibratedCell(id, key == null || key.isEmpty() ? null : key, made));
            }
        });
        maker.note();
        return new CalibratedLimits(cells, notes.stream().distinct().toList());
    }

    /** The first target of a run. */
    private record Measured(RunRecord run, TargetRecord target, Fingerprint fingerprint) {}

    /** Returns the runs that are like the last of them, and notes the others. */
    private static List<Measured> measured(List<RunRecord> runs, List<String> notes) {
        List<Measured> all = new ArrayList<>();
        for (RunRecord run : runs) {
            if (run.finishedAt() == null || run.targets().isEmpty()) {
                notes.add("%s is left out: it has not come to its end".formatted(run.runId()));
            } else {
                TargetRecord target = run.targets().getFirst();
                all.add(new Measured(run, target, Fingerprint.of(run, target)));
            }
        }
        if (all.isEmpty()) {
            return all;
        }
        Fingerprint last = all.getLast().fingerprint;
        List<Measured> alike = new ArrayList<>();
        for (Measured one : all) {
            List<String> differing = last.differing(one.fingerprint, List.of());
            if (differing.isEmpty()) {
                alike.add(one);
            } else {
                notes.add("%s is left out: it differs from %s in %s"
                        .formatted(one.run.runId(), all.getLast().run.runId(), String.join(", ", differing)));
            }
        }
        return alike;
    }

    private static void collect(
            CellRecord cell, boolean single, Map<MetricDefinition, List<Double>> into, List<String> notes) {
        switch (cell.status()) {
            case ERROR, SKIPPED, CANCELLED -> {
                notes.add("%s is left out of a run: it was not measured".formatted(cell.id()));
                return;
            }
            case FAIL, INCONCLUSIVE, PASS, RECORD -> {}
        }
        if (ClientFitness.whyUnfit(cell.fitness()) != null) {
            notes.add("%s is left out of a run: the client was unfit".formatted(cell.id()));
            return;
        }
        CellMetrics metrics = CellMetrics.of(cell);
        for (String name : METRICS) {
            MetricDefinition metric = MetricRegistry.standard().find(name).orElseThrow();
            MetricValue value = metrics.value(name);
            Double mean = value.value();
            long needed = SampleRule.neededBy(metric.percentile());
            Long least = value.leastN();
            if (mean == null || !value.doubts().isEmpty() || (needed > 0 && (least == null || least < needed))) {
                continue;
            }
            List<Double> values = into.computeIfAbsent(metric, unseen -> new ArrayList<>());
            if (single && !value.repeats().isEmpty()) {
                values.addAll(value.repeats());
            } else {
                values.add(mean);
            }
        }
    }

    /** Makes one limit after the other. */
    private static final class Maker {

        private final double level;
        private final double marginPct;
        private final List<String> notes;
        private final List<String> tooFew = new ArrayList<>();
        private int fewest = Integer.MAX_VALUE;

        Maker(double level, double marginPct, List<String> notes) {
            this.level = level;
            this.marginPct = marginPct;
            this.notes = notes;
        }

        Optional<CalibratedCell.Limit> make(String cell, MetricDefinition metric, List<Double> values) {
            if (values.size() < Repeats.FEWEST) {
                tooFew.add(metric.name() + " in " + cell);
                return Optional.empty();
            }
            fewest = Math.min(fewest, values.size());
            Repeats repeats = Repeats.of(values, metric.unit());
            double room = width(repeats.n()) * repeats.deviation() + Math.abs(repeats.mean()) * marginPct / 100;
            boolean higher = metric.better() == Direction.HIGHER;
            double limit = outward(higher ? repeats.mean() - room : repeats.mean() + room, higher);
            if (higher && limit <= 0) {
                notes.add("%s in %s gets no limit: its noise is as large as itself".formatted(metric.name(), cell));
                return Optional.empty();
            }
            return Optional.of(new CalibratedCell.Limit(kind(metric, higher), limit, from(repeats, metric.unit())));
        }

        private static String kind(MetricDefinition metric, boolean higher) {
            if (higher) {
                return metric.unit().equals("tok/s") ? "min_tok_s" : "min";
            }
            return metric.unit().equals("ms") ? "max_ms" : "max";
        }

        /** Rounds to a few digits, never to the tighter side. */
        private static double outward(double limit, boolean higher) {
            RoundingMode mode = higher ? RoundingMode.FLOOR : RoundingMode.CEILING;
            return BigDecimal.valueOf(limit)
                    .round(new MathContext(DIGITS, mode))
                    .doubleValue();
        }

        private String from(Repeats repeats, String unit) {
            double share = repeats.mean() == 0 ? 0 : 100 * repeats.deviation() / Math.abs(repeats.mean());
            String margin = marginPct == 0 ? "" : ", margin " + Numbers.exact(marginPct) + " %";
            return String.format(
                    Locale.ROOT,
                    "mean %s, sd %s (%.1f %%), n %d%s",
                    Quantity.measured(repeats.mean(), unit),
                    Quantity.measured(repeats.deviation(), unit),
                    share,
                    repeats.n(),
                    margin);
        }

        void note() {
            if (!tooFew.isEmpty()) {
                notes.add("no limit for lack of %d runs: %s"
                        .formatted(
                                Repeats.FEWEST,
                                tooFew.stream().limit(5).collect(Collectors.joining(", "))
                                        + (tooFew.size() > 5 ? ", and %d more".formatted(tooFew.size() - 5) : "")));
            }
            if (fewest < ADVISED) {
                notes.add(
                        ("limits of %d runs are wide, as so few tell little of the noise: %d runs would make them %.1f"
                                        + " times as tight")
                                .formatted(fewest, ADVISED, width(fewest) / width(ADVISED)));
            }
        }

        /** Returns how far one more run may lie from the mean of n, in standard deviations. */
        private double width(int n) {
            return Repeats.quantile(level, n - 1) * Math.sqrt(1 + 1.0 / n);
        }
    }
}
