package atlas.validation.plan;

import static org.assertj.core.api.Assertions.assertThat;

import atlas.validation.config.ConfigLoader;
import atlas.validation.config.Settings;
import atlas.validation.record.Problem;
import atlas.validation.testing.FixtureConfig;
import java.net.URI;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What only config, threshold file and metric registry together show to be wrong, each with its sentence. */
class BadLimitsTest {

    private static final String SOUND = "{ \"failed\": { \"kind\": \"max\", \"value\": 0 } }";

    @TempDir
    private Path folder;

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
            mean_tftt_ms           | max_ms, 1          | no metric is called 'mean_tftt_ms'; did you mean mean_ttft_ms
            output_throughput      | max, 1             | 'max' on output_throughput lets the bad pass: higher is better; use 'min_tok_s'
            success_rate           | max, 1             | 'max' on success_rate lets the bad pass: higher is better; use 'min'
            mean_ttft_ms           | min, 1             | 'min' on mean_ttft_ms lets the bad pass: lower is better; use 'max_ms'
            failed                 | min, 1             | 'min' on failed lets the bad pass: lower is better; use 'max'
            goodput                | min, 1             | goodput is not measured in cell w1-conc2; give the combo a goodput_slo, or remove the limit
            scaling.efficiency_pct | min, 1             | scaling.efficiency_pct is not measured in cell w1-conc2; scaling needs more than one node
            cold_start_ms          | max_ms, 1          | cold_start_ms is not measured in cell w1-conc2; move it to the key TARGET
            warm_ttft_ratio        | max, 1             | warm_ttft_ratio is not measured in cell w1-conc2; only a combo of workload 'prefix' has it
            correctness_ratio      | min, 1             | correctness_ratio is not measured in cell w1-conc2; set functional.correctness, or remove the limit
            """)
    void limitThatCouldNeverBeJudged(String metric, String rule, String problem) {
        String kind = rule.split(", ", -1)[0];
        String limit = "{ \"kind\": \"%s\", \"value\": %s }".formatted(kind, rule.split(", ", -1)[1]);

        Problem found = onlyProblem(config().limits("w1-conc2", "{ \"%s\": %s }".formatted(metric, limit)));

        assertThat(found.sentence()).contains("a_threshold.json:2 /w1-conc2/" + metric + ": " + problem);
    }

    @Test
    void referenceThatIsNoMetric() {
        String limit = "{ \"goodput_x\": { \"kind\": \"min\", \"value\": 1 },"
                + " \"output_throughput\": { \"kind\": \"min_ratio\", \"value\": 1, \"reference\": \"nothing\" } }";

        assertThat(plan(config().limits("w1-conc2", limit)).problems())
                .extracting(Problem::message)
                .containsExactly("no metric is called 'goodput_x'", "no metric is called 'nothing', the reference");
    }

    @Test
    void problemsStandInTheOrderOfTheFileWhateverFindsThem() {
        FixtureConfig config = config().limits("w9-conc9", SOUND)
                .limits("w1-conc2", "{ \"failed\": { \"kind\": \"max\", \"value\": \"none\" } }")
                .limits("w8-conc8", SOUND)
                .limits("w1-conc*", "{ \"mean_tftt_ms\": { \"kind\": \"max_ms\", \"value\": 1 } }");

        List<Problem> problems = plan(config).problems();

        assertThat(problems).hasSize(4).extracting(Problem::line).isSorted();
    }

    @Test
    void twoNamesOfOneMetric() {
        String limits = "{ \"p50_ttft_ms\": { \"kind\": \"max_ms\", \"value\": 1 },\n"
                + " \"median_ttft_ms\": { \"kind\": \"max_ms\", \"value\": 2 } }";

        assertThat(onlyProblem(config().limits("w1-conc2", limits)).sentence())
                .contains(
                        ":3 /w1-conc2/median_ttft_ms: 'median_ttft_ms' is the same metric as 'p50_ttft_ms' on line 2");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            w1-conc4                            | did you mean w1-conc2?
            ISL=16,OSL=4,TP=1,PP=1,CONC=1       | did you mean ISL=16,OSL=4,TP=1,PP=1,CONC=2?
            nothing of the sort                 | the cells are w1-conc2
            """)
    void limitsOfAnotherCell(String key, String fix) {
        Problem found = onlyProblem(config().limits("w1-conc2", SOUND).limits(key, SOUND));

        assertThat(found.message()).isEqualTo("'" + key + "' fits no cell of the sweep");
        assertThat(found.fix()).startsWith(fix);
        assertThat(found.line()).isEqualTo(3);
        assertThat(found.pointer()).isEqualTo("/" + key);
    }

    @Test
    void twoKeysOfOneCell() {
        Problem found = onlyProblem(config().limits("w1-conc2", SOUND).limits("ISL=16,OSL=4,TP=1,PP=1,CONC=2", SOUND));

        assertThat(found.message()).isEqualTo("'ISL=16,OSL=4,TP=1,PP=1,CONC=2' is the cell of 'w1-conc2' on line 2");
    }

    @Test
    void keyOfTwoCells() {
        FixtureConfig config = config().combo("{ \"name\": \"w2\", \"isl\": 16, \"osl\": 4 }")
                .cell("w2", 2)
                .recordOnly()
                .limits("ISL=16,OSL=4,TP=1,PP=1,CONC=2", SOUND);

        assertThat(onlyProblem(config).sentence())
                .contains(
                        "'ISL=16,OSL=4,TP=1,PP=1,CONC=2' fits 2 cells: w1-conc2, w2-conc2; use the cells' ids as keys");
    }

    @Test
    void cellWithoutLimitsWhereTheyAreEnforced() {
        Problem found = onlyProblem(config().cell("w1", 4).limits("w1-conc2", SOUND));

        assertThat(found.message()).isEqualTo("thresholds are enforced, and cell 'w1-conc4' has none");
        assertThat(found.fix()).contains("\"w1-conc4\": {} to leave it out on purpose");
    }

    @Test
    void cellThatIsLeftOutOnPurpose() {
        RunPlan plan = plan(config().cell("w1", 4).limits("w1-conc2", SOUND).limits("w1-conc4", "{}"));

        assertThat(plan.problems()).isEmpty();
        assertThat(plan.targets().getFirst().cells())
                .extracting(PlannedCell::leftOut)
                .containsExactly(false, true);
    }

    @Test
    void cellTwice() {
        assertThat(onlyProblem(config().cell("w1", 2).limits("w1-conc2", SOUND)).message())
                .isEqualTo("cell 'w1-conc2' is in the sweep twice");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '>', quoteCharacter = '`', textBlock = """
            a b    > combo 'a b' cannot be tag, key and file name at once: only letters a to z, digits and . _ + - can, behind a letter or digit
            a&b    > combo 'a&b' cannot be tag, key and file name at once: only letters a to z, digits and . _ + - can, behind a letter or digit
            =1+1   > combo '=1+1' cannot be tag, key and file name at once: only letters a to z, digits and . _ + - can, behind a letter or digit
            x/../y > combo 'x/../y' cannot be tag, key and file name at once: only letters a to z, digits and . _ + - can, behind a letter or digit
            ..     > combo '..' cannot be tag, key and file name at once: only letters a to z, digits and . _ + - can, behind a letter or digit
            -a     > combo '-a' cannot be tag, key and file name at once: only letters a to z, digits and . _ + - can, behind a letter or digit
            é      > combo 'é' cannot be tag, key and file name at once: only letters a to z, digits and . _ + - can, behind a letter or digit
            a\\u0000b > combo 'a\\u0000b' cannot be tag, key and file name at once: only letters a to z, digits and . _ + - can, behind a letter or digit
            a\\u202Eb > combo 'a\\u202Eb' cannot be tag, key and file name at once: only letters a to z, digits and . _ + - can, behind a letter or digit
            _w     > combo '_w' begins with _, as comments do: a threshold file could not name its cells
            ttft   > combo 'ttft' already means a tier, a row or a load
            run_deck > combo 'run_deck' already means a tier, a row or a load
            conc8  > combo 'conc8' already means a tier, a row or a load
            a      > combo 'a' is named like a config
            """)
    void nameThatIsNoTag(String name, String problem) {
        FixtureConfig config = config().combo("{ \"name\": \"%s\", \"isl\": 16, \"osl\": 4 }".formatted(name))
                .limits("w1-conc2", SOUND);

        Problem found = onlyProblem(config);

        assertThat(found.message()).isEqualTo(problem);
        assertThat(found.line()).isNotNull();
    }

    @Test
    void nameThatIsTooLong() {
        String name = "w".repeat(101);
        FixtureConfig config = config().combo("{ \"name\": \"%s\", \"isl\": 16, \"osl\": 4 }".formatted(name))
                .limits("w1-conc2", SOUND);

        assertThat(onlyProblem(config).message()).endsWith("' is longer than 100 characters");
    }

    @Test
    void cellOfACommentIsNotMissedAsWell() {
        FixtureConfig config = config().combo("{ \"name\": \"_w\", \"isl\": 16, \"osl\": 4 }")
                .cell("_w", 1)
                .limits("w1-conc2", SOUND)
                .limits("_w-conc1", SOUND);

        assertThat(onlyProblem(config).message()).startsWith("combo '_w' begins with _");
    }

    @Test
    void fileNameThatIsNoTag() {
        FixtureConfig config = FixtureConfig.named("_a").cell("w1", 2).limits("w1-conc2", SOUND);

        assertThat(onlyProblem(config).message()).startsWith("the file's name is also a tag, and '_a' begins with _");
    }

    @Test
    void everyFaultOfAThresholdFileAtOnce() {
        String faults = """
                {
                    "output_throughputt": { "kind": "min_tok_s", "value": 1 },
                    "mean_ttft_ms": { "kind": "min", "value": 1 },
                    "mean_tpot_ms": { "kind": "maxx", "value": 1 },
                    "p90_ttft_ms": { "kind": "max_ms", "value": "1e999" },
                    "nothing_ms": 5
                  }""";
        RunPlan plan = plan(config().cell("w1", 4)
                .limits("w1-conc2", faults)
                .limits("w1-conc4", "7")
                .limits("w1-conc16", "{}")
                .limits("ISL=1,OSL=2,TP=1,PP=1,CONC=3", "{ \"bad\": { \"kind\": \"max\", \"value\": 0 } }"));

        assertThat(plan.problems())
                .extracting(Problem::message)
                .containsExactlyInAnyOrder(
                        "w1-conc2.mean_tpot_ms.kind \"maxx\" is unknown",
                        "w1-conc2.p90_ttft_ms.value must be a number that is finite, got \"1e999\"",
                        "nothing_ms must be an object, got 5",
                        "w1-conc4 must be an object of limits, got 7",
                        "'w1-conc16' fits no cell of the sweep",
                        "'ISL=1,OSL=2,TP=1,PP=1,CONC=3' fits no cell of the sweep",
                        "no metric is called 'bad'",
                        "no metric is called 'output_throughputt'",
                        "'min' on mean_ttft_ms lets the bad pass: lower is better",
                        "no metric is called 'nothing_ms'");
    }

    @Test
    void aBrokenSweepHidesNoFaultOfALimit() {
        RunPlan plan = plan(config().cell("nowhere", 2)
                .limits("w1-conc8", "{ \"mean_ttft_ms\": { \"kind\": \"min\", \"value\": 1 } }")
                .limits("TARGET", "{ \"cold_strt_ms\": { \"kind\": \"max\", \"value\": 1 } }"));

        assertThat(plan.problems())
                .extracting(Problem::message)
                .containsExactlyInAnyOrder(
                        "sweep.runs[1].combo \"nowhere\" is no shape of this sweep",
                        "'min' on mean_ttft_ms lets the bad pass: lower is better",
                        "no metric is called 'cold_strt_ms'");
    }

    @Test
    void aFaultElsewhereInTheConfigHidesNoFaultOfAKey() {
        RunPlan plan = plan(
                config().params("\"seed\": \"x\"").limits("w1-conc2", SOUND).limits("w1-conc8", SOUND));

        assertThat(plan.problems())
                .extracting(Problem::message)
                .hasSize(2)
                .contains("'w1-conc8' fits no cell of the sweep");
    }

    @ParameterizedTest
    @ValueSource(strings = {"mean_tpot_ms", "p90_tpot_ms", "median_itl_ms"})
    void timeBetweenTokensWhereThereIsOneToken(String metric) {
        FixtureConfig config = config().combo("{ \"name\": \"first\", \"isl\": 16, \"osl\": 1 }")
                .cell("first", 1)
                .limits("w1-conc2", SOUND)
                .limits("first-conc1", "{ \"%s\": { \"kind\": \"max_ms\", \"value\": 9 } }".formatted(metric));

        assertThat(onlyProblem(config).sentence())
                .contains(metric + " is not measured in cell first-conc1: its answers have one token, and so no time"
                        + " between tokens; raise the combo's osl, or remove the limit");
    }

    @ParameterizedTest
    @ValueSource(strings = {"cold_start_ms", "launch_to_ready_ms", "first_request_ms", "second_request_ms"})
    void limitOnAColdStartThatIsNotAskedFor(String metric) {
        FixtureConfig config = config().limits("w1-conc2", SOUND).limits("TARGET", ofTarget(metric, ""));

        assertThat(onlyProblem(config).sentence())
                .contains("a_threshold.json:3 /TARGET/" + metric + ": " + metric
                        + " is not measured: functional.cold_start of a is not set; write \"cold_start\": true there");
    }

    @Test
    void limitOnTheLaunchOfAServerThatRunsAlready() {
        FixtureConfig config = config().runningAt(URI.create("http://127.0.0.1:9"))
                .functional("{ \"cold_start\": true }")
                .limits("w1-conc2", SOUND)
                .limits("TARGET", ofTarget("cold_start_ms", ""));

        assertThat(onlyProblem(config).message())
                .isEqualTo("cold_start_ms is not measured: the server is not launched by this run");
    }

    @Test
    void limitOnTheLaunchIsLeftOutAndNotedWhereAnAddressReplacesTheServer() {
        FixtureConfig config = config().functional("{ \"cold_start\": true }")
                .limits("w1-conc2", SOUND)
                .limits("TARGET", ofTarget("cold_start_ms", ""));

        RunPlan plan = plan(Map.of("config", config.writeTo(folder).toString(), "base.url", "http://127.0.0.1:9"));

        assertThat(plan.problems()).isEmpty();
        assertThat(plan.targets().getFirst().limits()).isEmpty();
        assertThat(plan.warnings())
                .extracting(Problem::message)
                .contains("cold_start_ms is not judged: the server that was named runs already, and is not launched");
    }

    @Test
    void firstRequestOfAServerThatRunsAlreadyIsMeasured() {
        FixtureConfig config = config().runningAt(URI.create("http://127.0.0.1:9"))
                .functional("{ \"cold_start\": true }")
                .limits("w1-conc2", SOUND)
                .limits("TARGET", ofTarget("first_request_ms", ""));

        assertThat(plan(config).problems()).isEmpty();
    }

    @Test
    void limitOnAColdStartThatNobodyEnforcesIsNoted() {
        RunPlan off = plan(
                config().limits("w1-conc2", SOUND).limits("TARGET", ofTarget("cold_start_ms", ", \"enforce\": false")));
        RunPlan recorded =
                plan(config().recordOnly().limits("w1-conc2", SOUND).limits("TARGET", ofTarget("cold_start_ms", "")));
        RunPlan enforced = plan(config().recordOnly()
                .limits("w1-conc2", SOUND)
                .limits("TARGET", ofTarget("cold_start_ms", ", \"enforce\": true")));

        assertThat(List.of(off, recorded)).allSatisfy(plan -> {
            assertThat(plan.problems()).isEmpty();
            assertThat(plan.warnings())
                    .singleElement()
                    .satisfies(note -> assertThat(note.message())
                            .isEqualTo("cold_start_ms is not measured: functional.cold_start of a is not set"));
        });
        assertThat(enforced.problems()).hasSize(1);
    }

    @Test
    void severalConfigsMayShareAThresholdFile() {
        Path one = FixtureConfig.named("one").cell("w1", 2).writeTo(folder);
        Path two = FixtureConfig.named("two").cell("w1", 4).writeTo(folder);
        Path shared = config().limits("w1-conc2", SOUND)
                .limits("w1-conc4", SOUND)
                .limits("w1-conc9", "{ \"bad\": 1 }")
                .writeTo(folder)
                .resolveSibling("a_threshold.json");

        RunPlan plan = plan(Map.of("config", one + "," + two, "thresholds", shared.toString()));

        assertThat(plan.problems())
                .extracting(Problem::message)
                .containsExactly(
                        "bad must be an object, got 1",
                        "no metric is called 'bad'",
                        "'w1-conc9' fits no cell of the sweep");
        assertThat(plan.problems().getLast().fix()).isEqualTo("did you mean w1-conc2 or w1-conc4?");
        assertThat(plan.warnings()).isEmpty();
    }

    private static String ofTarget(String metric, String more) {
        return "{ \"%s\": { \"kind\": \"max_ms\", \"value\": 1%s } }".formatted(metric, more);
    }

    private static FixtureConfig config() {
        return FixtureConfig.named("a").cell("w1", 2);
    }

    private Problem onlyProblem(FixtureConfig config) {
        RunPlan plan = plan(config);
        assertThat(plan.problems()).hasSize(1);
        assertThat(plan.targets()).isEmpty();
        return plan.problems().getFirst();
    }

    private RunPlan plan(FixtureConfig config) {
        return plan(Map.of("config", config.writeTo(folder).toString()));
    }

    private RunPlan plan(Map<String, String> knobs) {
        Settings settings = Settings.read(knobs::get, name -> null).settings();
        return Planner.plan(settings, new ConfigLoader(folder).load(settings));
    }
}
