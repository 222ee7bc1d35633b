package atlas.validation.report;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import atlas.validation.record.ProbeRecord;
import atlas.validation.record.Problem;
import atlas.validation.record.RunRecord;
import atlas.validation.record.StageRecord;
import atlas.validation.record.Status;
import atlas.validation.testing.HostileRecord;
import atlas.validation.testing.RecordFixtures;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class ConsoleReportTest {

    private static final Path FOLDER = Path.of("target/atlas-runs/l40s_atlas-20260301T120344Z");

    private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    private final ConsoleReport console = new ConsoleReport(new PrintStream(bytes, true, UTF_8));

    @Test
    void announcesTheRunAndItsFolder() {
        console.runStarted("l40s_atlas-20260301T120344Z", List.of("configs/l40s_atlas.json"), FOLDER);

        assertThat(lines())
                .containsSequence(
                        "Atlas Validation Suite",
                        "  run     l40s_atlas-20260301T120344Z",
                        "  config  configs/l40s_atlas.json",
                        "  folder  target/atlas-runs/l40s_atlas-20260301T120344Z");
    }

    @Test
    void aStageIsOneLine() {
        console.stage(new StageRecord("launch_container", Status.PASS, 1.23, "simulator process started"));

        assertThat(lines())
                .containsExactly("  launch_container              pass               1.2 s  simulator process started");
    }

    @Test
    void progressTellsWhereTheCellStandsAndWhatIsLeft() {
        console.progress(new CellProgress(
                "w1-conc8", 2, 6, 120, 200, 8, 1, 812.44, null, Duration.ofSeconds(12), Duration.ofSeconds(150)));

        assertThat(lines())
                .containsExactly(
                        "    cell 2/6 w1-conc8: 120/200 requests, 8 in flight, 1 failed, 812.4 tok/s, TTFT p50 - ms, 12 s, about 2 min 30 s left");
    }

    @Test
    void d15_h5_theTableShowsMeanMedianTailAndFailures() {
        console.resultsTable(RecordFixtures.twoServersFailing().targets().getFirst());

        assertThat(lines())
                .contains(
                        "  cell              TTFT mean    p50     p90     p99    max   TPOT   tok/s       ok  verdict",
                        "  w1_1k_1k-conc32       228.8  220.0   268.4  ~354.2  374.0  25.93  1234.3  128/128  fail");
    }

    @Test
    void aRunThatCanLeaveNothingEndsWithItsVerdictToo() {
        console.runRefused(List.of(Problem.ofSetting("nothing can be written to x", "choose another folder")), 2);

        assertThat(lines())
                .contains("VERDICT: ERROR")
                .anyMatch(line -> line.contains("nothing can be written to x; choose another folder"))
                .anyMatch(line -> line.startsWith("exit code 2: "));
    }

    @Test
    void theLastBlockTellsVerdictGatesDeckAndExitCode() {
        console.runFinished(RecordFixtures.twoServersFailing(), FOLDER.resolve("run_deck.html"));

        assertThat(lines())
                .containsSequence("VERDICT: FAIL", "  2 of 86 enforced checks and 1 of 7 probes failed")
                .contains("Failed (3)", "exit code 1: a gate, probe or cell failed")
                .contains("  deck    target/atlas-runs/l40s_atlas-20260301T120344Z/run_deck.html");
        assertThat(String.join(" ", lines()).replaceAll(" +", " "))
                .contains(
                        "output_throughput 1234.286 tok/s is below 1366.0 tok/s (-9.6 %) in w1_1k_1k-conc32 [throughput],"
                                + " thresholds/l40s_atlas_threshold.json:38");
    }

    /** At night nobody wants to make up the expression that chooses what was red. */
    @Test
    void theLastBlockTellsHowToRunTheCellsInTroubleAlone() {
        console.runFinished(RecordFixtures.twoServersFailing(), FOLDER.resolve("run_deck.html"));

        assertThat(String.join(" ", lines()).replaceAll(" +", " "))
                .contains(
                        "again the same command with -Dgroups='(l40s_atlas_qwen3.5-35b-a3b_nvfp4_single & w1_1k_1k-conc32)'");
    }

    @Test
    void aRunWithoutTroubleIsNotToBeRunAgain() {
        console.runFinished(RecordFixtures.simulatedPass(), FOLDER.resolve("run_deck.html"));

        assertThat(lines()).noneMatch(line -> line.startsWith("  again"));
    }

    /**
     * The deck beside the record still shows the verdict of the run itself, so it must not be named for another one.
     */
    @Test
    void aRunThatIsJudgedAgainNamesNoDeckOfAnotherVerdict() {
        console.judgedAgain(RecordFixtures.twoServersFailing());

        assertThat(lines())
                .contains("VERDICT: FAIL", "exit code 1: a gate, probe or cell failed")
                .anyMatch(line -> line.startsWith("  The run's own files, its deck among them, stay as they are"))
                .noneMatch(line -> line.contains("run_deck.html"))
                .noneMatch(line -> line.startsWith("  again"));
    }

    @Test
    void theLastBlockTellsEveryProblemWithItsPlaceAndFix() {
        console.runFinished(RecordFixtures.problemsOnly(), FOLDER.resolve("run_deck.html"));

        assertThat(lines())
                .contains(
                        "Problems (3)",
                        "  - configs/l40s_atlas.json:17 /params/num_promts: unknown key \"num_promts\"; did you mean \"num_prompts\"?",
                        "exit code 2: the configuration has problems; nothing was run");
    }

    @Test
    void aCellWithoutASuccessIsToldOnceNotOncePerCheck() {
        console.runFinished(RecordFixtures.allFailed(), FOLDER.resolve("run_deck.html"));

        assertThat(lines()).contains("Errors (3)");
    }

    @Test
    void aPercentileOfTooFewRequestsIsMarkedAndExplained() {
        console.resultsTable(RecordFixtures.simulatedPass().targets().getFirst());

        assertThat(lines())
                .contains("  ~ rests on fewer requests than its percentile needs: p50 10, p90 50, p99 500")
                .anySatisfy(line -> assertThat(line).contains("w1_1k_1k-conc1 ", " 92.60", "~113.0"));
    }

    @Test
    void theWarningsOfCellsStandBelowTheTable() {
        console.resultsTable(RecordFixtures.recordOnly().targets().getFirst());

        assertThat(lines()).contains("  warnings, told in the deck: length_not_forced (w1_1k_1k-conc16)");
    }

    @Test
    void aFailedStageIsToldOnceAndWhatItKeptFromRunningIsSummedUp() {
        console.stage(new StageRecord("server_health", Status.ERROR, 11.0, "/health answered HTTP 500"));
        String reason = "server_health failed: /health answered HTTP 500";
        console.stage(new StageRecord("cold_start", Status.SKIPPED, null, reason));
        console.probe(new ProbeRecord("health", Status.SKIPPED, reason, null));
        console.stage(new StageRecord("atlas_inference[w1-conc1]", Status.SKIPPED, null, reason));
        console.stage(new StageRecord("teardown", Status.PASS, 0.0, "left as it was"));

        assertThat(lines())
                .containsExactly(
                        "  server_health                 error             11.0 s  /health answered HTTP 500",
                        "  3 rows                        skipped                -  server_health failed",
                        "  teardown                      pass               0.0 s  left as it was");
    }

    @Test
    void rowsThatAreSkippedForReasonsOfTheirOwnKeepTheirNames() {
        console.stage(new StageRecord("setup_sshd", Status.SKIPPED, null, "one node"));
        console.stage(new StageRecord("discover_topology", Status.SKIPPED, null, "no GPU"));
        console.note("x");

        assertThat(lines())
                .containsExactly(
                        "  setup_sshd                    skipped                -  one node",
                        "  discover_topology             skipped                -  no GPU",
                        "note: x");
    }

    @Test
    void aTableWithoutOneFigureIsNotPrinted() {
        console.resultsTable(RecordFixtures.cancelledBeforeItsCells().targets().getFirst());

        assertThat(lines()).containsExactly("", "Results of l40s_atlas", "  none of 2 cells was measured");
    }

    @Test
    void aProblemIsToldOnceInTheLastBlock() {
        console.runFinished(RecordFixtures.oneProblem(), FOLDER.resolve("run_deck.html"));

        assertThat(lines())
                .containsSequence("VERDICT: ERROR", "  the input has a problem; nothing was run")
                .filteredOn(line -> line.contains("chooses no row"))
                .hasSize(1);
    }

    @Test
    void severalServersAreComparedCellByCell() {
        console.runFinished(RecordFixtures.twoServersFailing(), FOLDER.resolve("run_deck.html"));

        assertThat(lines())
                .contains("l40s_atlas_qwen3.5-35b-a3b_nvfp4_single against l40s_vllm_qwen3.5-35b-a3b_fp8_single")
                .anySatisfy(
                        line -> assertThat(line).matches("  w1_1k_1k-conc32 +0.900x worse +1.11x worse +1.11x worse"));
        assertThat(String.join(" ", lines()).replaceAll("\\s+", " "))
                .contains("note: noise is unknown where a cell was not measured three times or more by both; better and"
                        + " worse are then any difference above 2 %, and may be chance");
    }

    @Test
    void limitsThatNobodyJudgedAreNamed() {
        console.runFinished(RecordFixtures.cancelled(), FOLDER.resolve("run_deck.html"));

        assertThat(lines())
                .contains("  15 of 15 enforced limits hold, those of 2 cells without a result were not judged");
    }

    @ParameterizedTest
    @MethodSource("everyKindOfRun")
    void noLineIsLongerThan120ColumnsOrHoldsControlCharacters(RunRecord record) {
        console.runStarted(record.runId(), List.of(record.runId(), record.runId()), FOLDER);
        record.targets().forEach(target -> {
            console.targetStarted(target.name(), 1, 2);
            target.stages().forEach(console::stage);
            target.probes().forEach(console::probe);
            target.cells().forEach(cell -> {
                console.stageStarted("atlas_inference", cell.id().repeat(5));
                console.cellStarted(cell.id(), 1, 6, 1_000_000, Duration.ofDays(9), 1_000);
                console.progress(new CellProgress(
                        cell.id(), 1, 6, 9, 1_000_000, 9, 9, 1e12, 1e12, Duration.ofDays(9), Duration.ofDays(9)));
                console.cellFinished(cell);
            });
            console.resultsTable(target);
        });
        console.runFinished(record, FOLDER.resolve("run_deck.html"));

        assertThat(lines())
                .allSatisfy(
                        line -> assertThat(line).hasSizeLessThanOrEqualTo(120).doesNotContainPattern("\\p{Cntrl}"));
    }

    @Test
    void aPathIsNeverBroken() {
        Path deep = Path.of("runs/" + "x".repeat(150));

        console.runStarted("r", List.of("c"), deep);

        assertThat(lines()).containsSequence("  folder", deep.toString());
    }

    static List<RunRecord> everyKindOfRun() {
        return List.of(
                RecordFixtures.simulatedPass(),
                RecordFixtures.recordOnly(),
                RecordFixtures.twoServersFailing(),
                RecordFixtures.problemsOnly(),
                RecordFixtures.cancelled(),
                RecordFixtures.unfinished(),
                RecordFixtures.allFailed(),
                HostileRecord.record());
    }

    private List<String> lines() {
        return bytes.toString(UTF_8).lines().toList();
    }
}
