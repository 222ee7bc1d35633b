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
import atlas.validation.record.RunRecord;
import atlas.validation.record.StageRecord;
import atlas.validation.report.CellLog;
import atlas.validation.report.RecordJson;
import atlas.validation.report.RequestLog;
import atlas.validation.report.RunFolder;
import atlas.validation.report.RunFolderException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Leaves what a run gives in its folder as it comes: each request, the log of each cell, and after every stage, probe
 * and cell the record so far, so that a run that is killed leaves a whole one. What cannot be written ends no run: a
 * server must not stay behind for a full disk, and space may come back before the end.
 *
 * <p>Used by the running thread.
 */
final class FolderListener implements RunListener {

    private final RunFolder folder;
    private final Supplier<RunRecord> record;
    private final Consumer<String> note;
    private final RequestLog requests;
    private final List<String> lost = new ArrayList<>();
    private final Map<String, CellLog> single = new HashMap<>();
    private @Nullable CellLog cell;
    private boolean warned;

    /**
     * @param record gives the record so far
     * @param note tells a person at once that something cannot be written
     */
    FolderListener(RunFolder folder, Supplier<RunRecord> record, Consumer<String> note) {
        this.folder = folder;
        this.record = record;
        this.note = note;
        this.requests = folder.openRequestLog();
    }

    /** Writes the record so far. */
    void keepRecord() {
        try {
            folder.write(RunFolder.RUN_JSON, RecordJson.write(record.get()));
        } catch (RunFolderException unwritable) {
            warn(unwritable.sentence());
        }
    }

    /** Tells it once: a disk that is full says so at every file. */
    private void warn(String sentence) {
        if (!warned) {
            warned = true;
            note.accept(sentence + "; the run goes on, and fails unless its files can be written at its end");
        }
    }

    @Override
    public void stageStarted(TargetPlan target, String stage, String doing) {}

    @Override
    public void stageFinished(TargetPlan target, StageRecord stage) {
        keepRecord();
    }

    @Override
    public void probeFinished(TargetPlan target, ProbeRecord probe) {
        keepRecord();
    }

    @Override
    public void apiExplored(TargetPlan target, String found) {
        keepRecord();
    }

    @Override
    public void cellStarted(TargetPlan target, PlannedCell planned, CellPlace place) {
        closeCell();
        try {
            cell = folder.openCellLog(target.name(), planned.id().value(), place.repeat());
        } catch (RunFolderException unwritable) {
            lost.add(unwritable.sentence());
            warn(unwritable.sentence());
        }
    }

    @Override
    public void cellPreparing(TargetPlan target, PlannedCell planned, int done, int of) {}

    @Override
    public void cellProgress(TargetPlan target, PlannedCell planned, CellPlace place, LoadProgress progress) {}

    @Override
    public void cellFinished(TargetPlan target, CellRecord measured) {
        closeCell();
        keepRecord();
    }

    @Override
    public void told(TargetPlan target, String sentence) {
        keepRecord();
    }

    @Override
    public void requestFinished(RequestRecord row) {
        requests.append(row);
        if (cell != null) {
            cell.add(row);
        }
    }

    @Override
    public void requestFailed(RequestRecord row, RawAnswer answer) {
        if (cell != null) {
            cell.keepAnswer(row, answer.start(), answer.end());
        }
    }

    @Override
    public void singleRequestFailed(TargetPlan target, RequestRecord row, RawAnswer answer) {
        try {
            String name = target.name() + "/" + row.cell();
            CellLog log = single.get(name);
            if (log == null) {
                log = folder.openCellLog(target.name(), row.cell(), row.repeat());
                single.put(name, log);
            }
            log.add(row);
            log.keepAnswer(row, answer.start(), answer.end());
        } catch (RunFolderException unwritable) {
            warn(unwritable.sentence());
        }
    }

    private void closeCell() {
        CellLog open = cell;
        cell = null;
        if (open != null) {
            close(open);
        }
    }

    private void close(CellLog log) {
        log.close();
        log.failure().ifPresent(lost::add);
    }

    /** Closes what is open and returns one sentence per file that is not whole. */
    List<String> close() {
        closeCell();
        single.values().forEach(this::close);
        single.clear();
        try {
            requests.close();
        } catch (RunFolderException rows) {
            lost.addFirst(rows.sentence());
        }
        return List.copyOf(lost);
    }
}
