package atlas.validation.engine;

import static java.util.Objects.requireNonNull;

import atlas.validation.config.Inconclusive;
import atlas.validation.gate.Fingerprint;
import atlas.validation.gate.History;
import atlas.validation.gate.RowVerdict;
import atlas.validation.gate.RunVerdict;
import atlas.validation.lifecycle.RunPaths;
import atlas.validation.lifecycle.TargetRun;
import atlas.validation.lifecycle.ValidationRun;
import atlas.validation.metric.MetricRegistry;
import atlas.validation.metric.Tier;
import atlas.validation.plan.PlannedCell;
import atlas.validation.plan.RunPlan;
import atlas.validation.plan.TargetPlan;
import atlas.validation.record.CellId;
import atlas.validation.record.CheckRecord;
import atlas.validation.record.ClientInfo;
import atlas.validation.record.PlanRecord;
import atlas.validation.record.Problem;
import atlas.validation.record.RunRecord;
import atlas.validation.record.Status;
import atlas.validation.record.SuiteInfo;
import atlas.validation.report.AllureRows;
import atlas.validation.report.Evidence;
import atlas.validation.report.GitHubActions;
import atlas.validation.report.ReportCopy;
import atlas.validation.report.RowFacts;
import atlas.validation.report.RunConsole;
import atlas.validation.report.RunFolder;
import atlas.validation.report.RunFolderException;
import atlas.validation.report.RunHistory;
import atlas.validation.report.RunReports;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.platform.engine.support.hierarchical.EngineExecutionContext;

/**
 * One execution of the tree: opens the run, lets the rows at it, and closes it once, whatever happened. The only place
 * where the run, its folder, its console and its signals are wired together.
 */
final class ValidationContext implements EngineExecutionContext {

    private final @Nullable ValidationDescriptor root;
    private final Instant startedAt = Instant.now();
    private final RunConsole console;
    private final List<Problem> problems = new ArrayList<>();
    private final AllureRows rows = new AllureRows();
    private final SuiteInfo suite = SuiteVersion.read();
    private final ClientInfo machine = ThisMachine.describe();
    private boolean toldByRow;
    private @Nullable OpenRun open;
    private @Nullable RowVerdict finished;

    /** What exists from the moment that the run's folder could be made. */
    private record OpenRun(RunFolder folder, FolderListener files, ValidationRun run, InterruptSignals signals) {}

    /**
     * @param root the tree, or null when there is nothing to execute
     * @param console what the run is told to
     */
    ValidationContext(@Nullable ValidationDescriptor root, RunConsole console) {
        this.root = root;
        this.console = console;
    }

    private ValidationDescriptor root() {
        return requireNonNull(root, "an empty tree has no rows");
    }

    private RunPlan plan() {
        return root().plan();
    }

    RunConsole console() {
        return console;
    }

    ValidationRun run() {
        return requireNonNull(open, "the configuration row has opened no run").run();
    }

    /** Notes what a row told JUnit, so that the last row can carry what none has. */
    void reported(RowVerdict verdict) {
        switch (verdict.outcome(inconclusivePolicy())) {
            case FAILED, ERROR -> toldByRow = true;
            case SUCCESSFUL, ABORTED -> {}
        }
    }

    /** Shows a row in reports that have a page for each one. */
    void publish(RowDescriptor row, List<CheckRecord> checks, List<Evidence> evidence) {
        RowSubject subject = RowSubject.of(row.role(), plan());
        boolean simulated = subject.targets().stream()
                .anyMatch(target ->
                        underWay(target.name()).map(TargetRun::simulated).orElse(false));
        rows.publish(
                row.getUniqueId().toString(),
                new RowFacts(subject.parameters(this::underWay), simulated, checks, evidence));
    }

    private Optional<TargetRun> underWay(String target) {
        return Optional.ofNullable(open).flatMap(opened -> opened.run().find(target));
    }

    /** Returns those of these files that the run has left by now. */
    List<Evidence> files(String... names) {
        return open == null
                ? List.of()
                : Stream.of(names)
                        .map(open.folder()::file)
                        .filter(Files::exists)
                        .<Evidence>map(Evidence.File::new)
                        .toList();
    }

    /** Returns the end of a server's log, or nothing when there is none. */
    List<Evidence> serverLog(String target) {
        return open == null
                ? List.of()
                : Stream.of(open.folder().serverLog(target))
                        .filter(Files::exists)
                        .<Evidence>map(Evidence.Tail::new)
                        .toList();
    }

    /** Returns what an inconclusive figure means: as asked for, else a failure wherever thresholds are enforced. */
    Inconclusive inconclusivePolicy() {
        Optional<Inconclusive> asked = plan().settings().inconclusive();
        return asked.orElseGet(
                () -> plan().targets().stream().anyMatch(TargetPlan::enforced) ? Inconclusive.FAIL : Inconclusive.WARN);
    }

    /** Returns the cells of a target that run, in plan order. */
    List<CellId> chosenCells(String target) {
        return List.copyOf(chosen().getOrDefault(target, Map.of()).keySet());
    }

    /** Returns the tiers of a cell that run, in plan order. */
    List<Tier> chosenTiers(String target, PlannedCell cell) {
        return chosen().getOrDefault(target, Map.of()).getOrDefault(cell.id(), List.of());
    }

    /** Returns what a tag filter left, in the order of the tree: the targets, their cells, and the tiers of those. */
    private Map<String, Map<CellId, List<Tier>>> chosen() {
        Map<String, Map<CellId, List<Tier>>> chosen = new LinkedHashMap<>();
        for (RowRole.Selectable row : root().suite().chosen()) {
            Map<CellId, List<Tier>> cells = chosen.computeIfAbsent(row.target(), name -> new LinkedHashMap<>());
            if (row instanceof RowRole.Tier(String target, CellId cell, Tier tier)) {
                cells.computeIfAbsent(cell, id -> new ArrayList<>()).add(tier);
            }
        }
        return chosen;
    }

    /** Opens the run and returns everything that is wrong with the input; then no row runs but this. */
    List<Problem> open() {
        problems.addAll(plan().problems());
        if (problems.isEmpty() && root().suite().nothingChosen()) {
            problems.add(NothingChosen.problem(plan().settings(), root().suite().knownTags()));
        }
        for (String allowed : plan().settings().baselineAllow()) {
            String objection = Fingerprint.objection(allowed);
            if (objection != null) {
                problems.add(Problem.ofSetting("-Dbaseline.allow=%s names no field".formatted(allowed), objection));
            }
        }
        Optional<RunHistory> past =
                plan().settings().baseline().filter(Files::exists).map(RunHistory::read);
        past.filter(read -> read.runs().isEmpty()
                        && Files.isRegularFile(plan().settings().baseline().orElseThrow()))
                .ifPresent(unreadable -> problems.addAll(unreadable.problems()));
        if (plan().settings().calibrate().isPresent() && plan().targets().size() > 1) {
            problems.add(Problem.ofSetting(
                    "-Dcalibrate makes the limits of one server, and there are "
                            + plan().targets().size(),
                    "name one config"));
        }
        plan().settings()
                .reportPath()
                .flatMap(ReportCopy::problem)
                .ifPresent(sentence -> problems.add(Problem.ofSetting(sentence, "name a file that can be written")));
        if (planOnly()) {
            return List.copyOf(problems);
        }
        try {
            OpenRun opened = openRun(past);
            open = opened;
            if (problems.isEmpty()) {
                opened.files().keepRecord();
            }
        } catch (RunFolderException unwritable) {
            problems.add(Problem.ofSetting(unwritable.sentence(), null));
        }
        return List.copyOf(problems);
    }

    boolean planOnly() {
        return plan().settings().planOnly();
    }

    /** Tells what would run; with that the run is over, and leaves no folder. */
    RowVerdict tellPlan() {
        PlanRecord outline = RunPreview.of(root());
        console.planned(outline);
        int cells = outline.targets().stream()
                .mapToInt(target -> target.cells().size())
                .sum();
        RowVerdict verdict = new RowVerdict(
                Status.PASS, "pass: %d cells would run; no server was touched".formatted(cells), List.of());
        finished = verdict;
        return verdict;
    }

    private OpenRun openRun(Optional<RunHistory> past) {
        List<String> configs = plan().settings().configs();
        RunFolder folder = RunFolder.create(plan().settings().runsDir(), firstName(configs), startedAt);
        folder.copyInputs(plan().targets().stream()
                .flatMap(target -> target.files().stream())
                .distinct()
                .toList());
        // Made now, so that a folder that takes no files is told before any server is started.
        plan().targets().forEach(target -> folder.serverLog(target.name()));
        FolderListener files = new FolderListener(folder, this::unfinishedRecord, console::note);
        ValidationRun run = new ValidationRun(
                folder.runId(),
                startedAt,
                plan(),
                problems.isEmpty() ? chosen() : Map.of(),
                new RunListeners(List.of(new ConsoleListener(console), files)),
                new RunPaths(folder.path().toAbsolutePath().normalize(), folder::serverLog),
                past.map(this::history).orElse(null),
                UUID.randomUUID().toString().substring(0, 8));
        console.runStarted(folder.runId(), configs, folder.path());
        plan().warnings().forEach(warning -> console.note(warning.sentence()));
        past.ifPresent(read -> read.problems().forEach(problem -> console.note(problem.sentence())));
        return new OpenRun(folder, files, run, InterruptSignals.listen(run::cancel, run::kill));
    }

    private History history(RunHistory past) {
        return new History(past.records(), plan().settings().baselineAllow(), plan().effective(), machine, startedAt);
    }

    private RunRecord unfinishedRecord() {
        return run().unfinishedRecord(suite, machine);
    }

    private String firstName(List<String> configs) {
        if (!plan().targets().isEmpty()) {
            return plan().targets().getFirst().name();
        }
        String file = configs.isEmpty()
                ? ""
                : Path.of(configs.getFirst()).getFileName().toString();
        String stem = file.endsWith(".json") ? file.substring(0, file.length() - ".json".length()) : file;
        return stem.isBlank() ? "configuration" : stem;
    }

    /** Announces a target, unless there is no run to put it in. */
    void targetStarted(String target) {
        if (open != null) {
            List<String> names = plan().targets().stream().map(TargetPlan::name).toList();
            console.targetStarted(target, names.indexOf(target) + 1, names.size());
        }
    }

    /** Lets go of a target's server, should its teardown row not have run. */
    void targetEnded(String target) {
        if (open != null) {
            open.run().target(target).release();
        }
    }

    /** Returns why no row but the first runs, or empty when the run is open. */
    Optional<String> unopened() {
        return open == null ? Optional.of("configuration failed") : Optional.empty();
    }

    /** Closes the record, writes the reports and prints the last block; does nothing a second time. */
    RowVerdict finish() {
        if (finished == null) {
            finished = open == null ? withoutFolder() : finish(open);
        }
        return finished;
    }

    private RowVerdict finish(OpenRun run) {
        run.run().close();
        List<String> lost = new ArrayList<>(run.files().close());
        RunReports reports = new RunReports(
                run.folder(), MetricRegistry.standard(), plan().settings().reportPath());
        RunRecord record = record(run, lost);
        List<String> unwritten = new ArrayList<>(leaveMeasuredLimits(record, run.folder()));
        unwritten.addAll(reports.write(record));
        if (!unwritten.isEmpty()) {
            // What could be written must not say that all is well.
            lost.addAll(unwritten);
            record = record(run, lost);
            reports.write(record);
        }
        run.folder().latestFailure().ifPresent(console::note);
        new GitHubActions(System::getenv, System.out).show(record).ifPresent(console::note);
        console.runFinished(record, run.folder().file(RunFolder.RUN_DECK_HTML));
        if (!lost.isEmpty()) {
            return new RowVerdict(Status.ERROR, "error: " + lost.getFirst(), lost);
        }
        boolean untold = record.exitCode() != 0 && !toldByRow;
        Status status = !untold ? Status.PASS : record.status() == Status.CANCELLED ? Status.ERROR : record.status();
        String message = untold
                ? "%s: %s".formatted(record.status().word(), record.statusReason())
                : "pass: " + run.folder().file(RunFolder.RUN_DECK_HTML);
        return new RowVerdict(status, message, List.of());
    }

    /** Leaves the limits that a calibration gives; returns one sentence where they cannot be written. */
    private List<String> leaveMeasuredLimits(RunRecord record, RunFolder folder) {
        if (plan().settings().calibrate().isEmpty() || record.targets().isEmpty()) {
            return List.of();
        }
        try {
            new MeasuredLimits(plan().targets().getFirst(), folder)
                    .leave(record)
                    .forEach(console::note);
            return List.of();
        } catch (RunFolderException unwritable) {
            return List.of(unwritable.sentence());
        }
    }

    private RunRecord record(OpenRun run, List<String> lost) {
        return run.run().record(problems, inconclusivePolicy(), suite, machine, lost);
    }

    private RowVerdict withoutFolder() {
        List<String> sentences = problems.stream().map(Problem::sentence).toList();
        console.runRefused(problems, RunVerdict.CONFIGURATION);
        return new RowVerdict(Status.ERROR, "error: no folder for the run", sentences);
    }

    /** Closes the run, should no row have done so, and stops listening to signals. */
    void close() {
        finish();
        if (open != null) {
            open.signals().close();
        }
    }
}
