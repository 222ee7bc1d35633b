package atlas.validation.testing;

import atlas.validation.record.CellRecord;
import atlas.validation.record.CheckRecord;
import atlas.validation.record.ColdStart;
import atlas.validation.record.Gpu;
import atlas.validation.record.ProbeRecord;
import atlas.validation.record.StageRecord;
import atlas.validation.record.Status;
import atlas.validation.record.SweepRepeats;
import atlas.validation.record.TargetRecord;
import atlas.validation.record.TierRecord;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Makes a target with everything that a server which worked would have on record. */
final class TargetFixture {

    private TargetFixture() {}

    static TargetRecord target(
            String name,
            boolean simulated,
            boolean enforced,
            Status status,
            @Nullable String message,
            List<CellRecord> cells) {
        CheckRecord coldStart = new CheckRecord(
                "cold_start_ms",
                "max_ms",
                60_000.0,
                41_250.0,
                "ms",
                1L,
                31.25,
                enforced ? Status.PASS : Status.RECORD,
                "cold_start_ms 41250 ms is at most 60000 ms (-31.3 %) in TARGET [target], thresholds/l40s_atlas_threshold.json:9",
                "thresholds/l40s_atlas_threshold.json",
                9,
                null,
                null);
        return new TargetRecord(
                name,
                status,
                message,
                "configs/" + name + ".json",
                "9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08",
                "perf",
                name.contains("vllm") ? "vllm" : "atlas",
                "Sehyo/Qwen3.5-35B-A3B-NVFP4",
                "http://127.0.0.1:8888",
                simulated,
                enforced,
                "thresholds/l40s_atlas_threshold.json",
                simulated ? null : "avarok/atlas-gb10:alpha-2.8",
                simulated ? null : "sha256:4b825dc642cb6eb9a060e54bf8d69288fbee4904",
                simulated ? "atlas-simulator 1" : "atlas 2.8.0-alpha",
                Map.of("force_length", "min_tokens", "usage", true),
                List.of(),
                List.of(),
                simulated ? List.of() : List.of(new Gpu(0, "NVIDIA L40S", 46_068L, "8.9", "570.86.15")),
                simulated ? List.of() : List.of(NodeFixture.l40s()),
                simulated ? null : (Double) 0.31,
                stages(simulated, cells),
                new ColdStart(40_900.0, 350.0, 61.4, 41_250.0),
                List.of(new TierRecord("cold_start", coldStart.status(), "pass: 1 of 1", List.of(coldStart))),
                List.of(
                        new ProbeRecord("models_list", Status.PASS, "1 model", null),
                        new ProbeRecord(
                                "chat_stream",
                                Status.PASS,
                                "role, 12 chunks, usage, [DONE]",
                                "data: {\"choices\":[…]}"),
                        new ProbeRecord(
                                "error_shape", Status.RECORD, "400 without an error object", "400 Bad Request\n{}")),
                cells,
                null,
                null,
                Map.of());
    }

    private static List<StageRecord> stages(boolean simulated, List<CellRecord> cells) {
        List<StageRecord> stages = new ArrayList<>(List.of(
                new StageRecord(
                        "launch_container",
                        Status.PASS,
                        simulated ? 1.2 : 12.4,
                        simulated ? "simulator process started" : "container started"),
                new StageRecord("setup_sshd", Status.SKIPPED, null, "one node only"),
                new StageRecord("discover_topology", Status.PASS, 0.4, "1 node, tensor parallelism 1"),
                new StageRecord(
                        "model_fetch", Status.SKIPPED, null, "params.base_url names a server; nothing is fetched"),
                new StageRecord("server_health", Status.PASS, simulated ? 0.8 : 28.5, "ready, model listed"),
                new StageRecord("cold_start", Status.PASS, 0.4, "first request 350 ms, second 61 ms"),
                new StageRecord("api_conformance", Status.PASS, 2.3, "3 probes")));
        cells.forEach(cell -> stages.add(inference(cell)));
        stages.add(new StageRecord("print_results_table", Status.PASS, 0.0, null));
        stages.add(new StageRecord("teardown", Status.PASS, 1.1, "server stopped"));
        return List.copyOf(stages);
    }

    private static StageRecord inference(CellRecord cell) {
        String name = "atlas_inference[" + cell.id() + "]";
        return switch (cell.status()) {
            case ERROR, SKIPPED -> new StageRecord(name, cell.status(), 30.4, cell.message());
            case CANCELLED, PASS, FAIL, INCONCLUSIVE, RECORD ->
                new StageRecord(name, Status.PASS, 30.4, "all succeeded");
        };
    }

    /** Adds a probe of tool calls that failed. */
    static TargetRecord withFailingProbe(TargetRecord target) {
        List<ProbeRecord> probes = new ArrayList<>(target.probes());
        probes.add(
                new ProbeRecord(
                        "tool_calls",
                        Status.FAIL,
                        "expected a tool call of get_weather, got a text answer of 41 characters",
                        "POST /v1/chat/completions\n{\"model\":\"m\",\"tools\":[…]}\n\n200 OK\n{\"choices\":[{\"message\":{\"content\":\"I cannot look up the weather, but …\"}}]}"));
        return with(target, probes, null);
    }

    /** Says how often the cells of a target were measured. */
    static TargetRecord repeated(TargetRecord target, SweepRepeats repeats) {
        return with(target, target.probes(), repeats);
    }

    private static TargetRecord with(TargetRecord target, List<ProbeRecord> probes, @Nullable SweepRepeats repeats) {
        return new TargetRecord(
                target.name(),
                target.status(),
                target.message(),
                target.configFile(),
                target.configSha256(),
                target.profile(),
                target.driver(),
                target.model(),
                target.baseUrl(),
                target.simulated(),
                target.enforced(),
                target.thresholdFile(),
                target.image(),
                target.imageDigest(),
                target.serverVersion(),
                target.capabilities(),
                target.warnings(),
                target.findings(),
                target.gpus(),
                target.nodes(),
                target.roundTripMs(),
                target.stages(),
                target.coldStart(),
                target.targetTiers(),
                probes,
                target.cells(),
                repeats,
                target.precision(),
                target.sampling());
    }
}
