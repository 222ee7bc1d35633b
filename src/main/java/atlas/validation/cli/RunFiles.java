package atlas.validation.cli;

import atlas.validation.record.Problem;
import atlas.validation.record.RunRecord;
import atlas.validation.report.RecordJson;
import atlas.validation.report.RecordJsonException;
import atlas.validation.report.RunFolder;
import atlas.validation.report.RunHistory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Collectors;

/** Finds and reads the runs that a command is given. */
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

    /** Reads a run.json. */
    static RunRecord read(Path record) {
        try {
            return RecordJson.read(record);
        } catch (RecordJsonException unreadable) {
            throw CommandException.input(
                    "%s; name a run.json that this suite wrote".formatted(unreadable.getMessage()), unreadable);
        }
    }

    /** Reads the runs below a place, the oldest first. */
    static List<RunRecord> history(Path place) {
        RunHistory history = RunHistory.read(place);
        if (!history.problems().isEmpty()) {
            throw CommandException.input(
                    history.problems().stream().map(Problem::sentence).collect(Collectors.joining("\n")));
        }
        return history.records();
    }
}
