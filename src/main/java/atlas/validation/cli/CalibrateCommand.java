package atlas.validation.cli;

import atlas.validation.config.ThresholdText;
import atlas.validation.gate.CalibratedLimits;
import atlas.validation.record.RunRecord;
import atlas.validation.report.PlainText;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** Makes limits from the noise of runs. */
@Command(
        name = "calibrate",
        description =
                "Make limits from what runs of one config measured: their mean, the noise between them, and a margin.",
        footer = {"", "Limits that say with _from what they were made from are made anew; those set by hand stay."})
final class CalibrateCommand implements Callable<Integer> {

    private final Surroundings surroundings;

    @Option(
            names = "--runs",
            required = true,
            arity = "1..*",
            paramLabel = "RUNS",
            description = "Runs: a run.json, a run's folder, or a folder of runs.")
    private List<Path> runs = new ArrayList<>();

    @Option(
            names = "--margin",
            paramLabel = "PERCENT",
            defaultValue = "5",
            description = "Room beyond the noise, in percent of the mean; 5 unless said otherwise.")
    private double margin = 5;

    @Option(
            names = {"-o", "--output"},
            paramLabel = "FILE",
            description = "The threshold file to write or complete; printed otherwise.")
    private @Nullable Path output;

    @Option(
            names = {"--config-profile", "--profile"},
            paramLabel = "NAME",
            description = "The block of a threshold file with profiles.")
    private @Nullable String profile;

    @Option(names = "--dry-run", description = "Show what would change in the file, and leave it as it is.")
    private boolean dry;

    CalibrateCommand(Surroundings surroundings) {
        this.surroundings = surroundings;
    }

    @Override
    public Integer call() {
        if (!(margin >= 0) || Double.isInfinite(margin)) {
            throw CommandException.input("--margin must be a percentage from 0 on, got " + margin);
        }
        List<RunRecord> records = new ArrayList<>();
        for (Path place : runs) {
            records.addAll(RunFiles.history(surroundings.workingDirectory().resolve(place)));
        }
        CalibratedLimits limits = CalibratedLimits.of(records, margin);
        for (String note : limits.notes()) {
            PlainText.wrap(note, "note: ", "      ", surroundings.terminal().width())
                    .forEach(surroundings.terminal().err()::println);
        }
        if (limits.cells().isEmpty()) {
            throw CommandException.input("no limit can be made from these runs; the notes above say why");
        }
        Path file = output == null ? null : surroundings.workingDirectory().resolve(output);
        String before = file != null && Files.exists(file) ? text(file) : null;
        String after = merged(before, limits);
        if (file == null) {
            surroundings.print(after);
            return 0;
        }
        List<String> changes = ThresholdText.diff(before == null ? "" : before, after);
        changes.forEach(surroundings::print);
        if (changes.isEmpty()) {
            surroundings.print("%s stays as it is".formatted(output));
        } else if (dry) {
            surroundings.print("%s was not changed: --dry-run".formatted(output));
        } else {
            write(file, after);
            surroundings.print(
                    "%s has limits of %d cells".formatted(output, limits.cells().size()));
        }
        return 0;
    }

    private String merged(@Nullable String before, CalibratedLimits limits) {
        try {
            return ThresholdText.merge(before, Optional.ofNullable(profile), limits.cells());
        } catch (IllegalArgumentException unusable) {
            throw CommandException.input("%s: %s".formatted(output, unusable.getMessage()), unusable);
        }
    }

    private static String text(Path file) {
        try {
            return Files.readString(file);
        } catch (IOException unreadable) {
            throw CommandException.input("cannot read %s: %s".formatted(file, unreadable), unreadable);
        }
    }

    private static void write(Path file, String text) {
        try {
            Files.writeString(file, text);
        } catch (IOException unwritable) {
            throw CommandException.input("cannot write %s: %s".formatted(file, unwritable), unwritable);
        }
    }
}
