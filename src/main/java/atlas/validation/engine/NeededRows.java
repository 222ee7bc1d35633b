package atlas.validation.engine;

import atlas.validation.metric.Tier;
import atlas.validation.record.CellId;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;

/** Tells which supporting rows the chosen rows need. Built once, from what a tag filter left. */
final class NeededRows {

    private final Set<String> targets = new HashSet<>();
    private final Map<String, Set<CellId>> cellsByTarget = new HashMap<>();

    NeededRows(Collection<RowRole.Selectable> chosen) {
        for (RowRole.Selectable row : chosen) {
            targets.add(row.target());
            if (row instanceof RowRole.Tier(String target, CellId cell, Tier ignored)) {
                cellsByTarget.computeIfAbsent(target, name -> new HashSet<>()).add(cell);
            }
        }
    }

    boolean isEmpty() {
        return targets.isEmpty();
    }

    boolean needsTarget(String target) {
        return targets.contains(target);
    }

    boolean needs(RowRole role) {
        return switch (role) {
            case RowRole.Selectable chosen -> true;
            case RowRole.Configuration() -> true;
            case RowRole.Stage(String target) -> targets.contains(target);
            case RowRole.Inference(String target, CellId cell) -> cells(target).contains(cell);
            case RowRole.ResultsTable(String target) -> !cells(target).isEmpty();
            case RowRole.Compare(String subject, String other) ->
                cells(subject).stream().anyMatch(cells(other)::contains);
            case RowRole.CompareBaseline(String subject) -> !cells(subject).isEmpty();
            case RowRole.RunDeck() -> !isEmpty();
        };
    }

    private Set<CellId> cells(String target) {
        return cellsByTarget.getOrDefault(target, Set.of());
    }
}
