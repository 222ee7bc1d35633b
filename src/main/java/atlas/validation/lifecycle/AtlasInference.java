package atlas.validation.lifecycle;

import static java.util.Objects.requireNonNull;

import atlas.validation.gate.RowVerdict;
import atlas.validation.metric.Tier;
import atlas.validation.plan.PlannedCell;
import java.util.List;

/**
 * Drives one sweep cell and has its figures judged. Where cells are measured several times, the first of these stages
 * runs the sweeps of them all.
 *
 * @param cell the cell
 * @param tiers those of its tiers that a tag filter left; limits of others are not judged
 * @param number its position among the cells that run, from 1
 * @param of number of cells that run
 */
public record AtlasInference(PlannedCell cell, List<Tier> tiers, int number, int of) implements Stage {

    /** What the names of all these stages begin with. */
    public static final String NAME = "atlas_inference";

    public AtlasInference {
        requireNonNull(cell, "cell is null");
        tiers = List.copyOf(tiers);
    }

    @Override
    public String name() {
        return NAME + "[" + cell.id() + "]";
    }

    @Override
    public boolean blocksOthers() {
        return false;
    }

    @Override
    public RowVerdict run(TargetRun target) {
        if (target.plan().config().params().repeats().several()) {
            return new RepeatedSweep(target).run(this);
        }
        CellCourse course = new CellCourse(target, this);
        course.measure();
        return course.row();
    }
}
