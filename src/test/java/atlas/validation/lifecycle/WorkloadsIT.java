package atlas.validation.lifecycle;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import atlas.validation.record.CellRecord;
import atlas.validation.record.Warning;
import atlas.validation.testing.EngineRun;
import atlas.validation.testing.FixtureConfig;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Workloads whose requests have something to do with one another, through the whole suite and on a real process. */
@Timeout(240)
class WorkloadsIT {

    private static final String PREFIX =
            "{ \"name\": \"p\", \"workload\": \"prefix\", \"prefix_len\": 1024, \"isl\": 1280, \"osl\": 4 }";
    private static final String CHAT =
            "{ \"name\": \"c\", \"workload\": \"multi_turn\", \"turns\": 3, \"isl\": 64, \"osl\": 8, \"think_ms\": 5 }";

    private static final String TOOLS = "{ \"name\": \"t\", \"workload\": \"tools\", \"tool_ref\": \"weather\" }";

    @TempDir
    private Path folder;

    @Test
    void aPrefixCacheShowsInTheRatioAndIsGatedInItsTier() {
        EngineRun run = run(config("cached")
                .combo(PREFIX)
                .cell("p", 1)
                .requests(12)
                .simulator("--enable-prefix-caching")
                .limits("p-conc1", "{ \"warm_ttft_ratio\": { \"kind\": \"max\", \"value\": 0.9, \"min_n\": 2 } }"));

        CellRecord cell = cell(run);
        assertThat(run.red()).isEmpty();
        assertThat(run.row("cell_metrics[p-conc1-prefix]")).isEqualTo("successful");
        assertThat(cell.counts().succeeded()).isEqualTo(12);
        // The simulator's cache has blocks of 16 tokens: what is shared is known to one block.
        assertThat(requireNonNull(cell.metrics().get("warm_cached_ratio")))
                .isCloseTo(1024.0 / 1280, within(16.0 / 1280));
        assertThat(requireNonNull(cell.metrics().get("warm_ttft_ratio"))).isLessThan(0.9);
        assertThat(requireNonNull(cell.metrics().get("mean_isl"))).isEqualTo(1280.0);
        assertThat(codes(cell)).doesNotContain("cached_tokens", "prefix_not_cached", "isl_off_target");
    }

    @Test
    void withoutACacheAWarmPrefixIsSaidToBeAsColdAsACold() {
        EngineRun run = run(config("uncached")
                .combo(PREFIX)
                .cell("p", 2)
                .requests(8)
                .simulator("--sim-prefix-cache", "off")
                .limits("p-conc2", "{ \"warm_ttft_ratio\": { \"kind\": \"max\", \"value\": 0.5, \"min_n\": 2 } }"));

        assertThat(run.red()).containsExactly("cell_metrics[p-conc2-prefix]");
        assertThat(cell(run).metrics().get("warm_cached_ratio")).isEqualTo(0.0);
        assertThat(codes(cell(run))).contains("prefix_not_cached");
    }

    @Test
    void f21AConversationGrowsByWhatWasSaidAndEveryTurnHasItsRow() throws Exception {
        EngineRun run = run(config("talks")
                .combo(CHAT)
                .cell("c", 2)
                .requests(10)
                .simulator("--enable-prefix-caching")
                .limits(
                        "c-conc2",
                        "{ \"last_turn_ttft_ms\": { \"kind\": \"max_ms\", \"value\": 60000, \"min_n\": 2 } }"));

        CellRecord cell = cell(run);
        assertThat(run.red()).isEmpty();
        assertThat(cell.counts().succeeded())
                .as("ten of whole conversations of three")
                .isEqualTo(12);
        assertThat(codes(cell)).doesNotContain("history_off_target", "isl_off_target", "littles_law", "cached_tokens");
        assertThat(requireNonNull(cell.series()).groups())
                .extracting(group -> group.by() + " " + group.name())
                .contains("turn 1", "turn 2", "turn 3");
        List<JsonNode> rows =
                Files.readAllLines(folder.resolve("runs")
                                .resolve(run.record().runId())
                                .resolve("requests.jsonl"))
                        .stream()
                        .map(line -> new JsonMapper().readTree(line))
                        .filter(row -> row.path("phase").asString().equals("measure"))
                        .toList();
        for (JsonNode row : rows) {
            int turn = row.path("turn").asInt();
            // The simulator counts words, 3 tokens a prompt and 4 a message: a turn is 64 at first, and adds a question
            // of 57 words, an answer of 8 and two messages.
            assertThat(row.path("prompt_tokens").asInt()).isEqualTo(64 + turn * (57 + 8 + 2 * 4));
        }
        assertThat(rows).extracting(row -> row.path("turn").asInt()).contains(0, 1, 2);
    }

    @Test
    void aToolCallIsTimedAndGatedInItsTier() {
        EngineRun run = run(config("calls")
                .combo(TOOLS)
                .cell("t", 2)
                .requests(10)
                .limits(
                        "t-conc2",
                        "{ \"tool_call_success\": { \"kind\": \"min\", \"value\": 1 },"
                                + " \"tool_emit_ms\": { \"kind\": \"max_ms\", \"value\": 60000 } }"));

        assertThat(run.red()).isEmpty();
        assertThat(run.row("cell_metrics[t-conc2-tools]")).isEqualTo("successful");
        CellRecord cell = cell(run);
        double named = requireNonNull(cell.metrics().get("tool_name_ms"));
        double emitted = requireNonNull(cell.metrics().get("tool_emit_ms"));
        assertThat(named).isPositive().isLessThan(emitted);
        assertThat(emitted).isLessThanOrEqualTo(requireNonNull(cell.metrics().get("max_e2el_ms")));
        assertThat(codes(cell)).doesNotContain("no_tool_call");
    }

    @Test
    void callsThatAreBrokenInStreamsFailTheirTierAndNoRequest() {
        EngineRun run = run(config("broken")
                .combo(TOOLS)
                .cell("t", 1)
                .simulator("--sim-profile", "broken-streamed-tool-calls")
                .limits("t-conc1", "{ \"tool_call_success\": { \"kind\": \"min\", \"value\": 1 } }"));

        assertThat(run.red()).containsExactly("cell_metrics[t-conc1-tools]");
        assertThat(cell(run).counts().succeeded()).isEqualTo(8);
        assertThat(cell(run).metrics()).containsEntry("tool_call_success", 0.0).containsEntry("tool_emit_ms", null);
        assertThat(cell(run).warnings())
                .filteredOn(warning -> warning.code().equals("no_tool_call"))
                .singleElement()
                .extracting(Warning::message)
                .asString()
                .contains("8 of 8 answers", "'city' is missing");
    }

    @Test
    void aServerThatRefusesToolsFailsTheCellWithItsOwnWords() {
        EngineRun run = run(config("refuses")
                .combo(TOOLS)
                .cell("w1", 1)
                .cell("t", 1)
                .simulator("--sim-profile", "refuses-tools")
                .limits("w1-conc1", "{ \"failed\": { \"kind\": \"max\", \"value\": 0 } }")
                .limits("t-conc1", "{ \"tool_call_success\": { \"kind\": \"min\", \"value\": 1 } }"));

        assertThat(run.red()).contains("atlas_inference[t-conc1]", "cell_metrics[t-conc1-tools]");
        assertThat(run.failures().get("atlas_inference[t-conc1]")).hasMessageContaining("HTTP 400");
        assertThat(run.row("cell_metrics[w1-conc1-health]")).isEqualTo("successful");
    }

    private static FixtureConfig config(String name) {
        // Slow enough that what a cache spares outweighs whatever else the machine does.
        return FixtureConfig.named(name).simulator("--sim-prefill-tokens-per-second", "20000");
    }

    private EngineRun run(FixtureConfig config) {
        return EngineRun.of(config.writeTo(folder), folder.resolve("runs"));
    }

    private static CellRecord cell(EngineRun run) {
        return run.record().targets().getFirst().cells().getFirst();
    }

    private static List<String> codes(CellRecord cell) {
        return cell.warnings().stream().map(Warning::code).toList();
    }
}
