package atlas.validation.cli;

import atlas.validation.config.Inconclusive;
import atlas.validation.gate.Rejudging;
import atlas.validation.gate.RunVerdict;
import atlas.validation.plan.RunLimits;
import atlas.validation.record.Problem;
import atlas.validation.record.RunRecord;
import atlas.validation.report.ConsoleReport;
import atlas.validation.report.PlainText;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Judges a run again, by other limits or by the runs of the past. */
@Command(
        name = "gate",
        description = "Judge a run again by a threshold file, from its run.json alone.",
        footer = {"", "Ends as the run would have ended with these limits; 2 when the files have problems."})
final class GateCommand implements Callable<Integer> {

    private final Surroundings surroundings;

    @Parameters(index = "0", paramLabel = "RUN", description = "A run.json, or the folder of a run.")
    private Path run = Path.of("");

    @Parameters(index = "1", paramLabel = "THRESHOLDS", description = "The threshold file.")
    private String thresholds = "";

    @Option(
            names = {"--config-profile", "--profile"},
            paramLabel = "NAME",
            description = "The block of a threshold file with profiles; that of the run's own profile otherwise.")
    private @Nullable String profile;

    @Option(
            names = "--enforce",
            arity = "0..1",
            fallbackValue = "true",
            defaultValue = "true",
            paramLabel = "true|false",
            description = "Whether a missed limit fails; true unless said otherwise.")
    private boolean enforced = true;

    @Option(
            names = "--inconclusive",
            paramLabel = "fail|warn|pass",
            defaultValue = "fail",
            description = "What an inconclusive figure means; fail unless said otherwise.")
    private Inconclusive inconclusive = Inconclusive.FAIL;

    @Option(
            names = "--baseline",
            paramLabel = "RUNS",
            description =
                    "Runs of the past for limits on regressions: a run.json, a run's folder, or a folder of runs.")
    private List<Path> baseline = new ArrayList<>();

    GateCommand(Surroundings surroundings) {
        this.surroundings = surroundings;
    }

    @Override
    public Integer call() {
        Path file = RunFiles.record(surroundings.workingDirectory().resolve(run));
        RunRecord record = RunFiles.read(file);
        List<RunRecord> history = new ArrayList<>();
        for (Path runs : baseline) {
            history.addAll(RunFiles.history(surroundings.workingDirectory().resolve(runs)));
        }
        RunLimits limits = RunLimits.read(
                surroundings.workingDirectory(), thresholds, Optional.ofNullable(profile), record, enforced);
        tell("warning: ", limits.warnings());
        if (!limits.problems().isEmpty()) {
            tell("problem: ", limits.problems());
            return RunVerdict.CONFIGURATION;
        }
        RunRecord judged = Rejudging.of(
                record, limits.limits(), new Rejudging.Terms(thresholds, enforced, inconclusive, history, List.of()));
        new ConsoleReport(surroundings.terminal().out()).judgedAgain(judged);
        return judged.exitCode();
    }

    private void tell(String begin, List<Problem> problems) {
        for (Problem problem : problems) {
            PlainText.wrap(
                            problem.sentence(),
                            begin,
                            " ".repeat(begin.length()),
                            surroundings.terminal().width())
                    .forEach(surroundings.terminal().err()::println);
        }
    }
}
