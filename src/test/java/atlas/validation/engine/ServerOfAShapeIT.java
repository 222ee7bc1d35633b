package atlas.validation.engine;

import static org.assertj.core.api.Assertions.assertThat;

import atlas.validation.record.CellRecord;
import atlas.validation.testing.EngineRun;
import atlas.validation.testing.FixtureConfig;
import java.nio.file.Path;
import org.assertj.core.util.Files;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** {@code params.reuse_server_across_sweep}: one launch for the sweep, or one for each shape of it. */
@Timeout(120)
class ServerOfAShapeIT {

    private static final String OTHER_SHAPE = "{ \"name\": \"w2\", \"isl\": 24, \"osl\": 8 }";

    @TempDir
    private Path folder;

    @Test
    void eachShapeHasAServerOfItsOwnWhereTheConfigAsksForIt() {
        EngineRun run = run(false);

        assertThat(run.red()).isEmpty();
        assertThat(starts()).as("one for w1 with both its cells, one for w2").isEqualTo(2);
        assertThat(run.record().targets().getFirst().cells())
                .extracting(CellRecord::id)
                .containsExactly("w1-conc1", "w1-conc2", "w2-conc1");
        assertThat(run.record().targets().getFirst().cells())
                .allSatisfy(cell -> assertThat(cell.counts().succeeded()).isEqualTo(8));
    }

    @Test
    void elseOneServerServesTheWholeSweep() {
        assertThat(run(true).red()).isEmpty();
        assertThat(starts()).isEqualTo(1);
    }

    private EngineRun run(boolean reuse) {
        Path config = FixtureConfig.named("shapes")
                .combo(OTHER_SHAPE)
                .cell("w1", 1)
                .cell("w1", 2)
                .cell("w2", 1)
                .params("\"reuse_server_across_sweep\": " + reuse)
                .recordOnly()
                .writeTo(folder);
        return EngineRun.of(config, folder.resolve("runs"));
    }

    private int starts() {
        return Files.contentOf(
                                folder.resolve("runs/latest/logs/shapes/server.log")
                                        .toFile(),
                                "UTF-8")
                        .split("Listening on", -1)
                        .length
                - 1;
    }
}
