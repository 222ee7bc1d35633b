package atlas.validation.report;

import atlas.validation.record.Status;
import org.jspecify.annotations.Nullable;

/**
 * One thing in a record that its reader should look at.
 *
 * @param status what the record says of it
 * @param target name of the target that it belongs to
 * @param cell id of its cell, or null where it belongs to no cell
 * @param row the tier, stage or probe, or null where it is the cell itself
 * @param sentence what the record says, on one line
 */
record Finding(
        Status status,
        String target,
        @Nullable String cell,
        @Nullable String row,
        String sentence) {

    /** Returns the sentence for a list: it begins with its place unless it names the cell by itself. */
    String text(boolean severalTargets) {
        String where = severalTargets ? target + "/" : "";
        boolean tellsItsCell = cell != null && sentence.contains(cell);
        if (tellsItsCell) {
            return severalTargets ? target + ": " + sentence : sentence;
        }
        if (cell != null) {
            where += row == null ? cell : cell + "-" + row;
        } else {
            where += row == null ? target : row;
        }
        return where + ": " + sentence;
    }
}
