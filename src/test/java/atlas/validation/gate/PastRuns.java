package atlas.validation.gate;

import atlas.validation.record.ClientInfo;
import atlas.validation.record.RunRecord;
import atlas.validation.record.Selection;
import atlas.validation.record.Setting;
import atlas.validation.record.Status;
import atlas.validation.record.SuiteInfo;
import atlas.validation.record.TargetRecord;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Makes runs of the past, one a day, of which one figure of one cell matters. */
final class PastRuns {

    static final String CELL = "w1-conc8";
    static final Instant NOW = Instant.parse("2026-06-01T12:00:00Z");

    private PastRuns() {}

    /** Returns one run a day up to yesterday, in order, of a target with one GPU. */
    static List<RunRecord> daily(String metric, double... values) {
        List<RunRecord> runs = new ArrayList<>();
        for (int i = 0; i < values.length; i++) {
            runs.add(run(values.length - i, target().measured(CELL, Map.of(metric, values[i]))));
        }
        return runs;
    }

    static TargetBuilder target() {
        return TargetBuilder.target("server").gpu("L40S").image("atlas:1", "sha256:aa");
    }

    static RunRecord run(int daysAgo, TargetBuilder target) {
        return run(daysAgo, target, Map.of("params.num_prompts", 100));
    }

    static RunRecord run(int daysAgo, TargetBuilder target, Map<String, ?> settings) {
        Instant started = NOW.minus(Duration.ofDays(daysAgo));
        return run(started, started.plusSeconds(60), Status.PASS, settings, List.of(target.build()));
    }

    static RunRecord run(
            Instant started,
            @Nullable Instant finished,
            Status status,
            Map<String, ?> settings,
            List<TargetRecord> targets) {
        Map<String, Setting> effective = new LinkedHashMap<>();
        settings.forEach((name, value) -> effective.put(name, new Setting(value, "default")));
        return new RunRecord(
                RunRecord.SCHEMA_VERSION,
                "server-" + started,
                status,
                "told",
                0,
                started,
                finished,
                new SuiteInfo("1.0", null),
                effective,
                new Selection(null, null, List.of(), 1),
                client(),
                List.of(),
                targets,
                null,
                null);
    }

    static ClientInfo client() {
        return new ClientInfo("gpu-node-1", 16, 128_000L, "25", "Linux 6.1 amd64", null);
    }

    static Fingerprint fingerprint(TargetBuilder target) {
        return Fingerprint.of(target.build(), Map.of("params.num_prompts", new Setting(100, "default")), client());
    }

    /** Returns what these runs say of a target like theirs. */
    static Baseline baseline(List<RunRecord> history) {
        return baseline(history, target(), List.of());
    }

    static Baseline baseline(List<RunRecord> history, TargetBuilder now, List<String> allowed) {
        return Baseline.of(history, now.build(), fingerprint(now), allowed, NOW);
    }
}
