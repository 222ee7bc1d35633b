package atlas.validation.engine;

import static org.assertj.core.api.Assertions.assertThat;

import atlas.validation.record.RunRecord;
import atlas.validation.record.Selection;
import atlas.validation.record.Status;
import atlas.validation.simulator.Simulator;
import atlas.validation.simulator.SimulatorOptions;
import atlas.validation.testing.EngineRun;
import atlas.validation.testing.FixtureConfig;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** What is run, told and recorded under tag expressions that the engine applies itself, as it does under Maven. */
@Timeout(120)
class FiltersIT {

    private static final String EASY = "{ \"mean_ttft_ms\": { \"kind\": \"max_ms\", \"value\": 60000 },"
            + " \"success_rate\": { \"kind\": \"min\", \"value\": 1 } }";

    @TempDir
    private static Path folder;

    private static Simulator simulator;
    private static String one;
    private static String two;

    @BeforeAll
    static void start() {
        simulator = Simulator.start(SimulatorOptions.of("simulated/running"));
        one = fixture("one");
        two = fixture("two");
    }

    @AfterAll
    static void stop() {
        simulator.close();
    }

    private static String fixture(String name) {
        return FixtureConfig.named(name)
                .model("simulated/running")
                .runningAt(simulator.baseUrl())
                .cell("w1", 1)
                .cell("w1", 2)
                .functional("{ \"api_smoke\": true, \"cold_start\": true }")
                .limits("w1-conc1", EASY)
                .limits("w1-conc2", EASY)
                .writeTo(folder.resolve(name))
                .toString();
    }

    @Test
    void aCell() {
        EngineRun run = green(one, "groups", "w1-conc2");

        assertThat(names(run))
                .contains("launch_container", "server_health", "atlas_inference[w1-conc2]", "teardown", "run_deck")
                .noneMatch(name -> name.contains("conc1") || name.startsWith("api_") || name.equals("cold_start"));
        Selection selection = run.record().selection();
        assertThat(selection.cells()).containsExactly("w1-conc2");
        assertThat(selection.of()).isEqualTo(2);
        assertThat(selection.groups()).isEqualTo("w1-conc2");
        assertThat(run.record().targets().getFirst().cells()).hasSize(1);
    }

    @Test
    void aCellAndATier() {
        EngineRun run = green(one, "groups", "w1-conc1 & ttft");

        assertThat(names(run).stream().filter(name -> name.startsWith("cell_metrics")))
                .containsExactly("cell_metrics[w1-conc1-ttft]");
    }

    @Test
    void aCellATierAndAConfigOfTwo() {
        EngineRun run = green(one + "," + two, "groups", "two & w1-conc1 & health");

        assertThat(names(run))
                .containsExactly(
                        "configuration",
                        "two/launch_container",
                        "two/setup_sshd",
                        "two/discover_topology",
                        "two/model_fetch",
                        "two/server_health",
                        "two/atlas_inference[w1-conc1]",
                        "two/cell_metrics[w1-conc1-health]",
                        "two/print_results_table",
                        "two/teardown",
                        "run_deck");
    }

    @Test
    void twoConfigsAreTwoSectionsAndAComparison() {
        EngineRun run = green(one + "," + two, "groups", "w1-conc1");

        assertThat(run.row("compare[one vs two]")).startsWith("skipped: record: 1 ");
        RunRecord record = run.record();
        assertThat(record.targets()).extracting("name").containsExactly("one", "two");
        assertThat(record.targets()).allMatch(target -> target.simulated());
        assertThat(record.comparison()).isNotNull();
        assertThat(record.comparison().others().getFirst().cells()).hasSize(1);
    }

    @Test
    void anExcludedCell() {
        EngineRun run = green(one, "excludedGroups", "w1-conc1");

        assertThat(names(run))
                .contains("atlas_inference[w1-conc2]", "cold_start", "api_conformance[chat]", "teardown")
                .noneMatch(name -> name.contains("conc1"));
    }

    @Test
    void anExcludedTier() {
        EngineRun run = green(one, "excludedGroups", "ttft");

        assertThat(names(run))
                .contains("atlas_inference[w1-conc1]", "cell_metrics[w1-conc1-tpot]", "launch_container")
                .noneMatch(name -> name.endsWith("-ttft]"));
    }

    @Test
    void allButOneConfig() {
        EngineRun run = green(one + "," + two, "groups", "!one & w1-conc1");

        assertThat(names(run)).contains("two/launch_container").noneMatch(name -> name.startsWith("one/"));
    }

    @Test
    void aTypoInTheFilterIsRedAndNamesWhatIsNear() {
        EngineRun run = run(one, "groups", "w1-conc22");

        assertThat(run.red()).containsExactly("configuration");
        assertThat(names(run)).containsExactly("configuration");
        assertThat(run.row("configuration"))
                .contains("w1-conc22", "did you mean w1-conc2")
                .doesNotContain("cell_metrics");
        assertThat(run.record().exitCode()).isEqualTo(2);
        assertThat(run.record().targets()).isEmpty();
    }

    private static EngineRun green(String config, String... knobs) {
        EngineRun run = run(config, knobs);
        assertThat(run.red()).isEmpty();
        assertThat(run.record().status()).isEqualTo(Status.PASS);
        assertThat(run.record().exitCode()).isZero();
        return run;
    }

    private static EngineRun run(String config, String... knobs) {
        return EngineRun.withoutFilter(config, folder.resolve("runs"), knobs);
    }

    private static List<String> names(EngineRun run) {
        return List.copyOf(run.rows().keySet());
    }
}
