package atlas.validation.record;

import java.time.Instant;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * One run, whole: the one source of every report.
 *
 * <p>The record is written after every stage, probe and cell while the run goes on. Such a record, all that is left
 * when a run is killed, has no {@code finishedAt}, status {@code error}, a reason that says so and exit code 1: nobody
 * can take it for a verdict. What had not run by then is {@code skipped}.
 *
 * @param schemaVersion version of this shape, 1
 * @param runId name of the run and of its folder
 * @param status what is said of the run
 * @param statusReason one sentence of why
 * @param exitCode 130 cancelled, 2 configuration, 3 server, 1 gate, 4 inconclusive, 0
 * @param startedAt when the run began
 * @param finishedAt when the record was closed; null in a record of a run that has not ended, and of one that was
 *     killed
 * @param suite the suite that ran
 * @param settings effective values by name
 * @param selection what the tag filter left
 * @param client the machine that sent the load
 * @param problems what was wrong with the input
 * @param targets the servers, in the order of the configs; empty when there are problems
 * @param comparison the first target beside the others, or null when there is one
 * @param evaluation the evaluation checklist and its results, or null in a record of a run that has not ended
 */
public record RunRecord(
        int schemaVersion,
        String runId,
        Status status,
        @Nullable String statusReason,
        int exitCode,
        Instant startedAt,
        @Nullable Instant finishedAt,
        SuiteInfo suite,
        Map<String, Setting> settings,
        Selection selection,
        ClientInfo client,
        List<Problem> problems,
        List<TargetRecord> targets,
        @Nullable Comparison comparison,
        @Nullable Evaluation evaluation) {

    /** Version of the shape that this suite writes. */
    public static final int SCHEMA_VERSION = 1;

    public RunRecord {
        settings = Collections.unmodifiableMap(new LinkedHashMap<>(settings));
        problems = List.copyOf(problems);
        targets = List.copyOf(targets);
    }
}
