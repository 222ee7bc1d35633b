package atlas.validation.report;

import atlas.validation.record.CellRecord;
import atlas.validation.record.CheckRecord;
import atlas.validation.record.ProbeRecord;
import atlas.validation.record.RunRecord;
import atlas.validation.record.StageRecord;
import atlas.validation.record.Status;
import atlas.validation.record.TargetRecord;
import atlas.validation.record.TierRecord;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Collects from one target what a reader should look at. Every status is taken as it stands in the record. */
final class Findings {

    private static final Set<Status> TROUBLE = EnumSet.of(Status.ERROR, Status.FAIL, Status.INCONCLUSIVE);

    private final String target;
    private final List<Finding> found = new ArrayList<>();

    private Findings(String target) {
        this.target = target;
    }

    /** Returns all that is in error, failed or inconclusive: the worst first, else in the order of the run. */
    static List<Finding> of(RunRecord record) {
        List<Finding> all = new ArrayList<>();
        record.targets().forEach(target -> all.addAll(of(target)));
        all.sort(Comparator.comparing(Finding::status));
        return List.copyOf(all);
    }

    /** Returns the checks that miss their limit without being enforced, in the order of the run. */
    static List<Finding> recordedMisses(RunRecord record) {
        List<Finding> all = new ArrayList<>();
        for (TargetRecord target : record.targets()) {
            Findings findings = new Findings(target.name());
            findings.addRecordedMisses(null, target.targetTiers());
            target.cells().forEach(cell -> findings.addRecordedMisses(cell.id(), cell.tiers()));
            all.addAll(findings.found);
        }
        return List.copyOf(all);
    }

    static boolean hasRecordedMiss(CellRecord cell) {
        return cell.tiers().stream().flatMap(tier -> tier.checks().stream()).anyMatch(Findings::isRecordedMiss);
    }

    private static List<Finding> of(TargetRecord target) {
        Findings findings = new Findings(target.name());
        for (StageRecord stage : target.stages()) {
            if (target.cells().stream().noneMatch(cell -> isToldByCell(stage, cell))) {
                findings.addIfTrouble(stage.status(), null, stage.name(), stage.message());
            }
        }
        for (ProbeRecord probe : target.probes()) {
            findings.addIfTrouble(probe.status(), null, "api_conformance[" + probe.name() + "]", probe.message());
        }
        findings.addTiers(null, target.targetTiers());
        target.cells().forEach(findings::addCell);
        if (findings.found.isEmpty()) {
            findings.addIfTrouble(target.status(), null, null, target.message());
        }
        return findings.found;
    }

    /** Tells whether a stage is the row that drives a cell, and the cell says itself what went wrong. */
    private static boolean isToldByCell(StageRecord stage, CellRecord cell) {
        return stage.name().equals("atlas_inference[" + cell.id() + "]") && cell.status() == stage.status();
    }

    private void addCell(CellRecord cell) {
        if (cell.status() == Status.ERROR && cell.message() != null) {
            // Where nothing was measured, one sentence stands for every check that could not be made.
            add(Status.ERROR, cell.id(), null, cell.message());
            addTiers(
                    cell.id(),
                    cell.tiers().stream()
                            .filter(tier -> tier.status() != Status.ERROR)
                            .toList());
            return;
        }
        int before = found.size();
        addTiers(cell.id(), cell.tiers());
        if (found.size() == before) {
            addIfTrouble(cell.status(), cell.id(), null, cell.message());
        }
    }

    private void addTiers(@Nullable String cell, List<TierRecord> tiers) {
        for (TierRecord tier : tiers) {
            int before = found.size();
            for (CheckRecord check : tier.checks()) {
                addIfTrouble(check.status(), cell, tier.name(), check.message());
            }
            if (found.size() == before) {
                addIfTrouble(tier.status(), cell, tier.name(), tier.message());
            }
        }
    }

    private void addRecordedMisses(@Nullable String cell, List<TierRecord> tiers) {
        for (TierRecord tier : tiers) {
            for (CheckRecord check : tier.checks()) {
                if (isRecordedMiss(check)) {
                    add(check.status(), cell, tier.name(), check.message());
                }
            }
        }
    }

    private static boolean isRecordedMiss(CheckRecord check) {
        Double margin = check.marginPct();
        return check.status() == Status.RECORD && margin != null && margin < 0;
    }

    private void addIfTrouble(Status status, @Nullable String cell, @Nullable String row, @Nullable String sentence) {
        if (TROUBLE.contains(status)) {
            add(status, cell, row, sentence);
        }
    }

    private void add(Status status, @Nullable String cell, @Nullable String row, @Nullable String sentence) {
        String said = sentence == null || sentence.isBlank() ? "no reason was recorded" : sentence;
        // Every list of findings tells the status by its title or its mark.
        String word = status.word() + ": ";
        String bare = said.startsWith(word) ? said.substring(word.length()) : said;
        found.add(new Finding(status, target, cell, row, PlainText.brief(bare)));
    }
}
