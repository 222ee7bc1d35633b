package atlas.validation.metric;

import static java.util.Objects.requireNonNull;

import atlas.validation.record.CellRecord;
import atlas.validation.record.Counts;
import atlas.validation.record.FigureBasis;
import atlas.validation.record.Series;
import atlas.validation.record.Warning;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The figures of one cell.
 *
 * @param counts how the measured requests ended
 * @param values figure by its name in the registry (no aliases), in the registry's order and then those that were
 *     measured beside the requests; figures that the cell could not give are there, unmeasured
 * @param warnings what a reader of the figures should know
 * @param series the cell over time and as distributions, or null when nothing succeeded
 */
public record CellMetrics(
        Counts counts,
        Map<String, MetricValue> values,
        List<Warning> warnings,
        @Nullable Series series) {

    public CellMetrics {
        requireNonNull(counts, "counts is null");
        values = Collections.unmodifiableMap(new LinkedHashMap<>(values));
        warnings = List.copyOf(warnings);
    }

    /** Computes the figures of a cell. */
    public static CellMetrics of(CellInput input) {
        MeasuredCell cell = MeasuredCell.of(input);
        LatencySamples latencies = LatencySamples.of(cell.successes());
        Figures figures = new Figures();
        HealthFigures.addTo(figures, cell);
        ThroughputFigures.addTo(figures, cell, latencies);
        LatencyFigures.addTo(figures, cell, latencies, Statistic.usualAnd(input.percentiles()));
        GoodputFigures.addTo(figures, cell);
        OpenLoopFigures.addTo(figures, cell);
        PrefixFigures.addTo(figures, cell);
        ConversationFigures.addTo(figures, cell);
        ToolFigures.addTo(figures, cell);
        figures.add("client_ttft_overhead_ms", input.clientTtftOverheadMs(), 1);
        CellDoubts doubts = CellDoubts.of(cell);
        Map<String, MetricValue> values = new LinkedHashMap<>();
        for (MetricDefinition definition :
                MetricRegistry.withPercentiles(input.percentiles()).all()) {
            if (isOfCell(definition, input)) {
                MetricValue value = figures.get(definition.name());
                values.put(
                        definition.name(),
                        value.value() == null
                                ? MetricValue.unmeasured(UnmeasuredReason.of(definition, cell))
                                : doubts.applyTo(definition, value));
            }
        }
        return new CellMetrics(cell.counts(), values, CellWarnings.of(cell), CellSeries.of(cell, latencies));
    }

    /**
     * Puts the repeats of a cell together: of every figure the mean over the repeats, with the repeats' own figures
     * kept. Requests are counted over all repeats; a figure that counts them, such as {@code failed}, is a mean like
     * the others. The series is that of the first repeat.
     *
     * @param repeats the figures of each repeat, in their order; at least one, which stays as it is
     */
    public static CellMetrics ofRepeats(List<CellMetrics> repeats) {
        return repeats.size() == 1 ? repeats.getFirst() : RepeatedFigures.of(repeats);
    }

    /** Tells whether a cell of this kind can have the figure at all. */
    private static boolean isOfCell(MetricDefinition definition, CellInput input) {
        if (definition.scopes().contains(Scope.OPEN_LOOP) && !input.atRate()) {
            return false;
        }
        if (definition.scopes().contains(Scope.CONVERSATIONS) && input.kind() != WorkloadKind.CONVERSATIONS) {
            return false;
        }
        return switch (definition.tier()) {
            case THROUGHPUT, TTFT, TPOT, LATENCY, HEALTH, RECORD ->
                !definition.scopes().contains(Scope.OBJECTIVE) || input.goodput() != null;
            case GOODPUT -> input.goodput() != null;
            case PREFIX -> input.kind() == WorkloadKind.PREFIX_PAIRS;
            case TOOLS -> input.kind() == WorkloadKind.TOOL_CALLS;
            case SCALING, CORRECTNESS, TARGET -> false;
        };
    }

    /** Returns these figures and one that was measured beside the cell's requests, with what is to be said of it. */
    public CellMetrics with(String name, MetricValue value, List<Warning> more) {
        Map<String, MetricValue> all = new LinkedHashMap<>(values);
        all.put(name, value);
        List<Warning> told = new ArrayList<>(warnings);
        told.addAll(more);
        return new CellMetrics(counts, all, told, series);
    }

    /** Returns the figure by its name in the registry; unmeasured when the cell has none of that name. */
    public MetricValue value(String name) {
        MetricValue value = values.get(name);
        return value == null ? MetricValue.unmeasured() : value;
    }

    /** Reads the figures of a cell back from its record, with all that they are judged by. */
    public static CellMetrics of(CellRecord cell) {
        return RecordedFigures.of(cell);
    }

    /** Returns what each figure rests on, for the run record. */
    public Map<String, FigureBasis> basis() {
        return RecordedFigures.basis(this);
    }

    /** Returns the bare numbers by name, null where not measured: what the run record keeps. */
    public Map<String, @Nullable Double> numbers() {
        Map<String, @Nullable Double> numbers = new LinkedHashMap<>();
        values.forEach((name, value) -> numbers.put(name, value.value()));
        return numbers;
    }
}
