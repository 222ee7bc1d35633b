package atlas.validation.lifecycle;

import static org.assertj.core.api.Assertions.assertThat;

import atlas.validation.record.CellRecord;
import atlas.validation.record.Status;
import atlas.validation.testing.EngineRun;
import atlas.validation.testing.FixtureConfig;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Prompts from a file, on the simulator, which counts words. */
@Timeout(120)
class DatasetIT {

    /** The template of the simulator, and the mark in front of a prompt, which is one word. */
    private static final int AROUND = 7 + 1;

    @TempDir
    private Path folder;

    @Test
    void theServerGetsThePromptsOfTheFileWithTheLimitsOfTheFile() throws IOException {
        EngineRun run = run("{\"prompt\": \"one two three\", \"osl\": 5}\n{\"prompt\": \"one\", \"osl\": 3}\n");

        CellRecord cell = run.record().targets().getFirst().cells().getFirst();
        assertThat(run.red()).isEmpty();
        assertThat(cell.workload()).isEqualTo("dataset");
        assertThat(cell.counts().succeeded()).isEqualTo(8);
        assertThat(cell.metrics().get("mean_isl")).isEqualTo(2.0 + AROUND);
        assertThat(cell.metrics().get("mean_osl")).isEqualTo(4.0);
    }

    @Test
    void aLineThatIsNoPromptEndsTheCellWithItsPlace() throws IOException {
        EngineRun run = run("{\"prompt\": \"one\"}\n{\"question\": \"two\"}\n");

        assertThat(run.red()).contains("atlas_inference[d-conc2]");
        assertThat(run.row("atlas_inference[d-conc2]"))
                .contains("prompts.jsonl:2: the line has no prompt that is a string with text, and no messages");
        assertThat(run.record().status()).isEqualTo(Status.ERROR);
    }

    private EngineRun run(String lines) throws IOException {
        Files.writeString(folder.resolve("prompts.jsonl"), lines);
        Path config = FixtureConfig.named("data")
                .combo(
                        "{ \"name\": \"d\", \"workload\": \"dataset\", \"file\": \"prompts.jsonl\", \"force_length\": true }")
                .cell("d", 2)
                .recordOnly()
                .writeTo(folder);
        return EngineRun.of(config, folder.resolve("runs"));
    }
}
