package atlas.validation.report;

import static java.util.Objects.requireNonNull;

import atlas.validation.record.CellRecord;
import atlas.validation.record.Comparison;
import atlas.validation.record.PlanRecord;
import atlas.validation.record.ProbeRecord;
import atlas.validation.record.Problem;
import atlas.validation.record.RunRecord;
import atlas.validation.record.StageRecord;
import atlas.validation.record.Status;
import atlas.validation.record.TargetRecord;
import atlas.validation.report.TextTable.Column;
import java.io.PrintStream;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * Tells a run on a console while it happens: plain lines, no colours, nothing rewritten, since most consoles of this
 * suite are the logs of a build. No line is longer than 120 columns, but for a path that is longer by itself.
 *
 * <p>Safe for use by several threads; the lines of one call stay together.
 */
public final class ConsoleReport implements RunConsole {

    static final int WIDTH = 120;

    private static final String RULE = "=".repeat(WIDTH);

    private final PrintStream out;
    private final SkippedRows skipped = new SkippedRows();

    public ConsoleReport(PrintStream out) {
        this.out = requireNonNull(out, "out is null");
    }

    @Override
    public synchronized void runStarted(String runId, List<String> configs, Path folder) {
        line(RULE);
        line("Atlas Validation Suite");
        field("run", runId);
        field(configs.size() == 1 ? "config" : "configs", String.join(", ", configs));
        path("folder", folder);
        line(RULE);
    }

    @Override
    public synchronized void note(String sentence) {
        wrapped(PlainText.oneLine(sentence), "note: ", "      ");
    }

    @Override
    public synchronized void targetStarted(String name, int number, int of) {
        line("");
        wrapped(of == 1 ? name : "%s (server %d of %d)".formatted(name, number, of), "", "  ");
    }

    @Override
    public synchronized void stageStarted(String stage, String doing) {
        wrapped("%s ...".formatted(PlainText.oneLine(doing)), row(stage, "", ""), row("", "", ""));
    }

    /** Tells a stage that has ended; rows that one reason kept from running are told together. */
    @Override
    public synchronized void stage(StageRecord stage) {
        if (stage.status() == Status.SKIPPED) {
            hold(stage.name(), stage.message());
            return;
        }
        if (stage.status().worseThan(Status.INCONCLUSIVE)) {
            skipped.failed(stage);
        }
        row(stage.name(), stage.status(), Figures.seconds(stage.seconds()), stage.message());
    }

    @Override
    public synchronized void probe(ProbeRecord probe) {
        if (probe.status() == Status.SKIPPED) {
            hold("api: " + probe.name(), probe.message());
            return;
        }
        row("api: " + probe.name(), probe.status(), "", probe.message());
    }

    @Override
    public synchronized void api(String found) {
        wrapped(PlainText.oneLine(found), "  api: ", "      ");
    }

    @Override
    public synchronized void cellStarted(
            String cell,
            int number,
            int of,
            @Nullable Integer requests,
            @Nullable Duration duration,
            int warmupRequests) {
        String count = requests == null ? "requests" : requests + " requests";
        String time = duration == null ? "" : " for " + Figures.of(duration);
        wrapped(
                "cell %d of %d %s: %s%s after %d to warm up".formatted(number, of, cell, count, time, warmupRequests),
                "  ",
                "      ");
    }

    @Override
    public synchronized void preparing(String cell, int done, int of) {
        wrapped("%s: %d of %d requests are written, none is sent yet".formatted(cell, done, of), "    ", "      ");
    }

    @Override
    public synchronized void progress(CellProgress progress) {
        String left = progress.left() == null ? "" : ", about " + Figures.of(progress.left()) + " left";
        String line = "cell %d/%d %s: %s requests, %d in flight, %d failed, %s tok/s, TTFT p50 %s ms, %s%s"
                .formatted(
                        progress.cell(),
                        progress.cells(),
                        progress.id(),
                        progress.of() == null ? progress.done() : progress.done() + "/" + progress.of(),
                        progress.inFlight(),
                        progress.failed(),
                        Figures.of(progress.tokensPerSecond()),
                        Figures.of(progress.ttftMedianMs()),
                        Figures.of(progress.elapsed()),
                        left);
        wrapped(line, "    ", "      ");
    }

    @Override
    public synchronized void cellFinished(CellRecord cell) {
        List<String> findings = CellFindings.of(cell);
        wrapped(findings.getFirst(), "    %s: ".formatted(cell.status().word()), "      ");
        findings.stream().skip(1).forEach(finding -> wrapped(finding, "      ", "        "));
    }

    @Override
    public synchronized void resultsTable(TargetRecord target) {
        line("");
        wrapped("Results of " + target.name() + (target.simulated() ? " (SIMULATED)" : ""), "", "  ");
        if (!ResultsTable.hasFigures(target)) {
            line(
                    target.cells().isEmpty()
                            ? "  no cell was measured"
                            : "  none of %d cells was measured"
                                    .formatted(target.cells().size()));
            return;
        }
        line("  TTFT and TPOT in ms (TPOT: mean), tok/s of output, ok: requests succeeded of those attempted");
        ResultsTable.lines(target, "  ").forEach(this::line);
        for (CellRecord cell : target.cells()) {
            if (cell.counts().attempted() > 0) {
                RateFacts.of(cell).ifPresent(facts -> wrapped(cell.id() + ": " + facts, "  ", "    "));
                RepeatFacts.of(cell).ifPresent(facts -> wrapped(cell.id() + ": " + facts, "  ", "    "));
            }
        }
        if (target.cells().stream().anyMatch(cell -> ResultsTable.missesUnenforced(cell))) {
            line("  * misses a limit that is not enforced");
        }
        if (ResultsTable.hasMark(target)) {
            line("  " + SampleNeed.FOOTNOTE);
        }
        CellWarnings.of(target).ifPresent(warnings -> wrapped(warnings, "  warnings, told in the deck: ", "    "));
    }

    @Override
    public synchronized void runFinished(RunRecord record, Path deck) {
        if (record.comparison() != null) {
            comparison(record.comparison());
        }
        verdict(record);
        line("");
        path("deck", deck);
        Wording.again(record).ifPresent(tags -> field("again", "the same command with -Dgroups='" + tags + "'"));
        end(record.exitCode());
    }

    /** Tells what other limits would have made of a run that is over, and whose files stay as they are. */
    public synchronized void judgedAgain(RunRecord record) {
        verdict(record);
        line("");
        wrapped(
                "The run's own files, its deck among them, stay as they are: they tell how it was judged then.",
                "  ",
                "  ");
        end(record.exitCode());
    }

    private void end(int exitCode) {
        line(Wording.exitCode(exitCode));
        line(RULE);
        out.flush();
    }

    private void verdict(RunRecord record) {
        line("");
        line(RULE);
        line("VERDICT: " + record.status().name());
        wrapped(Wording.headline(record), "  ", "  ");
        LimitTally.of(record).gap().ifPresent(gap -> wrapped(gap, "  ", "  "));
        Wording.client(record).ifPresent(note -> wrapped(note, "  ", "  "));
        Wording.simulated(record).ifPresent(note -> wrapped(note, "  ", "  "));
        problems(record.problems());
        findings("Errors", record, Status.ERROR);
        findings("Failed", record, Status.FAIL);
        findings("Inconclusive", record, Status.INCONCLUSIVE);
        list("Misses a limit, not enforced", sentences(Findings.recordedMisses(record), record));
    }

    private void comparison(Comparison comparison) {
        for (Comparison.Other other : comparison.others()) {
            line("");
            wrapped(ComparisonTable.title(comparison.subject(), other), "", "  ");
            if (other.cells().isEmpty()) {
                line("  no cell was measured by both");
                continue;
            }
            wrapped(ComparisonTable.explanation(comparison.subject()), "  ", "  ");
            TextTable table = new TextTable(List.of(
                    Column.text(ComparisonTable.HEAD.get(0), 48),
                    Column.figure(ComparisonTable.HEAD.get(1), 18),
                    Column.figure(ComparisonTable.HEAD.get(2), 18),
                    Column.figure(ComparisonTable.HEAD.get(3), 18)));
            ComparisonTable.rows(other).forEach(table::add);
            table.lines("  ").forEach(this::line);
            ComparisonTable.caution(other).ifPresent(note -> wrapped(note, "  note: ", "    "));
            if (!other.notAlike().isEmpty()) {
                wrapped(String.join("; ", other.notAlike()), "  not alike: ", "    ");
            }
        }
    }

    @Override
    public synchronized void planned(PlanRecord plan) {
        PlanReport.lines(plan).forEach(this::line);
        out.flush();
    }

    @Override
    public synchronized void runRefused(List<Problem> problems, int exitCode) {
        line("");
        line(RULE);
        line("VERDICT: " + Status.ERROR.name());
        problems(problems);
        line("");
        end(exitCode);
    }

    private void problems(List<Problem> problems) {
        list("Problems", problems.stream().map(Problem::sentence).toList());
    }

    private void findings(String title, RunRecord record, Status status) {
        list(
                title,
                sentences(
                        Wording.untold(record).stream()
                                .filter(finding -> finding.status() == status)
                                .toList(),
                        record));
    }

    private static List<String> sentences(List<Finding> findings, RunRecord record) {
        boolean several = record.targets().size() > 1;
        return findings.stream().map(finding -> finding.text(several)).toList();
    }

    private void list(String title, List<String> sentences) {
        if (sentences.isEmpty()) {
            return;
        }
        line("");
        line("%s (%d)".formatted(title, sentences.size()));
        sentences.forEach(sentence -> wrapped(sentence, "  - ", "    "));
    }

    private void hold(String name, @Nullable String reason) {
        String told = skipped.shortened(reason);
        if (!skipped.takes(told)) {
            tellSkipped();
        }
        skipped.hold(name, told);
    }

    private void tellSkipped() {
        for (SkippedRows.Row row : skipped.release()) {
            row(row.name(), Status.SKIPPED, Figures.MISSING, row.reason());
        }
    }

    private void row(String name, Status status, String time, @Nullable String message) {
        String first = row(PlainText.oneLine(name), status.word(), time);
        wrapped(message == null ? "" : message, first, row("", "", ""));
    }

    private static String row(String name, String word, String time) {
        return String.format(Locale.ROOT, "  %-28s  %-12s  %10s  ", PlainText.shorten(name, 28), word, time);
    }

    private void field(String name, String value) {
        wrapped(value, "  %-8s".formatted(name), " ".repeat(10));
    }

    /** A path stays whole, so that it can be copied: on a line of its own where it does not fit beside its name. */
    private void path(String name, Path path) {
        String text = PlainText.oneLine(path.toString());
        String label = "  %-8s".formatted(name);
        if (label.length() + text.length() <= WIDTH) {
            line(label + text);
        } else {
            line(label.stripTrailing());
            line(text);
        }
    }

    private void wrapped(String text, String first, String next) {
        PlainText.wrap(text, first, next, WIDTH).forEach(this::line);
    }

    private void line(String text) {
        if (!skipped.isEmpty()) {
            tellSkipped();
        }
        out.println(text.stripTrailing());
    }
}
