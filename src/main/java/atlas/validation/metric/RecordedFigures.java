package atlas.validation.metric;

import atlas.validation.record.CellRecord;
import atlas.validation.record.FigureBasis;
import atlas.validation.record.RepeatRecord;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Writes figures into the record of a cell and reads them from it. */
final class RecordedFigures {

    private RecordedFigures() {}

    static Map<String, FigureBasis> basis(CellMetrics metrics) {
        Map<String, FigureBasis> basis = new LinkedHashMap<>();
        metrics.values()
                .forEach((name, value) -> basis.put(
                        name,
                        new FigureBasis(
                                value.n(),
                                value.leastN(),
                                value.doubts().stream()
                                        .map(doubt -> doubt.name().toLowerCase(Locale.ROOT))
                                        .toList(),
                                value.whyUnmeasured())));
        return basis;
    }

    static CellMetrics of(CellRecord cell) {
        List<RepeatRecord> repeats = cell.repeats().stream()
                .filter(repeat -> repeat.trouble() == null)
                .toList();
        Map<String, MetricValue> values = new LinkedHashMap<>();
        cell.metrics()
                .forEach((name, value) -> values.put(
                        name,
                        value(
                                value,
                                cell.basis().get(name),
                                repeats.size() < 2
                                        ? List.of()
                                        : repeats.stream()
                                                .map(repeat -> repeat.metrics().get(name))
                                                .filter(Objects::nonNull)
                                                .map(Double::doubleValue)
                                                .toList())));
        return new CellMetrics(cell.counts(), values, cell.warnings(), cell.series());
    }

    private static MetricValue value(@Nullable Double value, @Nullable FigureBasis basis, List<Double> repeats) {
        if (value == null) {
            return MetricValue.unmeasured(basis == null ? null : basis.whyUnmeasured());
        }
        if (basis == null) {
            // A record of before this was kept: nobody knows how many samples there were.
            return new MetricValue(value, null, Set.of(), null, null, repeats);
        }
        EnumSet<Doubt> doubts = EnumSet.noneOf(Doubt.class);
        for (Doubt doubt : Doubt.values()) {
            if (basis.doubts().contains(doubt.name().toLowerCase(Locale.ROOT))) {
                doubts.add(doubt);
            }
        }
        return new MetricValue(value, basis.n(), doubts, null, basis.leastN(), repeats);
    }
}
