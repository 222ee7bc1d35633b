package atlas.validation.engine;

import atlas.validation.client.LoadProgress;
import atlas.validation.lifecycle.AtlasInference;
import atlas.validation.lifecycle.CellPlace;
import atlas.validation.lifecycle.RunListener;
import atlas.validation.plan.PlannedCell;
import atlas.validation.plan.TargetPlan;
import atlas.validation.record.CellRecord;
import atlas.validation.record.ProbeRecord;
import atlas.validation.record.RequestRecord;
import atlas.validation.record.StageRecord;
import atlas.validation.record.Status;
import atlas.validation.report.CellProgress;
import atlas.validation.report.RunConsole;

/** Hands on what happens in a run to the console. */
record ConsoleListener(RunConsole console) implements RunListener {

    @Override
    public void stageStarted(TargetPlan target, String stage, String doing) {
        console.stageStarted(stage, doing);
    }

    @Override
    public void stageFinished(TargetPlan target, StageRecord stage) {
        // What a cell gave has its own line already, unless that was one repeat's; only what it does not say is told.
        boolean told = stage.status() == Status.PASS
                && stage.name().startsWith(AtlasInference.NAME)
                && !target.config().params().repeats().several();
        if (!told) {
            console.stage(stage);
        }
    }

    @Override
    public void probeFinished(TargetPlan target, ProbeRecord probe) {
        console.probe(probe);
    }

    @Override
    public void apiExplored(TargetPlan target, String found) {
        console.api(found);
    }

    @Override
    public void cellStarted(TargetPlan target, PlannedCell cell, CellPlace place) {
        console.cellStarted(
                named(cell, place),
                place.number(),
                place.of(),
                cell.requests(),
                cell.duration(),
                cell.warmupRequests());
    }

    private static String named(PlannedCell cell, CellPlace place) {
        return cell.id() + place.repeatWords().map(words -> ", " + words).orElse("");
    }

    @Override
    public void cellPreparing(TargetPlan target, PlannedCell cell, int done, int of) {
        console.preparing(cell.id().value(), done, of);
    }

    @Override
    public void cellProgress(TargetPlan target, PlannedCell cell, CellPlace place, LoadProgress progress) {
        console.progress(new CellProgress(
                named(cell, place),
                place.number(),
                place.of(),
                progress.done(),
                progress.of(),
                progress.inFlight(),
                progress.failed(),
                progress.tokensPerSecond(),
                progress.ttftMedianMs(),
                progress.elapsed(),
                progress.left()));
    }

    @Override
    public void cellFinished(TargetPlan target, CellRecord cell) {
        console.cellFinished(cell);
    }

    @Override
    public void told(TargetPlan target, String sentence) {
        console.note(sentence);
    }

    @Override
    public void requestFinished(RequestRecord row) {
        console.requestFinished(row);
    }
}
