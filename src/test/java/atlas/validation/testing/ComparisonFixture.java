package atlas.validation.testing;

import atlas.validation.record.Comparison;
import atlas.validation.record.Comparison.ComparedCell;
import atlas.validation.record.Comparison.ComparedMetric;
import atlas.validation.record.TargetRecord;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Compares two targets cell by cell. */
final class ComparisonFixture {

    private ComparisonFixture() {}

    static Comparison comparison(TargetRecord subject, TargetRecord other) {
        List<ComparedCell> cells = new ArrayList<>();
        for (int i = 0; i < subject.cells().size(); i++) {
            Map<String, @Nullable Double> left = subject.cells().get(i).metrics();
            Map<String, @Nullable Double> right = other.cells().get(i).metrics();
            Map<String, ComparedMetric> metrics = new LinkedHashMap<>();
            for (String name : left.keySet()) {
                metrics.put(name, compared(name, left.get(name), right.get(name)));
            }
            cells.add(new ComparedCell(subject.cells().get(i).id(), metrics));
        }
        return new Comparison(
                subject.name(),
                List.of(new Comparison.Other(
                        other.name(),
                        List.of("driver: atlas here, vllm there", "precision: nvfp4 here, fp8 there"),
                        cells)));
    }

    private static ComparedMetric compared(String name, @Nullable Double subject, @Nullable Double other) {
        if (subject == null || other == null || other == 0) {
            return new ComparedMetric(subject, other, null, null);
        }
        double ratio = Math.round(subject / other * 1e6) / 1e6;
        if (ratio == 1.0) {
            return new ComparedMetric(subject, other, ratio, "same");
        }
        boolean lowerIsBetter = name.endsWith("_ms") || name.equals("duration");
        return new ComparedMetric(subject, other, ratio, ratio > 1 == lowerIsBetter ? "other" : "subject");
    }
}
