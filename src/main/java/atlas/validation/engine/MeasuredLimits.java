package atlas.validation.engine;

import atlas.validation.config.ThresholdFile;
import atlas.validation.config.ThresholdText;
import atlas.validation.gate.CalibratedLimits;
import atlas.validation.plan.TargetPlan;
import atlas.validation.record.RunRecord;
import atlas.validation.report.RunFolder;
import atlas.validation.report.RunFolderException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Leaves in a run's folder the threshold file that a calibration gives, and what it changes in the one that there was.
 * That one stays as it is: what a gate asks for is for a person to decide.
 */
final class MeasuredLimits {

    private final TargetPlan target;
    private final RunFolder folder;

    MeasuredLimits(TargetPlan target, RunFolder folder) {
        this.target = target;
        this.folder = folder;
    }

    /**
     * Writes both files and returns what there is to say of them, one sentence each.
     *
     * @throws RunFolderException if they cannot be written
     */
    List<String> leave(RunRecord record) {
        CalibratedLimits limits = CalibratedLimits.of(List.of(record), 0);
        List<String> told = new ArrayList<>(limits.notes());
        if (limits.cells().isEmpty()) {
            told.addFirst("the calibration gives no limits");
            return told;
        }
        try {
            told.addFirst(write(limits));
        } catch (IOException | IllegalArgumentException unreadable) {
            told.addFirst("the calibration's limits cannot be put into the threshold file: " + unreadable.getMessage());
        }
        return told;
    }

    private String write(CalibratedLimits limits) throws IOException {
        ThresholdFile there = target.thresholds();
        String before = there == null ? null : Files.readString(Path.of(there.file()));
        String after =
                ThresholdText.merge(before, Optional.ofNullable(there == null ? null : there.block()), limits.cells());
        String name = target.name() + "_threshold.json";
        folder.write(name, after);
        int made =
                limits.cells().stream().mapToInt(cell -> cell.limits().size()).sum();
        String first = "%d limits made from %d repeats are in %s"
                .formatted(made, target.config().params().repeats().most(), folder.file(name));
        if (there == null || before == null) {
            return first + "; copy it to where the config looks for its thresholds";
        }
        List<String> diff = ThresholdText.diff(before, after);
        if (diff.isEmpty()) {
            return first + ", which is as " + there.file() + " is";
        }
        String changes = target.name() + "_threshold.diff";
        folder.write(changes, String.join("\n", diff) + "\n");
        return first + "; " + changes + " beside it says what they change in " + there.file()
                + ", which is as it was: copy the new one over it to use them";
    }
}
