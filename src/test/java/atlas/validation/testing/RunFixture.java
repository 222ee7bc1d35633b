package atlas.validation.testing;

import atlas.validation.gate.RunEvaluation;
import atlas.validation.gate.RunVerdict;
import atlas.validation.record.ClientInfo;
import atlas.validation.record.Comparison;
import atlas.validation.record.Problem;
import atlas.validation.record.RunRecord;
import atlas.validation.record.Selection;
import atlas.validation.record.Setting;
import atlas.validation.record.Status;
import atlas.validation.record.SuiteInfo;
import atlas.validation.record.TargetRecord;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Wraps targets in the record of a run. */
final class RunFixture {

    private static final Instant STARTED = Instant.parse("2026-03-01T12:03:44.120Z");

    private RunFixture() {}

    static RunRecord run(
            Status status,
            String reason,
            int exitCode,
            List<TargetRecord> targets,
            @Nullable Comparison comparison,
            List<Problem> problems) {
        Map<String, Setting> settings = new LinkedHashMap<>();
        String configs = targets.isEmpty()
                ? "configs/l40s_atlas.json"
                : String.join(
                        ",", targets.stream().map(TargetRecord::configFile).toList());
        settings.put("config", new Setting(configs, "-Dconfig"));
        settings.put("enforce", new Setting(true, "configs/l40s_atlas.json:12"));
        settings.put("runs.dir", new Setting("target/atlas-runs", "default"));
        settings.put("groups", new Setting("w1_1k_1k | w2_4k_256", "-Dgroups"));
        List<String> cells = targets.stream()
                .flatMap(target -> target.cells().stream()
                        .map(cell -> targets.size() > 1 ? target.name() + "/" + cell.id() : cell.id()))
                .toList();
        String name = targets.isEmpty() ? "l40s_atlas" : targets.getFirst().name();
        return new RunRecord(
                RunRecord.SCHEMA_VERSION,
                name + "-20260301T120344Z",
                status,
                reason,
                exitCode,
                STARTED,
                STARTED.plusSeconds(targets.isEmpty() ? 0 : 231),
                new SuiteInfo("0.1.0", "7ad735c0ffee"),
                settings,
                new Selection(null, null, cells, cells.size()),
                new ClientInfo(
                        "gpu-node-1",
                        16,
                        128_000L,
                        "25.0.1 (Eclipse Adoptium)",
                        "Linux 6.1 amd64",
                        new ClientInfo.Fitness("fit", List.of("loop lag p99 0.4 ms", "CPU 12 % of 16 processors"))),
                problems,
                targets,
                comparison,
                RunEvaluation.of(new RunVerdict(status, reason, exitCode), targets, comparison));
    }

    /** Returns the record that a run like this one would leave when it is killed. */
    static RunRecord unfinished(RunRecord run, String reason) {
        return new RunRecord(
                run.schemaVersion(),
                run.runId(),
                Status.ERROR,
                reason,
                1,
                run.startedAt(),
                null,
                run.suite(),
                run.settings(),
                run.selection(),
                run.client(),
                run.problems(),
                run.targets(),
                run.comparison(),
                null);
    }
}
