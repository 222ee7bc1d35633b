package atlas.validation.report;

import atlas.validation.record.CellRecord;
import atlas.validation.record.Comparison;
import atlas.validation.record.Problem;
import atlas.validation.record.RunRecord;
import atlas.validation.record.TargetRecord;
import java.util.ArrayList;
import java.util.List;

/**
 * Writes {@code summary.md}: one screen of Markdown for a pull request or a job summary. Long lists are cut with the
 * number of what was left out; the deck has everything.
 */
public final class RunSummary {

    private static final int MOST_SENTENCES = 12;
    private static final int MOST_CELLS = 30;

    private final RunRecord record;
    private final StringBuilder text = new StringBuilder();

    private RunSummary(RunRecord record) {
        this.record = record;
    }

    public static String render(RunRecord record) {
        return new RunSummary(record).render();
    }

    private String render() {
        line("## Atlas Validation: " + record.status().word());
        line("");
        line(Markdown.escaped(Wording.headline(record)));
        LimitTally.of(record).gap().ifPresent(gap -> {
            line("");
            line(Markdown.escaped(gap));
        });
        Wording.client(record).ifPresent(note -> {
            line("");
            line(Markdown.escaped(note));
        });
        Wording.simulated(record).ifPresent(note -> {
            line("");
            line("> **" + Markdown.escaped(note) + "**");
        });
        boolean several = record.targets().size() > 1;
        list(
                "Problems",
                record.problems().stream()
                        .map(Problem::sentence)
                        .map(PlainText::brief)
                        .toList());
        list("What to look at", texts(Wording.untold(record), several));
        list("Misses a limit that is not enforced", texts(Findings.recordedMisses(record), several));
        list("Failed requests", failures(several));
        List<String> models = ModelTable.lines(record);
        if (!models.isEmpty()) {
            line("");
            models.forEach(this::line);
        }
        record.targets().forEach(this::results);
        if (record.comparison() != null) {
            comparison(record.comparison());
        }
        line("");
        line("Run %s, %s. `run_deck.html` beside this file has everything."
                .formatted(Markdown.code(record.runId()), Wording.exitCode(record.exitCode())));
        return text.toString();
    }

    private List<String> failures(boolean several) {
        return record.targets().stream()
                .flatMap(target -> target.cells().stream()
                        .flatMap(cell -> cell.failures().stream()
                                .map(failure -> "%s%s: %s"
                                        .formatted(
                                                several ? target.name() + "/" : "",
                                                cell.id(),
                                                PlainText.brief(failure.sentence())))))
                .toList();
    }

    private static List<String> texts(List<Finding> findings, boolean several) {
        return findings.stream()
                .map(finding -> finding.status().word() + ": " + finding.text(several))
                .toList();
    }

    private void list(String title, List<String> sentences) {
        if (sentences.isEmpty()) {
            return;
        }
        line("");
        line("**%s (%d)**".formatted(title, sentences.size()));
        line("");
        sentences.stream().limit(MOST_SENTENCES).forEach(sentence -> line("- " + Markdown.escaped(sentence)));
        leftOut(sentences.size() - MOST_SENTENCES);
    }

    private void results(TargetRecord target) {
        line("");
        line("### %s: %s"
                .formatted(Markdown.escaped(target.name()), target.status().word()));
        line("");
        line(Markdown.escaped(describe(target)));
        if (target.cells().isEmpty()) {
            return;
        }
        if (!ResultsTable.hasFigures(target)) {
            line("");
            line("None of %d cells was measured.".formatted(target.cells().size()));
            return;
        }
        line("");
        line("| cell | TTFT p50 (ms) | TTFT p99 (ms) | TPOT (ms) | output (tok/s) | requests ok | verdict |");
        line("|---|--:|--:|--:|--:|--:|---|");
        target.cells().stream().limit(MOST_CELLS).forEach(this::row);
        if (target.cells().size() > MOST_CELLS) {
            line("");
        }
        leftOut(target.cells().size() - MOST_CELLS);
        if (ResultsTable.hasMark(target)) {
            line("");
            line(Markdown.escaped(SampleNeed.FOOTNOTE));
        }
        list(
                "Means of repeats",
                target.cells().stream()
                        .flatMap(cell -> RepeatFacts.of(cell).map(facts -> cell.id() + ": " + facts).stream())
                        .toList());
        CellWarnings.of(target).ifPresent(warnings -> {
            line("");
            line("Warnings, told in the deck: " + Markdown.escaped(warnings));
        });
    }

    private void comparison(Comparison comparison) {
        for (Comparison.Other other : comparison.others()) {
            line("");
            line("### " + Markdown.escaped(ComparisonTable.title(comparison.subject(), other)));
            line("");
            if (other.cells().isEmpty()) {
                line("No cell was measured by both.");
                continue;
            }
            line(Markdown.escaped(ComparisonTable.explanation(comparison.subject())));
            line("");
            line(Markdown.row(ComparisonTable.HEAD));
            line("|---|--:|--:|--:|");
            ComparisonTable.rows(other).stream().limit(MOST_CELLS).forEach(this::comparedRow);
            if (other.cells().size() > MOST_CELLS) {
                line("");
            }
            leftOut(other.cells().size() - MOST_CELLS);
            ComparisonTable.caution(other).ifPresent(note -> {
                line("");
                line("Note: " + Markdown.escaped(note));
            });
            if (!other.notAlike().isEmpty()) {
                line("");
                line("Not alike: " + Markdown.escaped(String.join("; ", other.notAlike())));
            }
        }
    }

    private void comparedRow(List<String> row) {
        List<String> cells = new ArrayList<>(row);
        cells.set(0, Markdown.code(row.getFirst()));
        line(Markdown.row(cells));
    }

    private static String describe(TargetRecord target) {
        String gpus;
        if (target.simulated()) {
            gpus = "the simulator";
        } else if (target.gpus().isEmpty()) {
            gpus = "an unknown GPU";
        } else {
            gpus = target.gpus().size() + " x " + target.gpus().getFirst().name();
        }
        return "%s on %s, driver %s, thresholds %s"
                .formatted(target.model(), gpus, target.driver(), target.enforced() ? "enforced" : "recorded only");
    }

    private void row(CellRecord cell) {
        String verdict = ResultsTable.missesUnenforced(cell)
                ? "record, misses a limit"
                : cell.status().word();
        List<String> values = List.of(
                Markdown.code(cell.id()),
                SampleNeed.marked(cell, "median_ttft_ms"),
                SampleNeed.marked(cell, "p99_ttft_ms"),
                Figures.of(cell.metrics().get("mean_tpot_ms")),
                Figures.of(cell.metrics().get("output_throughput")),
                ResultsTable.ok(cell.counts()),
                verdict);
        line(Markdown.row(values));
    }

    private void leftOut(int number) {
        if (number > 0) {
            line("- … and %d more in the deck".formatted(number));
        }
    }

    private void line(String line) {
        text.append(line).append('\n');
    }
}
