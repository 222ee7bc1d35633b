package atlas.validation.cli;

import atlas.validation.gate.RunVerdict;
import atlas.validation.record.CellRecord;
import atlas.validation.record.Phase;
import atlas.validation.record.PlanRecord;
import atlas.validation.record.ProbeRecord;
import atlas.validation.record.Problem;
import atlas.validation.record.RequestRecord;
import atlas.validation.record.RunRecord;
import atlas.validation.record.StageRecord;
import atlas.validation.record.Status;
import atlas.validation.record.TargetRecord;
import atlas.validation.report.CellFindings;
import atlas.validation.report.CellProgress;
import atlas.validation.report.ConsoleReport;
import atlas.validation.report.Figures;
import atlas.validation.report.RunConsole;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import org.jspecify.annotations.Nullable;
import org.junit.platform.engine.TestExecutionResult;
import org.junit.platform.launcher.TestExecutionListener;
import org.junit.platform.launcher.TestIdentifier;
import org.junit.platform.launcher.TestPlan;

/**
 * Tells a run as the tree that JUnit sees, row by row as they end, with their times; then the verdict. What goes on is
 * shown on the last line of a terminal, and in plain lines elsewhere. Knows at the end what the process has to exit
 * with.
 *
 * <p>Safe for use by several threads.
 */
final class RunTree implements RunConsole, TestExecutionListener {

    private static final long REDRAW_NANOS = 100_000_000;

    private final Terminal terminal;
    private final ConsoleReport lines;
    private final LiveLine live;
    private final Map<String, Long> startedNanos = new HashMap<>();
    private final Map<Status, Integer> counts = new EnumMap<>(Status.class);
    private final List<String> findings = new ArrayList<>();
    private int cellsOfRow;
    private RowLines rows;
    private @Nullable TestPlan plan;
    private @Nullable Runnable end;
    private @Nullable CellProgress progress;
    private @Nullable Integer planned;

    /** The row that failed last, and the reason that rows give which do not run because of it. */
    private String failedRow = "";

    private @Nullable String failure;
    private String cell = "";
    private int done;
    private int failed;
    private long drawnNanos;
    private OptionalInt exitCode = OptionalInt.empty();

    RunTree(Terminal terminal) {
        this.terminal = terminal;
        this.lines = new ConsoleReport(terminal.out());
        this.live = new LiveLine(terminal);
        this.rows = new RowLines(terminal, List.of());
    }

    /** Returns what the run ended with, or nothing when it did not end. */
    synchronized OptionalInt exitCode() {
        return exitCode;
    }

    @Override
    public synchronized void testPlanExecutionStarted(TestPlan started) {
        plan = started;
        List<String> names = new ArrayList<>();
        topRows().forEach(row -> collect(row, names));
        rows = new RowLines(terminal, names);
        startedNanos.put("", System.nanoTime());
    }

    private void collect(TestIdentifier row, List<String> names) {
        names.add(lead(row) + row.getDisplayName());
        children(row).forEach(child -> collect(child, names));
    }

    @Override
    public synchronized void executionStarted(TestIdentifier row) {
        startedNanos.put(row.getUniqueId(), System.nanoTime());
        findings.clear();
        cellsOfRow = 0;
        if (row.isContainer() && depth(row) > 0) {
            live.erase();
            terminal.out().println(rows.container(lead(row), row.getDisplayName()));
        }
    }

    @Override
    public synchronized void executionSkipped(TestIdentifier row, String reason) {
        if (row.isTest()) {
            List<String> told = sentences(reason);
            boolean known = failure != null && told.equals(List.of(failure));
            print(row, statusOf(reason).orElse(Status.SKIPPED), null, known ? List.of(failedRow + " failed") : told);
        }
    }

    @Override
    public synchronized void executionFinished(TestIdentifier row, TestExecutionResult result) {
        if (!row.isTest()) {
            return;
        }
        long took = System.nanoTime() - startedNanos.getOrDefault(row.getUniqueId(), System.nanoTime());
        String message = result.getThrowable().map(Throwable::getMessage).orElse(null);
        Status status = message == null ? statusOf(result) : statusOf(message).orElse(statusOf(result));
        List<String> told = new ArrayList<>(message == null ? List.of() : sentences(message));
        findings.stream().filter(finding -> !told.contains(finding)).forEach(told::add);
        print(row, status, Figures.seconds(took / 1e9), told);
        findings.clear();
        if (status.worseThan(Status.INCONCLUSIVE) && !told.isEmpty()) {
            failedRow = row.getDisplayName();
            failure = failedRow + " failed: " + told.getFirst();
        }
    }

    @Override
    public synchronized void testPlanExecutionFinished(TestPlan finished) {
        live.erase();
        String all = Arrays.stream(Status.values())
                .filter(counts::containsKey)
                .map(status -> counts.get(status) + " " + new Paint(terminal.colours()).status(status, status.word()))
                .reduce((left, right) -> left + ", " + right)
                .orElse("no row");
        long took = System.nanoTime() - startedNanos.getOrDefault("", System.nanoTime());
        terminal.out().println("%nrows: %s in %s".formatted(all, Figures.of(Duration.ofNanos(took))));
        if (end != null) {
            end.run();
        }
        terminal.out().flush();
    }

    private void print(TestIdentifier row, Status status, @Nullable String time, List<String> told) {
        live.erase();
        counts.merge(status, 1, Integer::sum);
        rows.row(lead(row), under(row), row.getDisplayName(), status, time, told)
                .forEach(terminal.out()::println);
    }

    private static Status statusOf(TestExecutionResult result) {
        return switch (result.getStatus()) {
            case SUCCESSFUL -> Status.PASS;
            case ABORTED -> Status.INCONCLUSIVE;
            case FAILED ->
                result.getThrowable().filter(AssertionError.class::isInstance).isPresent() ? Status.FAIL : Status.ERROR;
        };
    }

    /** Returns the status that a message begins with, which is what the gate said. */
    private static Optional<Status> statusOf(String message) {
        return Arrays.stream(Status.values())
                .filter(status -> message.startsWith(status.word() + ": "))
                .findFirst();
    }

    /** Returns what a message says: its first line without the status, then one sentence a line. */
    private static List<String> sentences(String message) {
        int status = statusOf(message).map(told -> told.word().length() + 2).orElse(0);
        return message.substring(status).lines().map(String::strip).toList();
    }

    /** Returns the rows at the top of the tree: those below the class that was selected. */
    private List<TestIdentifier> topRows() {
        return plan == null
                ? List.of()
                : plan.getRoots().stream()
                        .flatMap(root -> children(root).stream())
                        .flatMap(suite -> children(suite).stream())
                        .toList();
    }

    private List<TestIdentifier> children(TestIdentifier row) {
        return plan == null ? List.of() : List.copyOf(plan.getChildren(row));
    }

    /** Returns how deep a row lies below the selected class, which itself and what is above it have 0. */
    private int depth(TestIdentifier row) {
        return Math.max(0, row.getUniqueIdObject().getSegments().size() - 2);
    }

    private String lead(TestIdentifier row) {
        return depth(row) == 0 ? "" : above(row) + rows.branch(isLast(row));
    }

    private String under(TestIdentifier row) {
        return depth(row) == 0 ? "" : above(row) + rows.below(isLast(row));
    }

    private String above(TestIdentifier row) {
        return parent(row).filter(parent -> depth(parent) > 0).map(this::under).orElse("");
    }

    private boolean isLast(TestIdentifier row) {
        return parent(row)
                .map(this::children)
                .filter(siblings -> !siblings.isEmpty())
                .map(siblings -> siblings.getLast().equals(row))
                .orElse(true);
    }

    private Optional<TestIdentifier> parent(TestIdentifier row) {
        return Optional.ofNullable(plan).flatMap(tree -> tree.getParent(row));
    }

    @Override
    public synchronized void runStarted(String runId, List<String> configs, Path folder) {
        lines.runStarted(runId, configs, folder);
    }

    @Override
    public synchronized void note(String sentence) {
        live.erase();
        lines.note(sentence);
    }

    @Override
    public void targetStarted(String name, int number, int of) {
        // Its row has told it.
    }

    @Override
    public synchronized void stageStarted(String stage, String doing) {
        if (live.exists()) {
            live.show(stage + ": " + doing + " ...");
        } else {
            lines.stageStarted(stage, doing);
        }
    }

    @Override
    public synchronized void stage(StageRecord stage) {
        if (stage.status() == Status.PASS && stage.message() != null && findings.isEmpty()) {
            findings.add(stage.message());
        }
    }

    @Override
    public synchronized void probe(ProbeRecord probe) {
        if (probe.status() == Status.PASS && probe.message() != null) {
            findings.add(probe.message());
        }
    }

    @Override
    public synchronized void api(String found) {
        live.erase();
        lines.api(found);
    }

    @Override
    public synchronized void cellStarted(
            String id, int number, int of, @Nullable Integer requests, @Nullable Duration duration, int warmup) {
        cell = "cell %d/%d %s".formatted(number, of, id);
        planned = requests;
        progress = null;
        done = 0;
        failed = 0;
        if (live.exists()) {
            draw();
        } else {
            lines.cellStarted(id, number, of, requests, duration, warmup);
        }
    }

    @Override
    public synchronized void preparing(String id, int prepared, int of) {
        if (live.exists()) {
            live.show(prepared, of, "requests of " + id + " are written, none is sent yet");
        } else {
            lines.preparing(id, prepared, of);
        }
    }

    @Override
    public synchronized void progress(CellProgress told) {
        progress = told;
        if (live.exists()) {
            draw();
        } else {
            lines.progress(told);
        }
    }

    @Override
    public synchronized void requestFinished(RequestRecord row) {
        if (!live.exists() || row.phase() != Phase.MEASURE) {
            return;
        }
        done++;
        if (row.outcome().isFailure()) {
            failed++;
        }
        if (System.nanoTime() - drawnNanos > REDRAW_NANOS) {
            draw();
        }
    }

    private void draw() {
        drawnNanos = System.nanoTime();
        StringBuilder text = new StringBuilder(cell).append(", ").append(failed).append(" failed");
        CellProgress last = progress;
        if (last != null) {
            text.append(", %d in flight, %s tok/s, TTFT p50 %s ms"
                    .formatted(last.inFlight(), Figures.of(last.tokensPerSecond()), Figures.of(last.ttftMedianMs())));
            if (last.left() != null) {
                text.append(", about ").append(Figures.of(last.left())).append(" left");
            }
        }
        if (planned == null) {
            live.show(done + " requests, " + text);
        } else {
            live.show(Math.min(done, planned), planned, text.toString());
        }
    }

    /** Tells a cell in its row. One that measures several cells, or one of them several times, is told by its stage. */
    @Override
    public synchronized void cellFinished(CellRecord measured) {
        cellsOfRow++;
        findings.clear();
        if (cellsOfRow == 1) {
            findings.addAll(CellFindings.of(measured));
        }
    }

    @Override
    public synchronized void resultsTable(TargetRecord target) {
        live.erase();
        lines.resultsTable(target);
    }

    /** Keeps the verdict for the end: the row that it comes from has not been told yet. */
    @Override
    public synchronized void runFinished(RunRecord record, Path deck) {
        exitCode = OptionalInt.of(record.exitCode());
        end = () -> lines.runFinished(record, deck);
    }

    @Override
    public synchronized void planned(PlanRecord told) {
        exitCode = OptionalInt.of(RunVerdict.OK);
        end = () -> lines.planned(told);
    }

    @Override
    public synchronized void runRefused(List<Problem> problems, int code) {
        exitCode = OptionalInt.of(code);
        end = () -> lines.runRefused(problems, code);
    }
}
