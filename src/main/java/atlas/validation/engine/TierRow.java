package atlas.validation.engine;

import atlas.validation.gate.RowVerdict;
import atlas.validation.lifecycle.CellResult;
import atlas.validation.lifecycle.TargetRun;
import atlas.validation.metric.Tier;
import atlas.validation.plan.PlannedCell;
import atlas.validation.record.CheckRecord;
import atlas.validation.record.TierRecord;
import java.util.List;
import java.util.Optional;

/** What the gate says of one tier of a cell. */
record TierRow(String target, PlannedCell cell, Tier tier) implements Row {

    @Override
    public Optional<String> skipReason(ValidationContext context) {
        Optional<TierRecord> judged = judged(context);
        if (judged.isPresent()) {
            // What is known to be no pass and no failure is told as a reason: reports show it better than an abort.
            return Optional.of(RowVerdict.of(judged.get()))
                    .filter(verdict -> verdict.outcome(context.inconclusivePolicy()) == RowVerdict.Outcome.ABORTED)
                    .map(RowVerdict::text);
        }
        TargetRun run = context.run().target(target);
        String inference = "atlas_inference[" + cell.id() + "]";
        return run.unusable().or(() -> Optional.of(inference + " measured nothing"));
    }

    @Override
    public RowVerdict run(ValidationContext context) {
        return RowVerdict.of(judged(context).orElseThrow());
    }

    @Override
    public List<CheckRecord> checks(ValidationContext context) {
        return judged(context).map(TierRecord::checks).orElse(List.of());
    }

    private Optional<TierRecord> judged(ValidationContext context) {
        Optional<CellResult> result = context.run().target(target).result(cell.id());
        return result.flatMap(measured -> measured.tier(tier));
    }
}
