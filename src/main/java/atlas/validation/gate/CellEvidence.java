package atlas.validation.gate;

import atlas.validation.record.CellRecord;

/** Reads from the record of a cell what its figures rest on. */
final class CellEvidence {

    private CellEvidence() {}

    /** Returns the number of repeats behind the figures of a cell. */
    static int repeats(CellRecord cell) {
        long whole = cell.repeats().stream()
                .filter(repeat -> repeat.trouble() == null)
                .count();
        return (int) Math.max(1, whole);
    }
}
