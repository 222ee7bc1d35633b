package atlas.validation.engine;

import atlas.validation.gate.RowVerdict;
import atlas.validation.lifecycle.AtlasInference;
import atlas.validation.plan.PlannedCell;
import atlas.validation.record.CellId;
import atlas.validation.report.Evidence;
import java.util.List;
import java.util.Optional;

/** The load of one cell. Its place among the cells that run is known only once the tag filter has spoken. */
record InferenceRow(String target, PlannedCell cell) implements Row {

    @Override
    public Optional<String> skipReason(ValidationContext context) {
        return stage(context).skipReason(context);
    }

    @Override
    public RowVerdict run(ValidationContext context) {
        return stage(context).run(context);
    }

    @Override
    public List<Evidence> evidence(ValidationContext context, RowVerdict verdict) {
        return stage(context).evidence(context, verdict);
    }

    private StageRow stage(ValidationContext context) {
        List<CellId> chosen = context.chosenCells(target);
        return new StageRow(
                target,
                new AtlasInference(
                        cell, context.chosenTiers(target, cell), chosen.indexOf(cell.id()) + 1, chosen.size()));
    }
}
