package atlas.validation.plan;

import static org.assertj.core.api.Assertions.assertThat;

import atlas.validation.config.ConfigLoader;
import atlas.validation.config.Settings;
import atlas.validation.config.SettingsReading;
import atlas.validation.config.ThresholdEntry;
import atlas.validation.metric.Tier;
import atlas.validation.record.Problem;
import atlas.validation.testing.FixtureConfig;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class PlannerTest {

    private static final String EASY = "{ \"mean_ttft_ms\": { \"kind\": \"max_ms\", \"value\": 500 } }";

    @TempDir
    private Path folder;

    @Test
    void aCellHasItsTiersInTheirOrder() {
        PlannedCell cell =
                only(config().cell("w1", 2).limits("w1-conc2", EASY)).cells().getFirst();

        assertThat(cell.id().value()).isEqualTo("w1-conc2");
        assertThat(cell.key()).isEqualTo("ISL=16,OSL=4,TP=1,PP=1,CONC=2");
        assertThat(cell.requests()).isEqualTo(8);
        assertThat(cell.tiers())
                .containsExactly(Tier.THROUGHPUT, Tier.TTFT, Tier.TPOT, Tier.LATENCY, Tier.HEALTH, Tier.RECORD);
    }

    @Test
    void anObjectiveBringsTheGoodputTier() {
        PlannedCell cell = only(config().combo(
                                "{ \"name\": \"w2\", \"isl\": 8, \"osl\": 4, \"goodput_slo\": { \"ttft_ms\": 100 } }")
                        .cell("w2", 1)
                        .limits("w2-conc1", EASY))
                .cells()
                .getFirst();

        assertThat(cell.tiers()).containsSubsequence(Tier.HEALTH, Tier.GOODPUT, Tier.RECORD);
    }

    @Test
    void knownQuestionsBringTheCorrectnessTier() {
        String limit = "{ \"correctness_ratio\": { \"kind\": \"min\", \"value\": 1 } }";
        PlannedCell cell = only(config().functional("{ \"correctness\": true }")
                        .cell("w1", 1)
                        .limits("w1-conc1", limit))
                .cells()
                .getFirst();

        assertThat(cell.tiers()).containsSubsequence(Tier.HEALTH, Tier.CORRECTNESS, Tier.RECORD);
    }

    @Test
    void aLimitIsFoundByTheIdOrByTheKeyOfCvs() {
        TargetPlan plan = only(config().cell("w1", 1)
                .cell("w1", 2)
                .limits("w1-conc1", EASY)
                .limits("ISL=16,OSL=4,TP=1,PP=1,CONC=2", EASY));

        assertThat(plan.cells())
                .allSatisfy(cell -> assertThat(cell.limits())
                        .extracting(ThresholdEntry::metric)
                        .containsExactly("mean_ttft_ms"));
    }

    @Test
    @DisplayName("I6 an alias is bound under the metric's own name, and its percentile is measured")
    void aliases() {
        TargetPlan plan = only(config().cell("w1", 1)
                .limits(
                        "w1-conc1",
                        "{ \"p50_itl_ms\": { \"kind\": \"max_ms\", \"value\": 9 },"
                                + " \"client.p97_ttft_ms\": { \"kind\": \"max_ms\", \"value\": 9 } }"));

        assertThat(plan.cells().getFirst().limits())
                .extracting(ThresholdEntry::metric)
                .containsExactly("median_itl_ms", "p97_ttft_ms");
        assertThat(plan.percentiles()).contains(50.0, 97.0);
    }

    @Test
    void anEmptyEntryLeavesACellOutOnPurpose() {
        PlannedCell cell =
                only(config().cell("w1", 1).limits("w1-conc1", "{}")).cells().getFirst();

        assertThat(cell.leftOut()).isTrue();
        assertThat(cell.limits()).isEmpty();
    }

    @Test
    @DisplayName("I5 under enforcement a cell without limits is a problem")
    void aCellWithoutLimits() {
        assertThat(problems(config().cell("w1", 1).cell("w1", 2).limits("w1-conc1", EASY)))
                .singleElement()
                .satisfies(problem -> {
                    assertThat(problem.message()).isEqualTo("thresholds are enforced, and cell 'w1-conc2' has none");
                    assertThat(problem.fix()).contains("\"w1-conc2\": {}");
                });
    }

    @Test
    @DisplayName("I5 a key that fits no cell is a problem that names the near ones")
    void aKeyOfNoCell() {
        assertThat(problems(config().cell("w1", 1).limits("w1-conc1", EASY).limits("w1-conc12", EASY)))
                .singleElement()
                .satisfies(problem -> {
                    assertThat(problem.message()).isEqualTo("'w1-conc12' fits no cell of the sweep");
                    assertThat(problem.fix()).contains("did you mean w1-conc1");
                    assertThat(problem.line()).isEqualTo(3);
                });
    }

    @Test
    void cellsOfOneCvsKeyMustUseTheirIds() {
        assertThat(problems(config().recordOnly()
                        .combo("{ \"name\": \"w2\", \"isl\": 16, \"osl\": 4 }")
                        .cell("w1", 1)
                        .cell("w2", 1)
                        .limits("ISL=16,OSL=4,TP=1,PP=1,CONC=1", EASY)))
                .singleElement()
                .satisfies(problem -> assertThat(problem.message()).contains("fits 2 cells: w1-conc1, w2-conc1"));
    }

    @Test
    void aCellOfTwoKeysIsAProblem() {
        assertThat(problems(
                        config().cell("w1", 1).limits("w1-conc1", EASY).limits("ISL=16,OSL=4,TP=1,PP=1,CONC=1", EASY)))
                .singleElement()
                .satisfies(problem -> assertThat(problem.message()).contains("is the cell of 'w1-conc1' on line 2"));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "mean_tftt_ms         | max_ms    | no metric is called 'mean_tftt_ms'  | did you mean mean_ttft_ms",
                "output_throughput    | max       | higher is better                    | use 'min_tok_s'",
                "mean_ttft_ms         | min       | lower is better                     | use 'max_ms'",
                "success_rate         | max       | higher is better                    | use 'min'",
                "failed               | min       | lower is better                     | use 'max'",
                "cold_start_ms        | max_ms    | is not measured in cell w1-conc1    | TARGET",
                "goodput              | min       | is not measured in cell w1-conc1    | goodput_slo"
            })
    void aLimitThatCouldNeverBeJudged(String metric, String kind, String message, String fix) {
        String entry = "{ \"%s\": { \"kind\": \"%s\", \"value\": 1 } }".formatted(metric, kind);

        assertThat(problems(config().cell("w1", 1).limits("w1-conc1", entry)))
                .singleElement()
                .satisfies(problem -> {
                    assertThat(problem.message()).contains(message);
                    assertThat(problem.fix()).contains(fix);
                    assertThat(problem.line()).isEqualTo(2);
                });
    }

    @Test
    void twoNamesOfOneMetricAreAProblem() {
        String twice = "{ \"p50_ttft_ms\": { \"kind\": \"max_ms\", \"value\": 1 },"
                + " \"median_ttft_ms\": { \"kind\": \"max_ms\", \"value\": 2 } }";

        assertThat(problems(config().cell("w1", 1).limits("w1-conc1", twice)))
                .singleElement()
                .satisfies(problem -> assertThat(problem.message()).contains("is the same metric as"));
    }

    @Test
    void whatIsMeasuredOncePerServerStandsUnderTarget() {
        TargetPlan plan = only(config().functional("{ \"cold_start\": true }")
                .cell("w1", 1)
                .limits("w1-conc1", EASY)
                .limits("TARGET", "{ \"cold_start_ms\": { \"kind\": \"max_ms\", \"value\": 1000 } }"));

        assertThat(plan.limits()).extracting(ThresholdEntry::metric).containsExactly("cold_start_ms");
        assertThat(problems(config().cell("w1", 1)
                        .limits("w1-conc1", EASY)
                        .limits("TARGET", "{ \"output_throughput\": { \"kind\": \"min\", \"value\": 1 } }")))
                .singleElement()
                .satisfies(problem -> assertThat(problem.fix()).contains("key of a sweep cell"));
    }

    @Test
    void equalCellsAreAProblem() {
        assertThat(problems(config().recordOnly().cell("w1", 1).cell("w1", 1)))
                .singleElement()
                .satisfies(problem -> assertThat(problem.message()).isEqualTo("cell 'w1-conc1' is in the sweep twice"));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "a b",
                "a&b",
                "a|b",
                "a,b",
                "(a)",
                "!a",
                "ttft",
                "record",
                "teardown",
                "cold_start",
                "conc8",
                "rate0.5"
            })
    void aNameThatIsNoTagOrMeansSomethingIsAProblem(String name) {
        assertThat(problems(config().recordOnly()
                        .combo("{ \"name\": \"%s\", \"isl\": 8, \"osl\": 4 }".formatted(name))
                        .cell(name, 1)))
                .singleElement()
                .satisfies(problem -> assertThat(problem.message()).startsWith("combo '" + name + "' "));
    }

    @Test
    void aComboNamedLikeAConfigIsAProblem() {
        assertThat(problems(FixtureConfig.named("w1").recordOnly().cell("w1", 1)))
                .singleElement()
                .satisfies(problem -> assertThat(problem.message()).isEqualTo("combo 'w1' is named like a config"));
    }

    @Test
    void aConfigNamedLikeATierIsAProblem() {
        assertThat(problems(FixtureConfig.named("ttft").recordOnly().cell("w1", 1)))
                .singleElement()
                .satisfies(problem -> assertThat(problem.fix()).isEqualTo("rename the file"));
    }

    @Test
    void aProblemLeavesNothingToRun() {
        assertThat(plan(config().recordOnly().cell("w1", 1).cell("w1", 1)).targets())
                .isEmpty();
    }

    private static FixtureConfig config() {
        return FixtureConfig.named("fixture");
    }

    private TargetPlan only(FixtureConfig config) {
        RunPlan plan = plan(config);
        assertThat(plan.problems()).isEmpty();
        return plan.targets().getFirst();
    }

    private List<Problem> problems(FixtureConfig config) {
        return plan(config).problems();
    }

    private RunPlan plan(FixtureConfig... configs) {
        String files = String.join(
                ",",
                Arrays.stream(configs)
                        .map(config -> config.writeTo(folder).toString())
                        .toList());
        Map<String, String> knobs = Map.of("config", files);
        SettingsReading reading = Settings.read(knobs::get, variable -> null);
        return Planner.plan(reading.settings(), new ConfigLoader(folder).load(reading));
    }
}
