package atlas.validation.cli;

import static org.assertj.core.api.Assertions.assertThat;

import atlas.validation.testing.FixtureConfig;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

class PlanCommandTest {

    @TempDir
    private Path folder;

    private CommandRun plan(FixtureConfig config, String... more) {
        String[] arguments = new String[more.length + 2];
        arguments[0] = "plan";
        arguments[1] = config.writeTo(folder).toString();
        System.arraycopy(more, 0, arguments, 2, more.length);
        return CommandRun.in(folder, arguments);
    }

    private static FixtureConfig config() {
        return FixtureConfig.named("small")
                .combo(
                        "{ \"name\": \"w2\", \"isl\": 1000, \"osl\": 101, \"goodput_slo\": { \"ttft_ms\": 500, \"tpot_ms\": 25 } }")
                .cell("w1", 1)
                .cell("w2", 4)
                .requests(40)
                .limits("w1-conc1", "{ \"mean_ttft_ms\": { \"kind\": \"max_ms\", \"value\": 60000 } }")
                .limits("w2-conc4", "{ \"output_throughput\": { \"kind\": \"min\", \"value\": 10 } }");
    }

    @Test
    void F9aPlanNamesCellsTiersTagsAndLimitsAndGuessesTime() {
        CommandRun plan = plan(config());

        assertThat(plan.exitCode()).as(plan.toString()).isZero();
        assertThat(plan.out())
                .contains("w1-conc1: tiers throughput, ttft, tpot, latency, health, record")
                .contains("w2-conc4: tiers throughput, ttft, tpot, latency, health, goodput, record")
                .contains("-Dgroups='w2-conc4'")
                .contains("mean_ttft_ms at most 60000 ms, ")
                .contains("output_throughput at least 10 tok/s")
                .contains("small_threshold.json:")
                .contains("2 cells, 82 requests, warm-up among them")
                .contains("No server was touched.");
        assertThat(folder.resolve("target")).doesNotExist();
    }

    @ParameterizedTest
    @ValueSource(strings = {"simulated_quickstrt", "simulated_quickstrt.json", "configs/simulated_quickstrt.json"})
    void aShippedConfigWithASlipInItsNameIsOfferedWithoutIt(String slip) {
        CommandRun plan = CommandRun.in(folder, "plan", "--config", slip);

        assertThat(plan.exitCode()).as(plan.toString()).isEqualTo(2);
        assertThat((plan.out() + plan.err()).replaceAll("\\s+", " "))
                .contains(slip + ": does not exist; did you mean simulated_quickstart?");
    }

    @Test
    void aCopyOfAShippedConfigIsOfferedByItsPath() throws IOException {
        Files.createDirectories(folder.resolve("configs"));
        Files.writeString(folder.resolve("configs/simulated_quickstart.json"), "{}");

        assertThat(CommandRun.in(folder, "plan", "--config", "simulated_quickstrt")
                        .toString()
                        .replaceAll("\\s+", " "))
                .contains("did you mean configs/simulated_quickstart.json?");
    }

    @Test
    void whatIsPlannedIsToldToAProgramToo() {
        JsonNode plan = JsonMapper.shared().readTree(plan(config(), "--json").out());

        JsonNode cell = plan.at("/targets/0/cells/1");
        assertThat(cell.path("id").asString()).isEqualTo("w2-conc4");
        assertThat(cell.path("tags").valueStream().map(JsonNode::asString))
                .containsSubsequence("small", "cell_metrics", "w2-conc4", "w2", "conc4", "goodput");
        assertThat(cell.path("requests").asInt()).isEqualTo(40);
        assertThat(cell.at("/limits/0/metric").asString()).isEqualTo("output_throughput");
        assertThat(cell.at("/limits/0/enforced").asBoolean()).isTrue();
        // 40 requests by 4 users are 10 rounds, one more warms up; each takes 500 ms and 100 more tokens of 25 ms.
        assertThat(cell.at("/estimate/seconds").asDouble()).isEqualTo(11 * 3.0);
        assertThat(cell.at("/estimate/prompt_tokens").asLong()).isEqualTo(41 * 1000);
        assertThat(cell.at("/estimate/completion_tokens").asLong()).isEqualTo(41 * 101);
        assertThat(plan.at("/estimate/requests").asLong()).isEqualTo(82);
    }

    @Test
    void aTagExpressionLeavesWhatItChooses() {
        JsonNode plan = JsonMapper.shared()
                .readTree(plan(config(), "--json", "--groups", "w2 & (ttft | health)")
                        .out());

        assertThat(plan.at("/targets/0/cells").size()).isEqualTo(1);
        assertThat(plan.at("/targets/0/cells/0/tiers").valueStream().map(JsonNode::asString))
                .containsExactly("ttft", "health");
        assertThat(plan.at("/targets/0/cells_of_config").asInt()).isEqualTo(2);
        assertThat(plan.path("groups").asString()).isEqualTo("w2 & (ttft | health)");
    }

    @Test
    void anExpressionThatChoosesNothingIsAProblem() {
        CommandRun plan = plan(config(), "--groups", "w3");

        assertThat(plan.exitCode()).isEqualTo(2);
        assertThat(plan.words())
                .contains("-Dgroups='w3' chooses no row; did you mean ")
                .doesNotContain("the tags are");
    }

    @Test
    void ofManyTagsAFewAreNamedWhereNoneIsNear() {
        FixtureConfig many = config().recordOnly();
        for (int users = 10; users < 40; users++) {
            many.cell("w1", users);
        }

        CommandRun plan = plan(many, "--groups", "somethingQuiteElse");

        assertThat(plan.words())
                .containsPattern("chooses no row; the tags are (\\S+, ){11}\\S+ and \\d+ more")
                .doesNotContain("conc39");
    }

    @Test
    void aProblemIsToldWithItsLineAndEndsWithTwo() {
        CommandRun plan = plan(config().params("\"num_promts\": 4"));

        assertThat(plan.exitCode()).isEqualTo(2);
        assertThat(plan.words()).contains("small.json:").contains("num_promts").contains("num_prompts");
    }

    @Test
    void severalConfigsAreSummedUp() {
        Path first = config().writeTo(folder.resolve("a"));
        Path second = FixtureConfig.named("other")
                .cell("w1", 1)
                .requests(10)
                .recordOnly()
                .writeTo(folder.resolve("b"));

        JsonNode plan = JsonMapper.shared()
                .readTree(CommandRun.of("plan", "--json", first.toString(), second.toString())
                        .out());

        assertThat(plan.path("targets")
                        .valueStream()
                        .map(target -> target.path("name").asString()))
                .containsExactly("small", "other");
        assertThat(plan.at("/estimate/requests").asLong()).isEqualTo(82 + 11);
    }

    @Test
    void aCellByTheClockTakesThatLongAndHasNoNumberOfRequests() throws IOException {
        Path config = FixtureConfig.named("timed")
                .cell("w1", 2)
                .params("\"duration_s\": 30")
                .recordOnly()
                .writeTo(folder);
        Files.writeString(config, Files.readString(config).replace("\"num_prompts\": 8,", ""));

        JsonNode plan = JsonMapper.shared()
                .readTree(CommandRun.of("plan", "--json", config.toString()).out());

        JsonNode cell = plan.at("/targets/0/cells/0");
        assertThat(cell.path("requests").isNull()).as(plan.toString()).isTrue();
        assertThat(cell.at("/estimate/prompt_tokens").isNull()).isTrue();
        assertThat(cell.at("/estimate/seconds").asDouble()).isBetween(30.0, 31.0);
    }
}
