package atlas.validation.report;

import static java.util.Objects.requireNonNull;

import atlas.validation.record.CellRecord;
import atlas.validation.record.ProbeRecord;
import atlas.validation.record.Problem;
import atlas.validation.record.RunRecord;
import atlas.validation.record.StageRecord;
import atlas.validation.record.Status;
import atlas.validation.record.TargetRecord;
import java.io.PrintStream;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * Tells a run on a console while it happens: plain lines, no colours, nothing rewritten, since most consoles of this
 * suite are the logs of a build. No line is longer than 120 columns, but for a path that is longer by itself.
 *
 * <p>Safe for use by several threads; the lines of one call stay together.
 */
public final class ConsoleReport {

    static final int WIDTH = 120;

    private static final String RULE = "=".repeat(WIDTH);

    private final PrintStream out;

    public ConsoleReport(PrintStream out) {
        this.out = requireNonNull(out, "out is null");
    }

    /** Announces a run: what it validates and where it will leave its files. */
    public synchronized void runStarted(String runId, List<String> configs, Path folder) {
        line(RULE);
        line("Atlas Validation Suite");
        field("run", runId);
        field(configs.size() == 1 ? "config" : "configs", String.join(", ", configs));
        path("folder", folder);
        line(RULE);
    }

    /** Tells something beside the run itself, such as a file that could not be written. */
    public synchronized void note(String sentence) {
        wrapped(PlainText.oneLine(sentence), "note: ", "      ");
    }

    /** Begins the lines of one target, the {@code number}th of {@code of}. */
    public synchronized void targetStarted(String name, int number, int of) {
        line("");
        wrapped(of == 1 ? name : "%s (server %d of %d)".formatted(name, number, of), "", "  ");
    }

    /** Tells that a stage begins, for one that may take long. */
    public synchronized void stageStarted(String stage, String doing) {
        wrapped("%s ...".formatted(PlainText.oneLine(doing)), row(stage, "", ""), row("", "", ""));
    }

    public synchronized void stage(StageRecord stage) {
        row(stage.name(), stage.status(), Figures.seconds(stage.seconds()), stage.message());
    }

    public synchronized void probe(ProbeRecord probe) {
        row("api: " + probe.name(), probe.status(), "", probe.message());
    }

    /** Tells that a cell begins, the {@code number}th of {@code of}. */
    public synchronized void cellStarted(String cell, int number, int of, int requests, int warmupRequests) {
        wrapped(
                "cell %d of %d %s: %d requests after %d to warm up"
                        .formatted(number, of, cell, requests, warmupRequests),
                "  ",
                "      ");
    }

    public synchronized void progress(CellProgress progress) {
        String left = progress.left() == null ? "" : ", about " + Figures.of(progress.left()) + " left";
        String line = "cell %d/%d %s: %d/%d requests, %d failed, %s tok/s, TTFT p50 %s ms, %s%s"
                .formatted(
                        progress.cell(),
                        progress.cells(),
                        progress.id(),
                        progress.done(),
                        progress.of(),
                        progress.failed(),
                        Figures.of(progress.tokensPerSecond()),
                        Figures.of(progress.ttftMedianMs()),
                        Figures.of(progress.elapsed()),
                        left);
        wrapped(line, "    ", "      ");
    }

    public synchronized void cellFinished(CellRecord cell) {
        String figures = "%s requests ok, %s tok/s, TTFT p50 %s ms"
                .formatted(
                        ResultsTable.ok(cell.counts()),
                        Figures.of(cell.metrics().get("output_throughput")),
                        Figures.of(cell.metrics().get("median_ttft_ms")));
        wrapped(figures, "    %s: ".formatted(cell.status().word()), "      ");
        if (cell.message() != null && cell.status().worseThan(Status.PASS)) {
            wrapped(cell.message(), "      ", "      ");
        }
    }

    /** Prints one line per cell of a target. */
    public synchronized void resultsTable(TargetRecord target) {
        line("");
        wrapped("Results of " + target.name() + (target.simulated() ? " (SIMULATED)" : ""), "", "  ");
        if (target.cells().isEmpty()) {
            line("  no cell was measured");
            return;
        }
        line("  TTFT and TPOT in ms (TPOT: mean), tok/s of output, ok: requests succeeded of those attempted");
        ResultsTable.lines(target, "  ").forEach(this::line);
        if (target.cells().stream().anyMatch(cell -> ResultsTable.missesUnenforced(cell))) {
            line("  * misses a limit that is not enforced");
        }
    }

    /** Ends the run: the verdict, why, everything to look at, and where the deck is. */
    public synchronized void runFinished(RunRecord record, Path deck) {
        line("");
        line(RULE);
        line("VERDICT: " + record.status().name());
        wrapped(Wording.reason(record), "  ", "  ");
        Wording.simulated(record).ifPresent(note -> wrapped(note, "  ", "  "));
        problems(record.problems());
        findings("Errors", record, Status.ERROR);
        findings("Failed", record, Status.FAIL);
        findings("Inconclusive", record, Status.INCONCLUSIVE);
        list("Misses a limit, not enforced", sentences(Findings.recordedMisses(record), record));
        line("");
        path("deck", deck);
        line(Wording.exitCode(record.exitCode()));
        line(RULE);
        out.flush();
    }

    private void problems(List<Problem> problems) {
        list("Problems", problems.stream().map(Problem::sentence).toList());
    }

    private void findings(String title, RunRecord record, Status status) {
        list(
                title,
                sentences(
                        Findings.of(record).stream()
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
        out.println(text.stripTrailing());
    }
}
