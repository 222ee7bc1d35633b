package atlas.validation.cli;

import atlas.validation.gate.RunDiff;
import atlas.validation.gate.RunDiff.Change;
import atlas.validation.gate.RunDiff.DiffCell;
import atlas.validation.gate.RunDiff.DiffMetric;
import atlas.validation.gate.RunDiff.DiffTarget;
import atlas.validation.record.RunRecord;
import atlas.validation.report.Figures;
import atlas.validation.report.PlainText;
import atlas.validation.report.TextTable;
import atlas.validation.report.TextTable.Column;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Holds two runs against each other, figure by figure. */
@Command(
        name = "diff",
        description =
                "Hold two runs against each other: what got better or worse beyond the noise, and what else differs.",
        footer = {
            "",
            "Where a run measured its cells several times, the noise between repeats tells what is no change; elsewhere two"
                    + " figures within 2 %% are the same. Judges nothing: ends with 0 whatever changed."
        })
final class DiffCommand implements Callable<Integer> {

    private final Surroundings surroundings;

    @Parameters(index = "0", paramLabel = "BEFORE", description = "A run.json, or the folder of a run.")
    private Path before = Path.of("");

    @Parameters(index = "1", paramLabel = "AFTER", description = "The run to hold against it.")
    private Path after = Path.of("");

    @Option(names = "--all", description = "Show what stayed the same or was not measured too.")
    private boolean all;

    DiffCommand(Surroundings surroundings) {
        this.surroundings = surroundings;
    }

    @Override
    public Integer call() {
        RunDiff diff = RunDiff.of(record(before), record(after));
        diff.targets().forEach(this::target);
        if (diff.targets().stream().flatMap(target -> target.cells().stream()).anyMatch(DiffCommand::noiseUnknown)) {
            wrapped(
                    "noise is unknown where a cell was not measured three times or more in both runs; better and worse"
                            + " are then any difference above 2 %, and may be chance; params.repeats of 3 or more tells",
                    "note: ");
        }
        diff.notes().forEach(note -> wrapped(note, "note: "));
        return 0;
    }

    private static boolean noiseUnknown(DiffCell cell) {
        return cell.metrics().stream()
                .anyMatch(metric -> metric.noisePct() == null
                        && (metric.change() == Change.BETTER || metric.change() == Change.WORSE));
    }

    private RunRecord record(Path run) {
        return RunFiles.read(RunFiles.record(surroundings.workingDirectory().resolve(run)));
    }

    private void target(DiffTarget target) {
        surroundings.print("%s -> %s".formatted(target.before(), target.after()));
        if (!target.notAlike().isEmpty()) {
            wrapped(String.join("; ", target.notAlike()), "  not alike: ");
        }
        for (DiffCell cell : target.cells()) {
            List<DiffMetric> shown = cell.metrics().stream()
                    .filter(metric -> all || metric.change() == Change.BETTER || metric.change() == Change.WORSE)
                    .toList();
            surroundings.print("");
            surroundings.print("  " + cell.id() + (shown.isEmpty() ? ": no figure changed beyond the noise" : ""));
            if (!shown.isEmpty()) {
                table(shown).lines("    ").forEach(surroundings::print);
            }
        }
        surroundings.print("");
    }

    private static TextTable table(List<DiffMetric> metrics) {
        TextTable table = new TextTable(List.of(
                Column.text("figure", 32),
                Column.figure("before", 12),
                Column.figure("after", 12),
                Column.text("unit", 8),
                Column.figure("change", 10),
                Column.figure("noise", 10),
                Column.text("", 8)));
        for (DiffMetric metric : metrics) {
            table.add(List.of(
                    metric.name(),
                    Figures.of(metric.before()),
                    Figures.of(metric.after()),
                    metric.unit(),
                    Figures.percent(metric.changePct()),
                    metric.noisePct() == null ? "unknown" : String.format(Locale.ROOT, "%.1f %%", metric.noisePct()),
                    metric.change().name().toLowerCase(Locale.ROOT)));
        }
        return table;
    }

    private void wrapped(String text, String begin) {
        PlainText.wrap(
                        text,
                        begin,
                        " ".repeat(begin.length()),
                        surroundings.terminal().width())
                .forEach(surroundings::print);
    }
}
