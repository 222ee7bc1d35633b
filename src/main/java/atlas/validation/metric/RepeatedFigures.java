package atlas.validation.metric;

import atlas.validation.record.Counts;
import atlas.validation.record.Warning;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.stream.LongStream;
import org.jspecify.annotations.Nullable;

/** Puts the figures of a cell's repeats together. */
final class RepeatedFigures {

    private RepeatedFigures() {}

    static CellMetrics of(List<CellMetrics> repeats) {
        if (repeats.isEmpty()) {
            throw new IllegalArgumentException("a cell has at least one repeat, got none");
        }
        Set<String> names = new LinkedHashSet<>();
        repeats.forEach(repeat -> names.addAll(repeat.values().keySet()));
        Map<String, MetricValue> values = new LinkedHashMap<>();
        for (String name : names) {
            values.put(
                    name,
                    together(repeats.stream().map(repeat -> repeat.value(name)).toList()));
        }
        return new CellMetrics(
                counts(repeats), values, warnings(repeats), repeats.getFirst().series());
    }

    /** Returns the mean of a figure over the repeats that have it, with every doubt that one of them has. */
    private static MetricValue together(List<MetricValue> repeats) {
        List<MetricValue> measured =
                repeats.stream().filter(repeat -> repeat.value() != null).toList();
        if (measured.isEmpty()) {
            return MetricValue.unmeasured(repeats.stream()
                    .map(MetricValue::whyUnmeasured)
                    .filter(Objects::nonNull)
                    .findFirst()
                    .orElse(null));
        }
        List<Double> values = measured.stream()
                .map(MetricValue::value)
                .map(Double::doubleValue)
                .toList();
        EnumSet<Doubt> doubts = EnumSet.noneOf(Doubt.class);
        measured.forEach(repeat -> doubts.addAll(repeat.doubts()));
        if (measured.size() < repeats.size()) {
            doubts.add(Doubt.NOT_IN_EVERY_REPEAT);
        }
        List<Long> samples =
                measured.stream().map(MetricValue::n).filter(Objects::nonNull).toList();
        List<Long> fewest = measured.stream()
                .map(MetricValue::leastN)
                .filter(Objects::nonNull)
                .toList();
        boolean counted = samples.size() == measured.size() && fewest.size() == measured.size();
        return new MetricValue(
                mean(values),
                counted ? (Long) samples.stream().mapToLong(Long::longValue).sum() : null,
                doubts,
                null,
                counted ? (Long) least(fewest) : null,
                values);
    }

    private static long least(List<Long> samples) {
        return samples.stream()
                .flatMapToLong(LongStream::of)
                .min()
                .orElseThrow(() -> new IllegalArgumentException("no repeat was measured"));
    }

    /** Returns a mean that lies between its values, which a sum first and a division then need not. */
    private static double mean(List<Double> values) {
        double mean = 0;
        int seen = 0;
        for (double value : values) {
            seen++;
            mean += (value - mean) / seen;
        }
        return mean;
    }

    private static Counts counts(List<CellMetrics> repeats) {
        int attempted = 0;
        int succeeded = 0;
        int failed = 0;
        int cancelled = 0;
        Map<String, Integer> byOutcome = new LinkedHashMap<>();
        for (CellMetrics repeat : repeats) {
            Counts counts = repeat.counts();
            attempted += counts.attempted();
            succeeded += counts.succeeded();
            failed += counts.failed();
            cancelled += counts.cancelled();
            counts.byOutcome().forEach((outcome, n) -> byOutcome.merge(outcome, n, Integer::sum));
        }
        return new Counts(attempted, succeeded, failed, cancelled, byOutcome);
    }

    /** Returns the first warning of each code, and says of one that not every repeat has in how many it is. */
    private static List<Warning> warnings(List<CellMetrics> repeats) {
        Map<String, Warning> first = new LinkedHashMap<>();
        Map<String, Integer> occurrences = new LinkedHashMap<>();
        for (CellMetrics repeat : repeats) {
            Set<String> codes = new LinkedHashSet<>();
            for (Warning warning : repeat.warnings()) {
                first.putIfAbsent(warning.code(), warning);
                if (codes.add(warning.code())) {
                    occurrences.merge(warning.code(), 1, Integer::sum);
                }
            }
        }
        List<Warning> warnings = new ArrayList<>();
        first.forEach((code, warning) -> warnings.add(told(warning, occurrences.get(code), repeats.size())));
        return warnings;
    }

    private static Warning told(Warning warning, @Nullable Integer times, int of) {
        return new Warning(warning.code(), "%s (in %d of %d repeats)".formatted(warning.message(), times, of));
    }
}
