package atlas.validation.cli;

import atlas.validation.config.ClusterFile;
import atlas.validation.config.LoadedConfig;
import atlas.validation.config.LoadedFiles;
import atlas.validation.config.ValidationConfig;
import atlas.validation.gate.RunVerdict;
import atlas.validation.record.Problem;
import atlas.validation.record.Status;
import atlas.validation.report.PlainText;
import atlas.validation.server.Access;
import atlas.validation.server.ServerException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** Looks at the machine, the node and a running server, and tells what to do. */
@Command(
        name = "doctor",
        description =
                "Look at this machine, the node that serves and a running server: each line is ok, warn or fail, with"
                        + " what to do.",
        footer = {
            "",
            "Starts nothing; a running server is asked some twenty short questions. Ends with 0 when nothing fails, 2 when the"
                    + " input has problems, 3 when the server cannot be used, else 1. Prints no key."
        })
final class DoctorCommand implements Callable<Integer> {

    private final Surroundings surroundings;
    private final List<Finding> seen = new ArrayList<>();

    @Option(names = "--base-url", paramLabel = "URL", description = "A running server to look at.")
    private @Nullable String baseUrl;

    @Option(names = "--model", paramLabel = "NAME", description = "Its model, where it serves several.")
    private @Nullable String model;

    @Option(names = "--api-key-env", paramLabel = "NAME", description = "Environment variable that holds its key.")
    private @Nullable String apiKeyEnv;

    @Option(
            names = {"-c", "--config"},
            paramLabel = "FILE",
            description = "A config: its node is looked at, and its server where that runs already.")
    private @Nullable String config;

    @Option(names = "--cluster", paramLabel = "FILE", description = "A cluster file, whose head node is looked at.")
    private @Nullable String cluster;

    DoctorCommand(Surroundings surroundings) {
        this.surroundings = surroundings;
    }

    @Override
    public Integer call() {
        Map<String, String> knobs = knobs();
        LoadedFiles files;
        try (ShippedFiles.Unpacked shipped = ShippedFiles.read().unpack()) {
            files = Inputs.load(knobs::get, surroundings, shipped.folder());
        }
        Optional<LoadedConfig> loaded = files.configs().stream().findFirst();
        section("This machine");
        new MachineCheckup(surroundings, this::tell).examine();
        section("The node that serves");
        new NodeCheckup(loaded.map(LoadedConfig::cluster).orElseGet(ClusterFile::thisMachine), this::tell).examine();
        List<Problem> problems = files.problems();
        if (!problems.isEmpty()) {
            section("The input");
            problems.forEach(
                    problem -> tell(Finding.fail("input", problem.sentence(), "validate looks at the files alone")));
            return conclude(RunVerdict.CONFIGURATION);
        }
        boolean usable = loaded.map(LoadedConfig::config)
                .filter(one -> !one.launches())
                .map(this::server)
                .orElse(true);
        return conclude(usable ? RunVerdict.FAILED : RunVerdict.SERVER);
    }

    private Map<String, String> knobs() {
        Map<String, String> knobs = new LinkedHashMap<>();
        put(knobs, "base.url", baseUrl);
        put(knobs, "model", model);
        put(knobs, "api.key.env", apiKeyEnv);
        put(knobs, "config", config);
        put(knobs, "cluster", cluster);
        return knobs;
    }

    private static void put(Map<String, String> knobs, String name, @Nullable String value) {
        if (value != null) {
            knobs.put(name, value);
        }
    }

    private boolean server(ValidationConfig running) {
        section("The server at " + running.params().baseUrl());
        try {
            Access access = Access.of(
                    running.params().access(),
                    variable -> surroundings.environment().get(variable));
            return new ServerCheckup(running, access, this::tell).examine();
        } catch (ServerException noKey) {
            tell(Finding.fail("access", String.valueOf(noKey.getMessage()), "give the key, then ask again"));
            return false;
        }
    }

    private void section(String title) {
        if (!seen.isEmpty()) {
            surroundings.print("");
        }
        surroundings.print(title);
    }

    private void tell(Finding finding) {
        seen.add(finding);
        String word = finding.level().name().toLowerCase(Locale.ROOT);
        String begin = "  %-4s  %-16s  ".formatted(word, finding.name());
        String text = finding.message() + (finding.advice() == null ? "" : "; " + finding.advice());
        List<String> lines = PlainText.wrap(
                text, begin, " ".repeat(begin.length()), surroundings.terminal().width());
        String painted = new Paint(surroundings.terminal().colours()).status(colour(finding.level()), word);
        surroundings.print("  " + painted + lines.getFirst().substring(2 + word.length()));
        lines.stream().skip(1).forEach(surroundings::print);
    }

    private static Status colour(Finding.Level level) {
        return switch (level) {
            case OK -> Status.PASS;
            case WARN -> Status.INCONCLUSIVE;
            case FAIL -> Status.FAIL;
        };
    }

    private int conclude(int codeOfFailure) {
        surroundings.print("");
        surroundings.print("%d ok, %d warn, %d fail"
                .formatted(count(Finding.Level.OK), count(Finding.Level.WARN), count(Finding.Level.FAIL)));
        return count(Finding.Level.FAIL) > 0 ? codeOfFailure : RunVerdict.OK;
    }

    private long count(Finding.Level level) {
        return seen.stream().filter(finding -> finding.level() == level).count();
    }
}
