package atlas.validation.engine;

import static org.assertj.core.api.Assertions.assertThat;

import atlas.validation.record.TargetRecord;
import atlas.validation.testing.EngineRun;
import atlas.validation.testing.FixtureConfig;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Many models by one glob: each is booted in turn, and one table has them all. */
@Timeout(240)
class ModelSweepIT {

    private static final String SHORT =
            "{ \"name\": \"short_answer\", \"workload\": \"prompt\", \"prompt_ref\": \"short_answer\" }";

    @TempDir
    private Path folder;

    @Test
    void oneModelThatDoesNotStartKeepsNoOtherFromItsRow() throws IOException {
        config("model_a", "simulated/small").writeTo(folder);
        config("model_b", "simulated/other-gpu")
                .simulator("--sim-profile", "no-kernels")
                .writeTo(folder);
        config("model_c", "simulated/large")
                .simulator("--sim-decode-step-ms", "4")
                .writeTo(folder);

        EngineRun run = EngineRun.of(folder.resolve("model_?.json"), folder.resolve("runs"));

        assertThat(run.record().targets())
                .extracting(TargetRecord::name)
                .containsExactly("model_a", "model_b", "model_c");
        assertThat(run.red()).contains("model_b/launch_container");
        List<String> table = table(Files.readAllLines(
                folder.resolve("runs").resolve(run.record().runId()).resolve("summary.md")));
        assertThat(table.getFirst())
                .isEqualTo("| Model | Server | Cold start (s) | TTFT p50 (ms) | 1 user | 2 users | Verdict |");
        assertThat(table).hasSize(5);
        assertThat(table.get(2)).matches("\\| simulated/small \\| atlas \\|( [\\d.]+ \\|){4} works \\|");
        assertThat(table.get(3)).isEqualTo("| simulated/other-gpu | atlas | - | - | - | - | does not run here |");
        assertThat(table.get(4)).matches("\\| simulated/large \\| atlas \\|( [\\d.]+ \\|){4} works \\|");
    }

    private static List<String> table(List<String> summary) {
        int title = summary.indexOf("### Side by side: output tok/s of `short_answer` by users");
        assertThat(title).as(String.join("\n", summary)).isPositive();
        return summary.subList(title + 2, title + 7);
    }

    private static FixtureConfig config(String name, String model) {
        return FixtureConfig.named(name)
                .model(model)
                .recordOnly()
                .combo(SHORT)
                .cell("short_answer", 1)
                .cell("short_answer", 2)
                .functional("{ \"cold_start\": true }");
    }
}
