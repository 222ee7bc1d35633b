package atlas.validation.report;

import atlas.validation.record.CellRecord;
import atlas.validation.record.Counts;
import atlas.validation.record.RunRecord;
import atlas.validation.record.TargetRecord;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.OptionalDouble;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Writes {@code results.csv}: a head and one row per cell, as RFC 4180 has it, with an empty field for what was not
 * measured. Times have microsecond precision, other figures six decimals. The metrics follow the fixed columns under
 * their own names, in the order in which the record first has them; where cells were measured several times, they are
 * means, and the standard deviation of one repeat follows each as {@code <metric>_sd}.
 */
public final class ResultsCsv {

    private static final List<String> FIXED = List.of(
            "run_id",
            "target",
            "model",
            "driver",
            "simulated",
            "cell",
            "key",
            "combo",
            "workload",
            "isl",
            "osl",
            "concurrency",
            "request_rate",
            "status",
            "message",
            "attempted",
            "succeeded",
            "failed",
            "cancelled",
            "repeats");

    /** What makes a spreadsheet take a field for a formula. */
    private static final String FORMULA_STARTS = "=+-@\t\r";

    private static final String LINE_END = "\r\n";

    private ResultsCsv() {}

    public static String render(RunRecord record) {
        Set<String> metrics = new LinkedHashSet<>();
        for (TargetRecord target : record.targets()) {
            target.cells().forEach(cell -> metrics.addAll(cell.metrics().keySet()));
        }
        // Counts are metrics as well; each stands once, in its fixed column.
        FIXED.forEach(metrics::remove);
        List<String> head = new ArrayList<>(FIXED);
        boolean repeated = record.targets().stream()
                .flatMap(target -> target.cells().stream())
                .anyMatch(cell -> !cell.repeats().isEmpty());
        for (String metric : metrics) {
            head.add(metric);
            if (repeated) {
                head.add(metric + "_sd");
            }
        }
        StringBuilder csv = new StringBuilder();
        appendRow(csv, head);
        for (TargetRecord target : record.targets()) {
            for (CellRecord cell : target.cells()) {
                appendRow(csv, row(record, target, cell, metrics, repeated));
            }
        }
        return csv.toString();
    }

    private static List<String> row(
            RunRecord record, TargetRecord target, CellRecord cell, Set<String> metrics, boolean repeated) {
        Counts counts = cell.counts();
        List<String> row = new ArrayList<>(List.of(
                record.runId(),
                target.name(),
                target.model(),
                target.driver(),
                Boolean.toString(target.simulated()),
                cell.id(),
                text(cell.key()),
                cell.combo(),
                cell.workload(),
                text(cell.isl()),
                text(cell.osl()),
                text(cell.concurrency()),
                number(cell.requestRate()),
                cell.status().word(),
                text(cell.message()),
                text(counts.attempted()),
                text(counts.succeeded()),
                text(counts.failed()),
                text(counts.cancelled()),
                text(repeats(cell))));
        row.replaceAll(ResultsCsv::harmless);
        for (String metric : metrics) {
            row.add(figure(metric, cell.metrics().get(metric)));
            if (repeated) {
                OptionalDouble deviation = RepeatFacts.deviation(cell, metric);
                row.add(figure(metric, deviation.isPresent() ? (Double) deviation.getAsDouble() : null));
            }
        }
        return row;
    }

    /** Returns how many measurements stand behind a cell's figures; none behind those of a cell that sent nothing. */
    private static int repeats(CellRecord cell) {
        if (cell.repeats().isEmpty()) {
            return cell.counts().attempted() > 0 ? 1 : 0;
        }
        return RepeatFacts.whole(cell).size();
    }

    private static String text(@Nullable Object value) {
        return value == null ? "" : value.toString();
    }

    /**
     * Puts an apostrophe before a text that a spreadsheet would run as a formula, as OWASP advises; the fixed columns
     * have no negative number.
     */
    private static String harmless(String text) {
        return !text.isEmpty() && FORMULA_STARTS.indexOf(text.charAt(0)) >= 0 ? "'" + text : text;
    }

    private static String figure(String metric, @Nullable Double value) {
        if (value == null || Math.abs(value) >= FiniteNumbers.LARGEST_ROUNDED) {
            return number(value);
        }
        int decimals = metric.endsWith("_ms") ? 3 : 6;
        return BigDecimal.valueOf(value)
                .setScale(decimals, RoundingMode.HALF_UP)
                .stripTrailingZeros()
                .toPlainString();
    }

    private static String number(@Nullable Double value) {
        return value == null
                ? ""
                : BigDecimal.valueOf(value).stripTrailingZeros().toPlainString();
    }

    private static void appendRow(StringBuilder csv, List<String> fields) {
        for (int i = 0; i < fields.size(); i++) {
            csv.append(i == 0 ? "" : ",").append(quoted(fields.get(i)));
        }
        csv.append(LINE_END);
    }

    private static String quoted(String field) {
        boolean plain = field.chars().noneMatch(c -> c == ',' || c == '"' || c == '\r' || c == '\n');
        return plain ? field : '"' + field.replace("\"", "\"\"") + '"';
    }
}
