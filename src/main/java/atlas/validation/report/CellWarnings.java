package atlas.validation.report;

import atlas.validation.record.CellRecord;
import atlas.validation.record.TargetRecord;
import atlas.validation.record.Warning;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeSet;

/** Sums up the warnings of a target's cells: each code once, with the number of cells that have it. */
final class CellWarnings {

    private CellWarnings() {}

    /** Returns such as {@code isl_off_target (6 cells), tpot_excluded (w1-conc8)}, or nothing when there are none. */
    static Optional<String> of(TargetRecord target) {
        Map<String, List<String>> cellsByCode = new LinkedHashMap<>();
        for (CellRecord cell : target.cells()) {
            for (String code :
                    new TreeSet<>(cell.warnings().stream().map(Warning::code).toList())) {
                cellsByCode.computeIfAbsent(code, unseen -> new ArrayList<>()).add(cell.id());
            }
        }
        List<String> parts = new ArrayList<>();
        cellsByCode.forEach((code, cells) ->
                parts.add("%s (%s)".formatted(code, cells.size() == 1 ? cells.getFirst() : cells.size() + " cells")));
        return parts.isEmpty() ? Optional.empty() : Optional.of(PlainText.oneLine(String.join(", ", parts)));
    }
}
