package atlas.validation.plan;

import static org.assertj.core.api.Assertions.assertThat;

import atlas.validation.config.ConfigLoader;
import atlas.validation.config.Settings;
import atlas.validation.record.Problem;
import atlas.validation.testing.FixtureConfig;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

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
            a b    > combo 'a b' cannot stand in a tag expression: white space and , ( ) & | ! have a meaning there
            a&b    > combo 'a&b' cannot stand in a tag expression: white space and , ( ) & | ! have a meaning there
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
        Map<String, String> knobs = Map.of("config", config.writeTo(folder).toString());
        Settings settings = Settings.read(knobs::get, name -> null).settings();
        return Planner.plan(settings, new ConfigLoader(folder).load(settings));
    }
}
