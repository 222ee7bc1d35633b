package atlas.validation.testing;

import static org.junit.platform.engine.discovery.DiscoverySelectors.selectClass;

import atlas.validation.AtlasValidationIT;
import atlas.validation.engine.AtlasTestEngine;
import atlas.validation.record.RunRecord;
import atlas.validation.report.RecordJson;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.platform.engine.TestExecutionResult;
import org.junit.platform.launcher.TagFilter;
import org.junit.platform.testkit.engine.EngineExecutionResults;
import org.junit.platform.testkit.engine.EngineTestKit;
import org.junit.platform.testkit.engine.EventType;

/**
 * One execution of the engine in this JVM: what JUnit was told of each row, and the record that was left.
 *
 * @param rows {@code successful}, {@code failed}, {@code aborted} or {@code skipped} with a colon and the message, by
 *     the row's name
 * @param failures the throwable of each row that failed or was aborted
 * @param record the run record
 */
public record EngineRun(Map<String, String> rows, Map<String, Throwable> failures, RunRecord record) {

    /**
     * Runs a config.
     *
     * @param runsDir where the run's folder goes
     * @param knobs names and values, one after the other, as after {@code -D}
     */
    public static EngineRun of(Path config, Path runsDir, String... knobs) {
        return run(config.toString(), runsDir, true, knobs);
    }

    /** Runs a config where nobody but the engine applies the tag expressions. */
    public static EngineRun withoutFilter(Path config, Path runsDir, String... knobs) {
        return withoutFilter(config.toString(), runsDir, knobs);
    }

    /**
     * Runs configs where nobody but the engine applies the tag expressions.
     *
     * @param configs their files, with commas between
     */
    public static EngineRun withoutFilter(String configs, Path runsDir, String... knobs) {
        return run(configs, runsDir, false, knobs);
    }

    private static EngineRun run(String configs, Path runsDir, boolean filtered, String... knobs) {
        EngineTestKit.Builder kit = EngineTestKit.engine(AtlasTestEngine.ID)
                .configurationParameter("config", configs)
                .configurationParameter("runs.dir", runsDir.toString())
                .selectors(selectClass(AtlasValidationIT.class));
        for (int i = 0; i < knobs.length; i += 2) {
            kit.configurationParameter(knobs[i], knobs[i + 1]);
            if (filtered && knobs[i].equals("groups")) {
                kit.filters(TagFilter.includeTags(knobs[i + 1]));
            }
        }
        return read(kit.execute(), runsDir);
    }

    private static EngineRun read(EngineExecutionResults results, Path runsDir) {
        Map<String, String> rows = new LinkedHashMap<>();
        Map<String, Throwable> failures = new LinkedHashMap<>();
        results.testEvents().stream().forEach(event -> {
            String name = event.getTestDescriptor().getDisplayName();
            if (event.getType() == EventType.SKIPPED) {
                rows.put(name, "skipped: " + event.getRequiredPayload(String.class));
            } else if (event.getType() == EventType.FINISHED) {
                TestExecutionResult result = event.getRequiredPayload(TestExecutionResult.class);
                String status = result.getStatus().name().toLowerCase(java.util.Locale.ROOT);
                result.getThrowable().ifPresent(thrown -> failures.put(name, thrown));
                rows.put(
                        name,
                        status
                                + result.getThrowable()
                                        .map(thrown -> ": " + thrown.getMessage())
                                        .orElse(""));
            }
        });
        return new EngineRun(
                rows, failures, RecordJson.read(runsDir.resolve("latest").resolve("run.json")));
    }

    public String row(String name) {
        String row = rows.get(name);
        if (row == null) {
            throw new AssertionError("no row " + name + " among " + rows.keySet());
        }
        return row;
    }

    /** Returns the names of the rows that make a build fail. */
    public List<String> red() {
        return rows.entrySet().stream()
                .filter(row -> row.getValue().startsWith("failed"))
                .map(Map.Entry::getKey)
                .toList();
    }
}
