package atlas.validation.report;

import atlas.validation.record.Comparison;
import atlas.validation.record.Comparison.ComparedCell;
import atlas.validation.record.Comparison.ComparedMetric;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The short comparison of console and summary: for each cell that both measured, what the subject's figure is of the
 * other's, and whether that is better.
 */
final class ComparisonTable {

    static final List<String> HEAD = List.of("cell", "tok/s", "TTFT p50", "TPOT p50");

    private static final List<String> METRICS = List.of("output_throughput", "median_ttft_ms", "median_tpot_ms");

    private ComparisonTable() {}

    /** Returns one row per cell: its id, then a ratio per metric. */
    static List<List<String>> rows(Comparison.Other other) {
        List<List<String>> rows = new ArrayList<>();
        for (ComparedCell cell : other.cells()) {
            List<String> row = new ArrayList<>();
            row.add(PlainText.oneLine(cell.id()));
            METRICS.forEach(metric -> row.add(text(cell.metrics().get(metric))));
            rows.add(row);
        }
        return rows;
    }

    /** Returns what the table says, in one line. */
    static String title(String subject, Comparison.Other other) {
        return "%s against %s".formatted(subject, other.name());
    }

    static String explanation(String subject) {
        return "ratios are %s divided by the other; better and worse are said of %s".formatted(subject, subject);
    }

    /** Returns what a reader should know where better or worse is said of figures that were measured too seldom. */
    static Optional<String> caution(Comparison.Other other) {
        boolean guessed = other.cells().stream()
                .flatMap(cell -> cell.metrics().values().stream())
                .anyMatch(ComparisonTable::saidWithoutNoise);
        return guessed
                ? Optional.of("noise is unknown where a cell was not measured three times or more by both; better and"
                        + " worse are then any difference above 2 %, and may be chance; params.repeats of 3 or more"
                        + " tells")
                : Optional.empty();
    }

    private static boolean saidWithoutNoise(ComparedMetric metric) {
        boolean said = "subject".equals(metric.better()) || "other".equals(metric.better());
        return said && metric.ratioLow() == null && metric.noisePct() == null;
    }

    private static String interval(ComparedMetric metric) {
        return metric.ratioLow() == null || metric.ratioHigh() == null
                ? ""
                : " (%s to %s)".formatted(Figures.of(metric.ratioLow()), Figures.of(metric.ratioHigh()));
    }

    private static String text(@Nullable ComparedMetric metric) {
        if (metric == null || metric.ratio() == null) {
            return Figures.MISSING;
        }
        String ratio = Figures.of(metric.ratio()) + "x" + interval(metric);
        String better = metric.better();
        if (better == null) {
            return ratio;
        }
        return ratio
                + switch (better) {
                    case "subject" -> " better";
                    case "other" -> " worse";
                    default -> " " + better;
                };
    }
}
