package atlas.validation.report;

import atlas.validation.record.CellRecord;
import atlas.validation.record.PlanRecord;
import atlas.validation.record.ProbeRecord;
import atlas.validation.record.Problem;
import atlas.validation.record.RequestRecord;
import atlas.validation.record.RunRecord;
import atlas.validation.record.StageRecord;
import atlas.validation.record.TargetRecord;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What a person is told of a run while it happens. Calls come from the running thread and from the client's; no two
 * calls may mix their lines.
 */
public interface RunConsole {

    /** Announces a run: what it validates and where it will leave its files. */
    void runStarted(String runId, List<String> configs, Path folder);

    /** Tells something beside the run itself, such as a file that could not be written. */
    void note(String sentence);

    /** Begins one target, the {@code number}th of {@code of}. */
    void targetStarted(String name, int number, int of);

    /** Tells that a stage begins, for one that may take long. */
    void stageStarted(String stage, String doing);

    /** Tells a stage that has ended or was skipped. */
    void stage(StageRecord stage);

    /** Tells a probe that has ended or was skipped. */
    void probe(ProbeRecord probe);

    /** Tells what a server's API can do. */
    void api(String found);

    /**
     * Tells that a cell begins, the {@code number}th of {@code of}.
     *
     * @param requests measured requests, or null where only the clock ends the cell
     * @param duration how long they are sent, or null where their number alone ends it
     */
    void cellStarted(
            String cell,
            int number,
            int of,
            @Nullable Integer requests,
            @Nullable Duration duration,
            int warmupRequests);

    /** Tells how many requests of a cell are written before the first is sent. */
    void preparing(String cell, int done, int of);

    /** Tells how far a cell has come; heard every few seconds. */
    void progress(CellProgress progress);

    /** Hears of each request as it ends. */
    default void requestFinished(RequestRecord row) {}

    /** Tells what a cell gave. */
    void cellFinished(CellRecord cell);

    /** Shows every cell of a target, one line each. */
    void resultsTable(TargetRecord target);

    /** Ends the run: the verdict, why, everything to look at, and where the deck is. */
    void runFinished(RunRecord record, Path deck);

    /** Tells what would run, where nothing more was asked for. */
    void planned(PlanRecord plan);

    /** Ends a run that could not begin because it could leave nothing: the verdict, and everything that is wrong. */
    void runRefused(List<Problem> problems, int exitCode);
}
