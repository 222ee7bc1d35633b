package atlas.validation.cli;

import atlas.validation.config.LoadedConfig;
import atlas.validation.config.LoadedFiles;
import atlas.validation.engine.RunPreview;
import atlas.validation.gate.RunVerdict;
import atlas.validation.record.PlanRecord;
import atlas.validation.record.Problem;
import atlas.validation.report.PlainText;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.regex.Pattern;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

/** Tells everything that is wrong with the input, without starting anything. */
@Command(
        name = "validate",
        description = "Tell everything that is wrong with configs, thresholds and clusters, and with what they name.",
        footer = {
            "",
            "Reads the files, and looks whether paths, images, daemons and hosts that they name are there; starts nothing."
                    + " Ends with 2 when there is a problem; warnings alone end with 0."
        })
final class ValidateCommand implements Callable<Integer> {

    /** The parts of a config, of a profile's too, that say in what the server runs. */
    private static final Pattern RUNTIME = Pattern.compile("(/.*)?/container(/(?!image|runtime/args).*)?");

    private final Surroundings surroundings;

    @Parameters(paramLabel = "CONFIG", arity = "0..*", description = "Config files, as --config takes them.")
    private List<String> configs = new ArrayList<>();

    @Mixin
    private Knobs knobs = new Knobs();

    ValidateCommand(Surroundings surroundings) {
        this.surroundings = surroundings;
    }

    @Override
    public Integer call() {
        knobs.addConfigs(configs);
        Set<Problem> problems;
        Set<Problem> warnings;
        PlanRecord plan;
        try (ShippedFiles.Unpacked shipped = ShippedFiles.read().unpack()) {
            plan = RunPreview.of(
                    knobs::orSystemProperty, surroundings.workingDirectory(), Optional.of(shipped.folder()));
            problems = new LinkedHashSet<>(plan.problems());
            warnings = new LinkedHashSet<>(plan.warnings());
            LoadedFiles files = Inputs.load(knobs::orSystemProperty, surroundings, shipped.folder());
            for (LoadedConfig loaded : files.configs()) {
                if (!runtimeIsKnown(loaded, problems)) {
                    continue;
                }
                Presence presence = new Presence(loaded, surroundings);
                presence.check();
                problems.addAll(presence.problems());
                warnings.addAll(presence.warnings());
            }
        }
        list("Problems", problems);
        list("Warnings", warnings);
        if (!problems.isEmpty()) {
            surroundings.print("not valid: %s, %s"
                    .formatted(count(problems.size(), "problem"), count(warnings.size(), "warning")));
            return RunVerdict.CONFIGURATION;
        }
        int cells = plan.targets().stream()
                .mapToInt(target -> target.cells().size())
                .sum();
        surroundings.print("valid: %s, %s, %s"
                .formatted(
                        count(plan.targets().size(), "config"),
                        count(cells, "cell"),
                        count(warnings.size(), "warning")));
        return RunVerdict.OK;
    }

    /**
     * Tells whether what the server runs in is what the config says. A mistyped word reads as the default, Docker, and
     * what a daemon lacks that nobody asked for is no problem of the config.
     */
    private static boolean runtimeIsKnown(LoadedConfig loaded, Set<Problem> problems) {
        String file = loaded.config().file();
        return problems.stream()
                .filter(problem -> file.equals(problem.file()))
                .map(Problem::pointer)
                .noneMatch(
                        pointer -> pointer != null && RUNTIME.matcher(pointer).matches());
    }

    private static String count(int number, String thing) {
        return "%d %s%s".formatted(number, thing, number == 1 ? "" : "s");
    }

    private void list(String title, Set<Problem> found) {
        if (found.isEmpty()) {
            return;
        }
        surroundings.print("%s (%d)".formatted(title, found.size()));
        Problem.byPlace(found)
                .forEach(problem -> PlainText.wrap(
                                problem.sentence(),
                                "  - ",
                                "    ",
                                surroundings.terminal().width())
                        .forEach(surroundings::print));
        surroundings.print("");
    }
}
