package atlas.validation.report;

import atlas.validation.record.CellRecord;
import atlas.validation.record.Counts;
import atlas.validation.record.Status;
import atlas.validation.record.TargetRecord;
import atlas.validation.report.TextTable.Column;
import java.util.List;

/** The console's table of one target: a line per cell, at most 120 columns wide. */
final class ResultsTable {

    private static final List<String> PERCENTILES = List.of("median_ttft_ms", "p90_ttft_ms", "p99_ttft_ms");

    private ResultsTable() {}

    static List<String> lines(TargetRecord target, String indent) {
        TextTable table = new TextTable(List.of(
                Column.text("cell", 25),
                Column.figure("TTFT mean", 9),
                Column.figure("p50", 7),
                Column.figure("p90", 7),
                Column.figure("p99", 7),
                Column.figure("max", 7),
                Column.figure("TPOT", 7),
                Column.figure("tok/s", 8),
                Column.figure("ok", 11),
                Column.text("verdict", 12)));
        for (CellRecord cell : target.cells()) {
            table.add(List.of(
                    PlainText.oneLine(cell.id()),
                    metric(cell, "mean_ttft_ms"),
                    SampleNeed.marked(cell, "median_ttft_ms"),
                    SampleNeed.marked(cell, "p90_ttft_ms"),
                    SampleNeed.marked(cell, "p99_ttft_ms"),
                    metric(cell, "max_ttft_ms"),
                    metric(cell, "mean_tpot_ms"),
                    metric(cell, "output_throughput"),
                    ok(cell.counts()),
                    verdict(cell)));
        }
        return table.lines(indent);
    }

    /** Tells whether any percentile of the table rests on too few requests. */
    static boolean hasMark(TargetRecord target) {
        return target.cells().stream()
                .anyMatch(cell -> PERCENTILES.stream().anyMatch(metric -> SampleNeed.isMissed(cell, metric)));
    }

    /** Tells whether any request of the target was sent, so that the table has a figure. */
    static boolean hasFigures(TargetRecord target) {
        return target.cells().stream().anyMatch(cell -> cell.counts().attempted() > 0);
    }

    private static String metric(CellRecord cell, String name) {
        return Figures.of(cell.metrics().get(name));
    }

    static String ok(Counts counts) {
        return counts.attempted() == 0 ? Figures.MISSING : counts.succeeded() + "/" + counts.attempted();
    }

    /** Returns the status word; a cell that is only recorded must not look like one that passed. */
    private static String verdict(CellRecord cell) {
        return missesUnenforced(cell) ? "record *" : cell.status().word();
    }

    static boolean missesUnenforced(CellRecord cell) {
        return cell.status() == Status.RECORD && Findings.hasRecordedMiss(cell);
    }
}
