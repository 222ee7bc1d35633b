package atlas.validation.gate;

import atlas.validation.record.CellRecord;
import atlas.validation.record.TargetRecord;
import java.util.ArrayList;
import java.util.List;

/** The same cell of two targets. */
record CellPair(CellRecord subject, CellRecord other) {

    /** Returns the cells that both targets have, in the order of the subject. */
    static List<CellPair> common(TargetRecord subject, TargetRecord other) {
        List<CellPair> pairs = new ArrayList<>();
        for (CellRecord cell : subject.cells()) {
            other.cells().stream()
                    .filter(candidate -> candidate.id().equals(cell.id()))
                    .findFirst()
                    .ifPresent(candidate -> pairs.add(new CellPair(cell, candidate)));
        }
        return pairs;
    }
}
