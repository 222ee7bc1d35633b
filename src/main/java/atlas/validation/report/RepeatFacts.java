package atlas.validation.report;

import atlas.validation.record.CellRecord;
import atlas.validation.record.RepeatRecord;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalDouble;

/** Says of a cell that was measured several times how far its figures spread from one repeat to the next. */
final class RepeatFacts {

    private static final Map<String, String> NAMES = names();

    private RepeatFacts() {}

    private static Map<String, String> names() {
        Map<String, String> names = new LinkedHashMap<>();
        names.put("output_throughput", "tok/s");
        names.put("median_ttft_ms", "TTFT p50");
        names.put("mean_tpot_ms", "TPOT");
        return names;
    }

    /** Returns one sentence; empty for a cell that was measured once. */
    static Optional<String> of(CellRecord cell) {
        List<RepeatRecord> whole = whole(cell);
        if (cell.repeats().isEmpty()) {
            return Optional.empty();
        }
        List<String> spreads = new ArrayList<>();
        NAMES.forEach((metric, name) -> {
            Double mean = cell.metrics().get(metric);
            OptionalDouble deviation = deviation(cell, metric);
            if (mean != null && mean != 0 && deviation.isPresent()) {
                spreads.add(
                        String.format(Locale.ROOT, "%s %.1f %%", name, 100 * deviation.getAsDouble() / Math.abs(mean)));
            }
        });
        String count = whole.size() == cell.repeats().size()
                ? counted(whole.size())
                : "%d of %s whole"
                        .formatted(whole.size(), counted(cell.repeats().size()));
        return Optional.of(spreads.isEmpty() ? count : count + ", standard deviation: " + String.join(", ", spreads));
    }

    /** Returns the standard deviation of one repeat; empty for fewer than two that have the metric. */
    static OptionalDouble deviation(CellRecord cell, String metric) {
        double[] values = whole(cell).stream()
                .map(repeat -> repeat.metrics().get(metric))
                .filter(Objects::nonNull)
                .mapToDouble(Double::doubleValue)
                .toArray();
        if (values.length < 2) {
            return OptionalDouble.empty();
        }
        double mean = 0;
        for (double value : values) {
            mean += value / values.length;
        }
        double squares = 0;
        for (double value : values) {
            squares += (value - mean) * (value - mean);
        }
        return OptionalDouble.of(Math.sqrt(squares / (values.length - 1)));
    }

    /** Returns the repeats whose mean the cell's figures are. */
    static List<RepeatRecord> whole(CellRecord cell) {
        return cell.repeats().stream()
                .filter(repeat -> repeat.trouble() == null)
                .toList();
    }

    private static String counted(int repeats) {
        return repeats == 1 ? "1 repeat" : repeats + " repeats";
    }
}
