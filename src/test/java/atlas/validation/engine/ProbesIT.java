package atlas.validation.engine;

import static org.assertj.core.api.Assertions.assertThat;

import atlas.validation.record.ProbeRecord;
import atlas.validation.record.Status;
import atlas.validation.testing.EngineRun;
import atlas.validation.testing.FixtureConfig;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Every probe on a server that does all as it should, through the engine. */
class ProbesIT {

    private static final String ALL = "{ \"api_smoke\": true, \"health_check\": true, \"tool_calls\": true,"
            + " \"correctness\": true, \"enforce_probes\": true }";

    @TempDir
    private Path folder;

    @Test
    void aServerThatWorksPassesEveryProbeThatItIsNotKnownToLack() {
        Path config = FixtureConfig.named("works")
                .functional(ALL)
                .cell("w1", 4)
                .limits("w1-conc4", "{ \"correctness_ratio\": { \"kind\": \"min\", \"value\": 1 } }")
                .writeTo(folder);

        EngineRun run = EngineRun.of(config, folder.resolve("runs"));

        run.rows().forEach((k, v) -> System.out.println("ROW " + k + " = " + v));
        run.record().targets().getFirst().probes().forEach(p -> System.out.println("PROBE " + p.name() + " " + p.status() + " " + p.message()));
        assertThat(run.red()).isEmpty();
        assertThat(run.record().targets().getFirst().probes())
                .filteredOn(probe -> probe.status() != Status.PASS)
                .extracting(ProbeRecord::name)
                .containsExactly("unknown_model", "wrong_key");
    }
}
