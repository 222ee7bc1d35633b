package atlas.validation.lifecycle;

import static java.util.Objects.requireNonNull;

import atlas.validation.gate.History;
import atlas.validation.gate.Judging;
import atlas.validation.metric.Tier;
import atlas.validation.plan.PlannedCell;
import atlas.validation.plan.TargetPlan;
import atlas.validation.record.CellId;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What a run asks of one target's cells.
 *
 * @param chosen the cells that a tag filter left, and their tiers
 * @param judging what the checks of the run have in common
 * @param history the runs of the past that the target is held against, or null where none were named
 * @param calibrates whether limits are to be made from what is measured, so that the server is launched anew for each
 *     repeat: a gate sees the noise from one launch to the next
 */
record SweepTask(
        Map<CellId, List<Tier>> chosen,
        Judging judging,
        @Nullable History history,
        boolean calibrates) {

    SweepTask {
        chosen = Map.copyOf(chosen);
        requireNonNull(judging, "judging is null");
    }

    /** Returns the stages that measure the chosen cells of a target, in the order of its config. */
    List<AtlasInference> stages(TargetPlan plan) {
        List<AtlasInference> stages = new ArrayList<>();
        for (PlannedCell cell : plan.cells()) {
            List<Tier> tiers = chosen.get(cell.id());
            if (tiers != null) {
                stages.add(new AtlasInference(cell, tiers, stages.size() + 1, chosen.size()));
            }
        }
        return stages;
    }
}
