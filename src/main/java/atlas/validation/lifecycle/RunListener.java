package atlas.validation.lifecycle;

import atlas.validation.client.LoadProgress;
import atlas.validation.client.RawAnswer;
import atlas.validation.plan.PlannedCell;
import atlas.validation.plan.TargetPlan;
import atlas.validation.record.CellRecord;
import atlas.validation.record.ProbeRecord;
import atlas.validation.record.RequestRecord;
import atlas.validation.record.StageRecord;

/** Hears what happens during a run, as it happens. Calls come from the running thread and from the client's. */
public interface RunListener {

    /** A stage begins that may take long. */
    void stageStarted(TargetPlan target, String stage, String doing);

    void stageFinished(TargetPlan target, StageRecord stage);

    void probeFinished(TargetPlan target, ProbeRecord probe);

    /** What a server's API can do was found out; {@code found} is one sentence. */
    void apiExplored(TargetPlan target, String found);

    /** A cell begins, or one more repeat of it. */
    void cellStarted(TargetPlan target, PlannedCell cell, CellPlace place);

    /** The requests of a cell are being written, and none is sent; heard where that takes long. */
    void cellPreparing(TargetPlan target, PlannedCell cell, int done, int of);

    /** A cell goes on; heard every few seconds. */
    void cellProgress(TargetPlan target, PlannedCell cell, CellPlace place, LoadProgress progress);

    /** A cell has ended; of one that is measured several times, heard after each repeat, with that one's figures. */
    void cellFinished(TargetPlan target, CellRecord cell);

    /** Something became known beside stages and cells, as one sentence. */
    void told(TargetPlan target, String sentence);

    /** A request has ended. */
    void requestFinished(RequestRecord row);

    /**
     * A request of a cell has failed; heard right after its row.
     *
     * @param answer what is kept of its answer, without the API key
     */
    default void requestFailed(RequestRecord row, RawAnswer answer) {}

    /**
     * A request that belongs to no cell has failed, such as the one that asks for the first token.
     *
     * @param row its row, which names its purpose as its cell
     * @param answer what is kept of its answer, without the API key
     */
    default void singleRequestFailed(TargetPlan target, RequestRecord row, RawAnswer answer) {}
}
