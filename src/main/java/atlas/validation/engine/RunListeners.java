package atlas.validation.engine;

import atlas.validation.client.LoadProgress;
import atlas.validation.client.RawAnswer;
import atlas.validation.lifecycle.CellPlace;
import atlas.validation.lifecycle.RunListener;
import atlas.validation.plan.PlannedCell;
import atlas.validation.plan.TargetPlan;
import atlas.validation.record.CellRecord;
import atlas.validation.record.ProbeRecord;
import atlas.validation.record.RequestRecord;
import atlas.validation.record.StageRecord;
import java.util.List;

/** Lets several hear what happens in a run, one after the other. */
record RunListeners(List<RunListener> all) implements RunListener {

    RunListeners {
        all = List.copyOf(all);
    }

    @Override
    public void stageStarted(TargetPlan target, String stage, String doing) {
        all.forEach(listener -> listener.stageStarted(target, stage, doing));
    }

    @Override
    public void stageFinished(TargetPlan target, StageRecord stage) {
        all.forEach(listener -> listener.stageFinished(target, stage));
    }

    @Override
    public void probeFinished(TargetPlan target, ProbeRecord probe) {
        all.forEach(listener -> listener.probeFinished(target, probe));
    }

    @Override
    public void apiExplored(TargetPlan target, String found) {
        all.forEach(listener -> listener.apiExplored(target, found));
    }

    @Override
    public void cellStarted(TargetPlan target, PlannedCell cell, CellPlace place) {
        all.forEach(listener -> listener.cellStarted(target, cell, place));
    }

    @Override
    public void cellPreparing(TargetPlan target, PlannedCell cell, int done, int of) {
        all.forEach(listener -> listener.cellPreparing(target, cell, done, of));
    }

    @Override
    public void cellProgress(TargetPlan target, PlannedCell cell, CellPlace place, LoadProgress progress) {
        all.forEach(listener -> listener.cellProgress(target, cell, place, progress));
    }

    @Override
    public void cellFinished(TargetPlan target, CellRecord cell) {
        all.forEach(listener -> listener.cellFinished(target, cell));
    }

    @Override
    public void told(TargetPlan target, String sentence) {
        all.forEach(listener -> listener.told(target, sentence));
    }

    @Override
    public void requestFinished(RequestRecord row) {
        all.forEach(listener -> listener.requestFinished(row));
    }

    @Override
    public void requestFailed(RequestRecord row, RawAnswer answer) {
        all.forEach(listener -> listener.requestFailed(row, answer));
    }

    @Override
    public void singleRequestFailed(TargetPlan target, RequestRecord row, RawAnswer answer) {
        all.forEach(listener -> listener.singleRequestFailed(target, row, answer));
    }
}
