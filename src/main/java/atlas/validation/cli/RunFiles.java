package atlas.validation.cli;

import atlas.validation.report.RunFolder;
import java.nio.file.Files;
import java.nio.file.Path;

/** Finds the record of a run that a command is given. */
final class RunFiles {

    private RunFiles() {}

    /** Returns the run.json itself, or that of a run's folder. */
    static Path record(Path named) {
        Path record = Files.isDirectory(named) ? named.resolve(RunFolder.RUN_JSON) : named;
        if (!Files.exists(record)) {
            throw CommandException.input(
                    "%s does not exist; name a run.json, or the folder of a run, such as target/atlas-runs/latest"
                            .formatted(record));
        }
        return record;
    }
}
