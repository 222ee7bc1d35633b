package atlas.validation.testing;

import atlas.validation.record.CellRecord;
import atlas.validation.record.CheckRecord;
import atlas.validation.record.Problem;
import atlas.validation.record.RunRecord;
import atlas.validation.record.Status;
import atlas.validation.record.SweepRepeats;
import atlas.validation.record.TargetRecord;
import atlas.validation.record.TierRecord;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Records of whole runs, one for each kind of end that reports must be able to show. */
public final class RecordFixtures {

    private static final List<Integer> CONCURRENCIES = List.of(1, 8, 32);

    private RecordFixtures() {}

    /** One simulated server, six cells, all within their enforced limits. */
    public static RunRecord simulatedPass() {
        TargetRecord target = TargetFixture.target("any_sim_default", true, true, Status.PASS, null, cells(1.0, false));
        return RunFixture.run(
                Status.PASS, "all 43 enforced checks hold in 6 of 6 cells", 0, List.of(target), null, List.of());
    }

    /** One real server with a single cell and limits that are recorded but not enforced; one of them is missed. */
    public static RunRecord recordOnly() {
        CellRecord cell = new CellFixture("w1_1k_1k", 1024, 1024, 16)
                .recordOnly()
                .throughputLimit(1200)
                .warning("length_not_forced", "the server has no way to force the length; mean OSL is 611 of 1024")
                .build();
        TargetRecord target = TargetFixture.target("l40s_atlas", false, false, Status.RECORD, null, List.of(cell));
        return RunFixture.run(
                Status.RECORD,
                "nothing is enforced: 1 cell measured, would fail 1 of 7 checks",
                0,
                List.of(target),
                null,
                List.of());
    }

    /** Two servers side by side; the subject misses gates and one of its probes fails. */
    public static RunRecord twoServersFailing() {
        TargetRecord subject = TargetFixture.target(
                "l40s_atlas_qwen3.5-35b-a3b_nvfp4_single", false, true, Status.FAIL, null, cells(0.9, true));
        TargetRecord other = TargetFixture.target(
                "l40s_vllm_qwen3.5-35b-a3b_fp8_single", false, true, Status.PASS, null, cells(1.0, false));
        return RunFixture.run(
                Status.FAIL,
                "2 of 86 enforced checks and 1 of 7 probes failed",
                1,
                List.of(TargetFixture.withFailingProbe(subject), other),
                ComparisonFixture.comparison(subject, other),
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
        return RunFixture.run(
                Status.ERROR, "3 problems in the configuration; nothing was run", 2, List.of(), null, problems);
    }

    /** A run that its user stopped after two of six cells. */
    public static RunRecord cancelled() {
        List<CellRecord> cells = List.of(
                new CellFixture("w1_1k_1k", 1024, 1024, 1).build(),
                new CellFixture("w1_1k_1k", 1024, 1024, 8).build(),
                new CellFixture("w1_1k_1k", 1024, 1024, 32).buildSkipped("the run was cancelled"),
                new CellFixture("w2_4k_256", 4096, 256, 1).buildSkipped("the run was cancelled"));
        TargetRecord target = TargetFixture.target("l40s_atlas", false, true, Status.PASS, null, cells);
        return RunFixture.run(
                Status.CANCELLED, "cancelled by a signal after 2 of 4 cells", 130, List.of(target), null, List.of());
    }

    /** A run whose cells were measured four times, until every limit was decided; one of them broke in its second. */
    public static RunRecord repeated() {
        List<CellRecord> cells = new ArrayList<>();
        for (int users : CONCURRENCIES) {
            cells.add(RepeatFixture.repeated(
                    new CellFixture("w1_1k_1k", 1024, 1024, users).build(), 0.97, 1.0, 1.02, 1.01));
        }
        String trouble = "in repeat 2 of at most 10: the server's log tells that it broke";
        cells.add(RepeatFixture.inTrouble(new CellFixture("w2_4k_256", 4096, 256, 8).build(), trouble));
        TargetRecord target = TargetFixture.repeated(
                TargetFixture.target("l40s_atlas", false, true, Status.ERROR, trouble, cells),
                new SweepRepeats(3, 10, 4, "more repeats could decide none of the 21 checks", false));
        return RunFixture.run(Status.ERROR, trouble, 1, List.of(target), null, List.of());
    }

    /** A run that its user stopped before its first cell. */
    public static RunRecord cancelledBeforeItsCells() {
        List<CellRecord> cells = List.of(
                new CellFixture("w1_1k_1k", 1024, 1024, 1).buildSkipped("the run was cancelled"),
                new CellFixture("w1_1k_1k", 1024, 1024, 8).buildSkipped("the run was cancelled"));
        TargetRecord target = TargetFixture.target("l40s_atlas", false, true, Status.PASS, null, cells);
        return RunFixture.run(Status.CANCELLED, "cancelled by a signal", 130, List.of(target), null, List.of());
    }

    /** A run whose filter leaves nothing: its one problem is its reason. */
    public static RunRecord oneProblem() {
        Problem problem = Problem.ofSetting("-Dgroups='x' chooses no row", "the tags are w1, w2");
        return RunFixture.run(Status.ERROR, problem.sentence(), 2, List.of(), null, List.of(problem));
    }

    /** One cell with these figures. */
    public static RunRecord withMetrics(Map<String, Double> metrics) {
        return ofCell(metrics, null, List.of());
    }

    /** One cell with this message. */
    public static RunRecord withMessage(String message) {
        return ofCell(Map.of(), message, List.of());
    }

    /** A server that answered everything with this error. */
    public static RunRecord failedWithMessage(String message) {
        CellRecord cell = new CellFixture("w1_1k_1k", 1024, 1024, 8).buildUnmeasured(32, "http_error", message);
        TargetRecord target = TargetFixture.target("l40s_atlas", false, true, Status.ERROR, message, List.of(cell));
        return RunFixture.run(Status.ERROR, message, 1, List.of(target), null, List.of());
    }

    /** One cell with a check that measured {@code actual}. */
    public static RunRecord withCheckOf(String unit, double actual) {
        CheckRecord check = new CheckRecord(
                "median_ttft_ms",
                "max_ms",
                20.0,
                actual,
                unit,
                32L,
                null,
                Status.PASS,
                "it holds",
                null,
                null,
                null,
                null);
        return ofCell(Map.of(), null, List.of(new TierRecord("ttft", Status.PASS, null, List.of(check))));
    }

    private static RunRecord ofCell(Map<String, Double> metrics, @Nullable String message, List<TierRecord> tiers) {
        CellRecord like = new CellFixture("w1_1k_1k", 1024, 1024, 8).build();
        CellRecord cell = CellBuilder.like(like)
                .became(Status.PASS, message)
                .metrics(metrics)
                .tiers(tiers)
                .warnings(List.of())
                .failures(List.of())
                .series(null)
                .build();
        TargetRecord target = TargetFixture.target("l40s_atlas", false, true, Status.PASS, null, List.of(cell));
        return RunFixture.run(Status.PASS, "all limits hold", 0, List.of(target), null, List.of());
    }

    /** A run that was killed after two of four cells: the record that it wrote last. */
    public static RunRecord unfinished() {
        return RunFixture.unfinished(
                cancelled(), "the run has not ended: this record was written while it was going on");
    }

    /** A server that answered every request with an error: no figure could be measured. */
    public static RunRecord allFailed() {
        return allFailed("no successful requests: 32 of 32 ended in http_error (503: model is overloaded)");
    }

    /** Returns the same with another sentence of each cell. */
    public static RunRecord allFailed(String message) {
        List<CellRecord> cells = CONCURRENCIES.stream()
                .map(users -> new CellFixture("w1_1k_1k", 1024, 1024, users).buildUnmeasured(32, "http_error", message))
                .toList();
        TargetRecord target =
                TargetFixture.target("l40s_atlas", false, true, Status.ERROR, "no cell could be measured", cells);
        return RunFixture.run(
                Status.ERROR, "no successful requests in 3 of 3 cells", 1, List.of(target), null, List.of());
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
}
