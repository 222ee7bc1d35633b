package atlas.validation.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.InstanceOfAssertFactories.STRING;

import atlas.validation.record.Warning;
import atlas.validation.testing.EngineRun;
import atlas.validation.testing.FixtureConfig;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** {@code {run_dir}} in a config reaches the server as the folder of the run. */
@Timeout(120)
class RunDirIT {

    @TempDir
    private Path folder;

    @Test
    void aServersArgumentsNameTheFolderOfTheRun() {
        Path config = FixtureConfig.named("a")
                .simulator("--served-model-name", "{run_dir}/model")
                .cell("w1", 1)
                .recordOnly()
                .writeTo(folder);
        Path runs = folder.resolve("runs");

        EngineRun run = EngineRun.of(config, runs);

        assertThat(run.record().targets().getFirst().warnings())
                .filteredOn(warning -> warning.code().equals("model_not_listed"))
                .singleElement()
                .extracting(Warning::message, STRING)
                .endsWith(" serves %s/model, and not 'simulated/fixture'"
                        .formatted(runs.resolve(run.record().runId())));
    }
}
