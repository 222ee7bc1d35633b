package atlas.validation.engine;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;

import atlas.validation.record.CellRecord;
import atlas.validation.record.Evaluation.Answer;
import atlas.validation.record.Evaluation.Item;
import atlas.validation.record.TargetRecord;
import atlas.validation.record.TierRecord;
import atlas.validation.testing.EngineRun;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** The shipped evaluation, run for real: the twin of those for a GPU, with the simulator in place of the server. */
@Timeout(300)
class EvaluationIT {

    @TempDir
    private Path folder;

    @Test
    void theShippedEvaluationAnswersEveryLineThatASimulatorCan() throws IOException {
        EngineRun run = EngineRun.of(Path.of("configs", "simulated_evaluation.json"), folder.resolve("runs"));

        assertThat(run.red()).isEmpty();
        TargetRecord target = run.record().targets().getFirst();
        List<Item> items = requireNonNull(run.record().evaluation()).checklist();
        assertThat(items).filteredOn(item -> item.answer() == Answer.NO).isEmpty();
        assertThat(items)
                .filteredOn(item -> item.answer() == Answer.NOT_MEASURED)
                .extracting(Item::question)
                .containsExactlyInAnyOrder("Its CUDA kernels run on this GPU", "It is compared with another server");
        assertThat(target.cells()).allSatisfy(cell -> {
            assertThat(cell.counts().failed()).isZero();
            assertThat(cell.metrics()).containsEntry("correctness_ratio", 1.0);
        });
        assertThat(tiers(cell(target, "prefix_cache-conc1"))).contains("prefix", "correctness");
        assertThat(tiers(cell(target, "tool_call-conc1"))).contains("tools");
        assertThat(tiers(cell(target, "short_answer-conc16"))).doesNotContain("prefix", "tools");
        assertThat(cell(target, "tool_call-conc1").metrics()).containsEntry("tool_call_success", 1.0);
        assertThat(requireNonNull(cell(target, "prefix_cache-conc1").metrics().get("warm_cached_ratio")))
                .isGreaterThan(0.8);
        assertThat(cell(target, "conversation-conc4").metrics().get("last_turn_ttft_ms"))
                .isPositive();
        assertThat(cell(target, "conversation-conc4").counts().succeeded()).isEqualTo(16);
        List<JsonNode> rows = rows(folder.resolve("runs").resolve(run.record().runId()));
        assertThat(rows)
                .filteredOn(row -> row.path("cell").asString().equals("tool_call-conc1"))
                .allSatisfy(row ->
                        assertThat(row.path("tool").path("emit_ms").isNumber()).isTrue());
        assertThat(rows)
                .filteredOn(row -> row.path("cell").asString().equals("conversation-conc1"))
                .extracting(row -> row.path("turn").asInt())
                .contains(0, 1, 2, 3);
    }

    private static CellRecord cell(TargetRecord target, String id) {
        return target.cells().stream()
                .filter(cell -> cell.id().equals(id))
                .findFirst()
                .orElseThrow();
    }

    private static List<String> tiers(CellRecord cell) {
        return cell.tiers().stream().map(TierRecord::name).toList();
    }

    private static List<JsonNode> rows(Path run) throws IOException {
        return Files.readAllLines(run.resolve("requests.jsonl")).stream()
                .map(line -> new JsonMapper().readTree(line))
                .toList();
    }
}
