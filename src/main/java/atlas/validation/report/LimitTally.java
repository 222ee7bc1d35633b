package atlas.validation.report;

import atlas.validation.record.CellRecord;
import atlas.validation.record.CheckRecord;
import atlas.validation.record.RunRecord;
import atlas.validation.record.Status;
import atlas.validation.record.TargetRecord;
import atlas.validation.record.TierRecord;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Counts what became of the enforced limits of a run, those that nobody could judge among them.
 *
 * @param hold limits that hold
 * @param limits all enforced limits that the record names
 * @param notJudged those of them that were neither held nor missed
 * @param cellsWithoutChecks cells of enforcing targets that were not measured, and whose limits the record does not
 *     name
 */
record LimitTally(int hold, int limits, int notJudged, int cellsWithoutChecks) {

    static LimitTally of(RunRecord record) {
        int hold = 0;
        int limits = 0;
        int notJudged = 0;
        int cellsWithoutChecks = 0;
        for (TargetRecord target : record.targets()) {
            if (!target.enforced()) {
                continue;
            }
            for (CheckRecord check : checks(target)) {
                switch (check.status()) {
                    case RECORD -> {
                        continue;
                    }
                    case PASS -> hold++;
                    case FAIL -> {}
                    case CANCELLED, ERROR, INCONCLUSIVE, SKIPPED -> notJudged++;
                }
                limits++;
            }
            cellsWithoutChecks += (int) target.cells().stream()
                    .filter(cell -> !isMeasured(cell)
                            && cell.tiers().stream()
                                    .allMatch(tier -> tier.checks().isEmpty()))
                    .count();
        }
        return new LimitTally(hold, limits, notJudged, cellsWithoutChecks);
    }

    /** Tells whether a cell ran to its end and has at least one request that succeeded. */
    static boolean isMeasured(CellRecord cell) {
        boolean ended = cell.status() != Status.SKIPPED && cell.status() != Status.CANCELLED;
        return ended && cell.counts().succeeded() > 0;
    }

    private static List<CheckRecord> checks(TargetRecord target) {
        List<TierRecord> tiers = new ArrayList<>(target.targetTiers());
        target.cells().forEach(cell -> tiers.addAll(cell.tiers()));
        return tiers.stream().flatMap(tier -> tier.checks().stream()).toList();
    }

    /** Returns one sentence of what was not judged, or nothing when every limit was. */
    Optional<String> gap() {
        if (notJudged == 0 && cellsWithoutChecks == 0) {
            return Optional.empty();
        }
        List<String> parts = new ArrayList<>();
        if (limits > 0) {
            parts.add("%d of %d enforced limits hold".formatted(hold, limits));
        }
        if (notJudged > 0) {
            parts.add("%d %s not judged".formatted(notJudged, notJudged == 1 ? "was" : "were"));
        }
        if (cellsWithoutChecks > 0) {
            parts.add("%s of %d %s without a result were not judged"
                    .formatted(
                            limits > 0 ? "those" : "the limits",
                            cellsWithoutChecks,
                            cellsWithoutChecks == 1 ? "cell" : "cells"));
        }
        return Optional.of(String.join(", ", parts));
    }
}
