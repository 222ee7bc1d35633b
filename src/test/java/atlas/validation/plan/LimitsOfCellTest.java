package atlas.validation.plan;

import static org.assertj.core.api.Assertions.assertThat;

import atlas.validation.config.ConfigLoader;
import atlas.validation.config.Settings;
import atlas.validation.config.ThresholdEntry;
import atlas.validation.config.ThresholdRule;
import atlas.validation.record.Problem;
import atlas.validation.testing.FixtureConfig;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class LimitsOfCellTest {

    @TempDir
    private Path folder;

    private static FixtureConfig config() {
        return FixtureConfig.named("a").cell("w1", 2).cell("w1", 4);
    }

    private static String max(String metric, int value) {
        return "{ \"%s\": { \"kind\": \"max_ms\", \"value\": %d } }".formatted(metric, value);
    }

    private RunPlan plan(FixtureConfig config, String... knobs) {
        Map<String, String> given = new LinkedHashMap<>();
        given.put("config", config.writeTo(folder).toString());
        for (String knob : knobs) {
            given.put(knob.split("=", 2)[0], knob.split("=", 2)[1]);
        }
        return Planner.plan(
                Settings.read(given::get, name -> null).settings(),
                new ConfigLoader(folder).load(Settings.read(given::get, name -> null)));
    }

    private static Map<String, Double> limits(RunPlan plan, int cell) {
        assertThat(plan.problems()).isEmpty();
        Map<String, Double> limits = new LinkedHashMap<>();
        for (ThresholdEntry limit : plan.targets().getFirst().cells().get(cell).limits()) {
            limits.put(limit.metric(), ((ThresholdRule.Max) limit.rule()).value());
        }
        return limits;
    }

    @Test
    @DisplayName("I5 a pattern limits every cell that it fits")
    void aPatternLimitsEveryCellThatItFits() {
        RunPlan plan = plan(config().limits("ISL=16,OSL=4,*", max("mean_ttft_ms", 5)));
        assertThat(limits(plan, 0)).containsExactly(Map.entry("mean_ttft_ms", 5.0));
        assertThat(limits(plan, 1)).containsExactly(Map.entry("mean_ttft_ms", 5.0));
    }

    @Test
    @DisplayName("I6 the most exact key has the say of a metric, under whatever name")
    void theMostExactKeyHasTheSay() {
        RunPlan plan = plan(config().limits("*", max("median_ttft_ms", 1))
                .limits("ISL=16,*", max("p50_ttft_ms", 2))
                .limits("ISL=16,OSL=4,*", max("mean_tpot_ms", 3))
                .limits("*-conc4", max("client.p50_ttft_ms", 4))
                .limits("w1-conc2", max("p90_ttft_ms", 5)));
        assertThat(limits(plan, 0))
                .containsOnly(
                        Map.entry("p90_ttft_ms", 5.0),
                        Map.entry("mean_tpot_ms", 3.0),
                        Map.entry("median_ttft_ms", 2.0));
        assertThat(limits(plan, 1)).containsOnly(Map.entry("median_ttft_ms", 4.0), Map.entry("mean_tpot_ms", 3.0));
    }

    @Test
    void anEmptyEntryLeavesACellOutWhateverPatternsSay() {
        RunPlan plan = plan(config().limits("*", max("mean_ttft_ms", 1)).limits("w1-conc4", "{}"));
        assertThat(limits(plan, 0)).hasSize(1);
        assertThat(limits(plan, 1)).isEmpty();
        assertThat(plan.targets().getFirst().cells().get(1).leftOut()).isTrue();
        assertThat(plan.targets().getFirst().cells().get(0).leftOut()).isFalse();
    }

    @Test
    void equallyExactPatternsOfOneMetricAreAProblem() {
        RunPlan plan =
                plan(config().limits("ISL=16,*", max("mean_ttft_ms", 1)).limits("OSL=4,*", max("mean_ttft_ms", 2)));
        assertThat(plan.problems())
                .extracting(Problem::sentence)
                .hasSize(2)
                .first()
                .asString()
                .contains("a_threshold.json:3 /OSL=4,*: 'OSL=4,*' and 'ISL=16,*' on line 2 are equally exact, and both"
                        + " limit mean_ttft_ms in cell w1-conc2; limit it under the cell's own key");
        assertThat(plan(config().limits("ISL=16,*", max("mean_ttft_ms", 1)).limits("OSL=4,*", max("mean_tpot_ms", 2)))
                        .problems())
                .as("of different metrics they are welcome")
                .isEmpty();
    }

    @Test
    @DisplayName("I5 a pattern that fits no cell is a problem")
    void aPatternThatFitsNoCellIsAProblem() {
        RunPlan plan = plan(config().limits("*", "{}").limits("ISL=99,*", max("mean_ttft_ms", 1)));
        assertThat(plan.problems())
                .extracting(Problem::message)
                .containsExactly("'ISL=99,*' fits no cell of the sweep");
    }

    @Test
    void whatIsWrongUnderAPatternIsToldOnce() {
        RunPlan plan = plan(config().limits("*", max("mean_tftt_ms", 1)));
        assertThat(plan.problems()).extracting(Problem::message).containsExactly("no metric is called 'mean_tftt_ms'");
    }

    @Test
    void aLimitThatNoFittingCellHasAFigureForIsAProblem() {
        String goodput = "{ \"goodput\": { \"kind\": \"min\", \"value\": 1 } }";
        assertThat(plan(config().limits("*", goodput)).problems())
                .extracting(Problem::message)
                .containsExactly("goodput is measured in no cell that '*' fits");
        FixtureConfig one = config().combo(
                        "{ \"name\": \"good\", \"isl\": 16, \"osl\": 4, \"goodput_slo\": { \"ttft_ms\": 5 } }")
                .cell("good", 1)
                .limits("*", goodput);
        assertThat(plan(one).problems()).as("some cell has it").isEmpty();
    }

    @Test
    void aRegressionFromNothingIsAProblemWhereItIsEnforced() {
        FixtureConfig config =
                config().limits("*", "{ \"mean_ttft_ms\": { \"kind\": \"max_regression\", \"pct\": 5 } }");
        assertThat(plan(config).problems())
                .extracting(Problem::sentence)
                .singleElement()
                .asString()
                .contains("mean_ttft_ms has a limit on its regression, and there is no baseline; name the runs of the"
                        + " past with -Dbaseline");
        assertThat(plan(config, "baseline=" + folder).problems()).isEmpty();
        RunPlan recorded = plan(config, "enforce=false");
        assertThat(recorded.problems()).isEmpty();
        assertThat(recorded.warnings())
                .extracting(Problem::message)
                .contains("mean_ttft_ms has a limit on its regression, and there is no baseline");
    }

    @Test
    void aBaselineThatIsNotThereIsAProblem() {
        assertThat(plan(config().limits("*", "{}"), "baseline=nowhere").problems())
                .extracting(Problem::sentence)
                .containsExactly(
                        "-Dbaseline=nowhere does not exist; name a run.json, or a folder with the runs of the past");
    }

    @Test
    void whatIsMeasuredOnceOrDescribesHasNoRegression() {
        String regression = "{ \"%s\": { \"kind\": \"max_regression\", \"pct\": 5 } }";
        FixtureConfig config = config().functional("{ \"cold_start\": true }")
                .limits("*", regression.formatted("mean_isl"))
                .limits("TARGET", regression.formatted("first_request_ms"));
        assertThat(plan(config, "baseline=" + folder).problems())
                .extracting(Problem::message)
                .containsExactlyInAnyOrder(
                        "'max_regression' on mean_isl: neither way is better",
                        "first_request_ms is measured once per server, and so is not held against a baseline");
    }

    @Test
    void everyViolationIsToldAtOnce() {
        RunPlan plan = plan(config().limits("*", max("a_ms", 1)).limits("x", max("b_ms", 1)));
        assertThat(plan.problems()).hasSizeGreaterThan(2);
    }
}
