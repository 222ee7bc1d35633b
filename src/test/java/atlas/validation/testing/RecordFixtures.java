package atlas.validation.testing;

import atlas.validation.record.CellRecord;
import atlas.validation.record.CheckRecord;
import atlas.validation.record.ClientInfo;
import atlas.validation.record.ColdStart;
import atlas.validation.record.Comparison;
import atlas.validation.record.Comparison.ComparedCell;
import atlas.validation.record.Comparison.ComparedMetric;
import atlas.validation.record.ConnectionUse;
import atlas.validation.record.Gpu;
import atlas.validation.record.Outcome;
import atlas.validation.record.Phase;
import atlas.validation.record.ProbeRecord;
import atlas.validation.record.Problem;
import atlas.validation.record.RequestRecord;
import atlas.validation.record.RunRecord;
import atlas.validation.record.Selection;
import atlas.validation.record.Setting;
import atlas.validation.record.StageRecord;
import atlas.validation.record.Status;
import atlas.validation.record.SuiteInfo;
import atlas.validation.record.TargetRecord;
import atlas.validation.record.TierRecord;
import atlas.validation.record.TokenCountSource;
import atlas.validation.record.Warning;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Records of whole runs, one for each kind of end that reports must be able to show. */
public final class RecordFixtures {

    /** Text that tries to leave every kind of place that a report may put it in. */
    public static final String HOSTILE =
            "</script><script>alert(1)</script><img src=x onerror=alert(2)>\"'`${1}{{data}}<!--\u2028\u2029]]>&amp;|\u001b[31m\n# @x *";

    private static final Instant STARTED = Instant.parse("2026-03-01T12:03:44.120Z");
    private static final List<Integer> CONCURRENCIES = List.of(1, 8, 32);

    private RecordFixtures() {}

    /** One simulated server, six cells, all within their enforced limits. */
    public static RunRecord simulatedPass() {
        TargetRecord target = target("any_sim_default", true, true, Status.PASS, null, cells(1.0, false));
        return run(Status.PASS, "all 43 enforced checks hold in 6 of 6 cells", 0, List.of(target), null, List.of());
    }

    /** One real server with a single cell and limits that are recorded but not enforced; one of them is missed. */
    public static RunRecord recordOnly() {
        CellRecord cell = new CellFixture("w1_1k_1k", 1024, 1024, 16)
                .recordOnly()
                .throughputLimit(1200)
                .warning("length_not_forced", "the server has no way to force the length; mean OSL is 611 of 1024")
                .build();
        TargetRecord target = target("l40s_atlas", false, false, Status.RECORD, null, List.of(cell));
        return run(
                Status.RECORD,
                "nothing is enforced: 1 cell measured, would fail 1 of 7 checks",
                0,
                List.of(target),
                null,
                List.of());
    }

    /** Two servers side by side; the subject misses gates and one of its probes fails. */
    public static RunRecord twoServersFailing() {
        TargetRecord subject =
                target("l40s_atlas_qwen3.5-35b-a3b_nvfp4_single", false, true, Status.FAIL, null, cells(0.9, true));
        TargetRecord other =
                target("l40s_vllm_qwen3.5-35b-a3b_fp8_single", false, true, Status.PASS, null, cells(1.0, false));
        return run(
                Status.FAIL,
                "2 of 86 enforced checks and 1 of 7 probes failed",
                1,
                List.of(withFailingProbe(subject), other),
                comparison(subject, other),
                List.of());
    }

    /** A run that never began: its files have problems. */
    public static RunRecord problemsOnly() {
        List<Problem> problems = List.of(
                new Problem(
                        "configs/l40s_atlas.json",
                        17,
                        "/params/num_promts",
                        "unknown key \"num_promts\"",
                        "did you mean \"num_prompts\"?"),
                new Problem(
                        "thresholds/l40s_atlas_threshold.json",
                        40,
                        "/ISL=1024,OSL=1024,TP=1,PP=1,CONC=128/p50_tfft_ms",
                        "unknown metric \"p50_tfft_ms\"",
                        "did you mean \"p50_ttft_ms\"?"),
                Problem.ofSetting(
                        "-Dcluster names a file that does not exist: cluster/labb.json", "known: cluster/local.json"));
        return run(Status.ERROR, "3 problems in the configuration; nothing was run", 2, List.of(), null, problems);
    }

    /** A run that its user stopped after two of six cells. */
    public static RunRecord cancelled() {
        List<CellRecord> cells = List.of(
                new CellFixture("w1_1k_1k", 1024, 1024, 1).build(),
                new CellFixture("w1_1k_1k", 1024, 1024, 8).build(),
                new CellFixture("w1_1k_1k", 1024, 1024, 32).buildSkipped("the run was cancelled"),
                new CellFixture("w2_4k_256", 4096, 256, 1).buildSkipped("the run was cancelled"));
        TargetRecord target = target("l40s_atlas", false, true, Status.PASS, null, cells);
        return run(Status.CANCELLED, "cancelled by a signal after 2 of 4 cells", 130, List.of(target), null, List.of());
    }

    /** A server that answered every request with an error: no figure could be measured. */
    public static RunRecord allFailed() {
        String message = "no successful requests: 32 of 32 ended in http_error (503: model is overloaded)";
        List<CellRecord> cells = CONCURRENCIES.stream()
                .map(users -> new CellFixture("w1_1k_1k", 1024, 1024, users).buildUnmeasured(32, "http_error", message))
                .toList();
        TargetRecord target = target("l40s_atlas", false, true, Status.ERROR, "no cell could be measured", cells);
        return run(Status.ERROR, "no successful requests in 3 of 3 cells", 1, List.of(target), null, List.of());
    }

    /** Hostile text in every field that holds free text. */
    public static RunRecord hostile() {
        String h = HOSTILE;
        CheckRecord check = new CheckRecord(h, h, 1.0, 0.5, h, 3L, -50.0, Status.FAIL, h, h, 1);
        Map<String, @Nullable Double> metrics = new LinkedHashMap<>();
        metrics.put(h, 1.0);
        metrics.put("output_throughput", 10.0);
        metrics.put("median_ttft_ms", 10.0);
        CellRecord plain = new CellFixture("w1", 8, 8, 2).build();
        CellRecord cell = new CellRecord(
                h,
                h,
                h,
                h,
                1,
                1,
                1,
                null,
                Status.FAIL,
                h,
                plain.counts(),
                metrics,
                List.of(new TierRecord(h, Status.FAIL, h, List.of(check))),
                List.of(new Warning(h, h)),
                null);
        TargetRecord target = new TargetRecord(
                h,
                Status.FAIL,
                h,
                h,
                h,
                h,
                h,
                h,
                h,
                true,
                true,
                h,
                h,
                h,
                h,
                Map.of(h, h),
                List.of(new Warning(h, h)),
                List.of(new Gpu(0, h, 1L, h, h)),
                List.of(new StageRecord(h, Status.ERROR, 1.0, h)),
                null,
                List.of(new TierRecord(h, Status.FAIL, h, List.of(check))),
                List.of(new ProbeRecord(h, Status.FAIL, h, h)),
                List.of(cell));
        Comparison comparison = new Comparison(
                h,
                List.of(new Comparison.Other(
                        h, List.of(h), List.of(new ComparedCell(h, Map.of(h, new ComparedMetric(1.0, 2.0, 0.5, h)))))));
        return new RunRecord(
                RunRecord.SCHEMA_VERSION,
                h,
                Status.FAIL,
                h,
                1,
                STARTED,
                STARTED.plusSeconds(5),
                new SuiteInfo(h, h),
                Map.of(h, new Setting(h, "-D" + h)),
                new Selection(h, h, List.of(h), 1),
                new ClientInfo(h, 1, 1L, h, h, new ClientInfo.Fitness(h, List.of(h))),
                List.of(new Problem(h, 1, h, h, h)),
                List.of(target),
                comparison);
    }

    /** A successful request with every field filled. */
    public static RequestRecord request(int index) {
        return new RequestRecord(
                "l40s_atlas",
                "w1_1k_1k-conc8",
                index,
                0,
                0,
                Phase.MEASURE,
                Outcome.SUCCESS,
                200,
                null,
                "length",
                0.0,
                0.25,
                41.5,
                52.125,
                52.125,
                152.125,
                152.5,
                50.0,
                1024,
                3,
                0,
                0,
                TokenCountSource.USAGE,
                3,
                new double[] {50.0, 50.0},
                new int[] {1, 1, 1},
                41.5,
                ConnectionUse.REUSED,
                0,
                List.of());
    }

    private static List<CellRecord> cells(double speed, boolean tooSlow) {
        List<CellRecord> cells = new ArrayList<>();
        for (int users : CONCURRENCIES) {
            CellFixture first = new CellFixture("w1_1k_1k", 1024, 1024, users).speed(speed);
            if (tooSlow && users == 32) {
                first.throughputLimit(1366.0).ttftLimit(200.0);
            }
            cells.add(first.build());
        }
        for (int users : CONCURRENCIES) {
            cells.add(new CellFixture("w2_4k_256", 4096, 256, users)
                    .speed(speed * 0.8)
                    .build());
        }
        return List.copyOf(cells);
    }

    private static TargetRecord withFailingProbe(TargetRecord target) {
        List<ProbeRecord> probes = new ArrayList<>(target.probes());
        probes.add(
                new ProbeRecord(
                        "tool_calls",
                        Status.FAIL,
                        "expected a tool call of get_weather, got a text answer of 41 characters",
                        "POST /v1/chat/completions\n{\"model\":\"m\",\"tools\":[…]}\n\n200 OK\n{\"choices\":[{\"message\":{\"content\":\"I cannot look up the weather, but …\"}}]}"));
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
                target.gpus(),
                target.stages(),
                target.coldStart(),
                target.targetTiers(),
                probes,
                target.cells());
    }

    private static TargetRecord target(
            String name,
            boolean simulated,
            boolean enforced,
            Status status,
            @Nullable String message,
            List<CellRecord> cells) {
        boolean skipped = cells.stream().anyMatch(cell -> cell.status() == Status.SKIPPED);
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
                9);
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
                simulated ? List.of() : List.of(new Gpu(0, "NVIDIA L40S", 46_068L, "8.9", "570.86.15")),
                stages(simulated, skipped),
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
                cells);
    }

    private static List<StageRecord> stages(boolean simulated, boolean cancelled) {
        return List.of(
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
                new StageRecord("api_conformance", Status.PASS, 2.3, "3 probes"),
                new StageRecord(
                        "atlas_inference",
                        cancelled ? Status.SKIPPED : Status.PASS,
                        cancelled ? 61.0 : 182.6,
                        cancelled ? "cancelled after 2 of 4 cells" : "6 cells"),
                new StageRecord("print_results_table", Status.PASS, 0.0, null),
                new StageRecord("teardown", Status.PASS, 1.1, "server stopped"));
    }

    private static Comparison comparison(TargetRecord subject, TargetRecord other) {
        List<ComparedCell> cells = new ArrayList<>();
        for (int i = 0; i < subject.cells().size(); i++) {
            Map<String, @Nullable Double> left = subject.cells().get(i).metrics();
            Map<String, @Nullable Double> right = other.cells().get(i).metrics();
            Map<String, ComparedMetric> metrics = new LinkedHashMap<>();
            for (String name : left.keySet()) {
                metrics.put(name, compared(name, left.get(name), right.get(name)));
            }
            cells.add(new ComparedCell(subject.cells().get(i).id(), metrics));
        }
        return new Comparison(
                subject.name(),
                List.of(new Comparison.Other(
                        other.name(),
                        List.of("driver: atlas here, vllm there", "precision: nvfp4 here, fp8 there"),
                        cells)));
    }

    private static ComparedMetric compared(String name, @Nullable Double subject, @Nullable Double other) {
        if (subject == null || other == null || other == 0) {
            return new ComparedMetric(subject, other, null, null);
        }
        double ratio = Math.round(subject / other * 1e6) / 1e6;
        if (ratio == 1.0) {
            return new ComparedMetric(subject, other, ratio, "same");
        }
        boolean lowerIsBetter = name.endsWith("_ms") || name.equals("duration");
        return new ComparedMetric(subject, other, ratio, ratio > 1 == lowerIsBetter ? "other" : "subject");
    }

    private static RunRecord run(
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
                comparison);
    }
}
