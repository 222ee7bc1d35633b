package atlas.validation.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import atlas.validation.config.Functional;
import atlas.validation.probe.Probes;
import atlas.validation.record.RunRecord;
import atlas.validation.record.Status;
import atlas.validation.record.TargetRecord;
import atlas.validation.report.RecordJson;
import atlas.validation.testing.FixtureConfig;
import atlas.validation.testing.MavenProject;
import atlas.validation.testing.MavenProject.Row;
import atlas.validation.testing.MavenProject.Run;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What a user of Maven gets: the exit, the rows of the report, the lines on the console. */
class MavenIT {

    private static final List<String> TIERS = List.of("throughput", "ttft", "tpot", "latency", "health", "record");
    private static final String EASY = "{ \"mean_ttft_ms\": { \"kind\": \"max_ms\", \"value\": 60000 },"
            + " \"success_rate\": { \"kind\": \"min\", \"value\": 1 } }";

    @TempDir
    private static Path folder;

    private static MavenProject project;
    private static String one;

    @BeforeAll
    static void makeProject() {
        project = MavenProject.in(folder);
        one = fixture("one")
                .limits("w1-conc1", EASY)
                .limits("w1-conc2", EASY)
                .writeTo(folder.resolve("one"))
                .toString();
    }

    private static FixtureConfig fixture(String name) {
        return FixtureConfig.named(name)
                .cell("w1", 1)
                .cell("w1", 2)
                .functional("{ \"api_smoke\": true, \"cold_start\": true }");
    }

    @Test
    void F9aPlanIsToldInOneRowAndNothingIsStartedOrLeft() {
        Run run = project.validate("-Dconfig=" + one, "-Dplan.only=true", "-Druns.dir=" + folder.resolve("planned"));

        assertThat(run.exitCode()).as(run.output()).isZero();
        assertThat(run.names()).containsExactly("configuration");
        assertThat(run.row("configuration").result()).isEqualTo("passed");
        assertThat(run.output())
                .contains("-Dgroups='w1-conc2'")
                .contains("2 cells, ")
                .contains("No server was touched.")
                .doesNotContain("launch_container");
        assertThat(folder.resolve("planned")).doesNotExist();
    }

    @Test
    void aPlanOfAConfigWithAProblemFails() {
        Run run = project.validate("-Dconfig=absent.json", "-Dplan.only");

        assertThat(run.exitCode()).isNotZero();
        assertThat(run.row("configuration").message()).contains("absent.json: does not exist");
    }

    @Test
    void withoutFilterEveryRowIsReportedOnce() {
        Run run = project.validate("-Dconfig=" + one);

        int probes =
                Probes.of(new Functional(true, false, false, true, false, null)).size();

        assertThat(run.exitCode()).as(run.output()).isZero();
        assertThat(run.names())
                .doesNotHaveDuplicates()
                .hasSize(1 + 5 + 1 + probes + 2 * (1 + TIERS.size()) + 2 + 1)
                .startsWith("configuration", "launch_container")
                .endsWith("print_results_table", "teardown", "run_deck");
        assertThat(run.rows()).extracting(Row::className).containsOnly("atlas.validation.AtlasValidationIT");
        assertThat(run.row("setup_sshd").result()).isEqualTo("skipped");
        assertThat(run.row("cell_metrics[w1-conc2-ttft]").result()).isEqualTo("passed");
        assertThat(run.row("cell_metrics[w1-conc2-record]").message()).startsWith("record: ");
        assertThat(run.output()).contains("run_deck.html").contains("SIMULATED");
        assertThat(record().status()).isEqualTo(Status.PASS);
        assertThat(record().exitCode()).isZero();
    }

    /** One target and one tier are left of two, and what missed there is on record only: no failure of the build. */
    @Test
    void bothFiltersReachTheEngineAndAMissThatIsOnRecordOnlyIsNoPass() {
        String watched = fixture("watched")
                .recordOnly()
                .limits("w1-conc1", "{ \"output_throughput\": { \"kind\": \"min_tok_s\", \"value\": 1e9 } }")
                .writeTo(folder.resolve("watched"))
                .toString();

        Run run = project.validate(
                "-Dconfig=" + one + "," + watched,
                "-Dgroups=w1-conc1 & (throughput | ttft)",
                "-DexcludedGroups=one | ttft");

        assertThat(run.exitCode()).as(run.output()).isZero();
        assertThat(run.names())
                .containsExactly(
                        "configuration",
                        "watched/launch_container",
                        "watched/setup_sshd",
                        "watched/discover_topology",
                        "watched/model_fetch",
                        "watched/server_health",
                        "watched/atlas_inference[w1-conc1]",
                        "watched/cell_metrics[w1-conc1-throughput]",
                        "watched/print_results_table",
                        "watched/teardown",
                        "run_deck");
        Row missed = run.row("watched/cell_metrics[w1-conc1-throughput]");
        assertThat(missed.result()).isEqualTo("skipped");
        assertThat(missed.message()).startsWith("record: would fail 1 of 1");
        assertThat(record().status()).isEqualTo(Status.RECORD);
    }

    /** The first target misses a limit, the second never starts: neither spoils what the other rows say. */
    @Test
    void aMissedGateFailsItsRowAloneAndAFailedLaunchSkipsWhatNeedsTheServer() {
        String slow = fixture("slow")
                .limits("w1-conc1", "{ \"output_throughput\": { \"kind\": \"min_tok_s\", \"value\": 1e9 } }")
                .limits("w1-conc2", EASY)
                .writeTo(folder.resolve("slow"))
                .toString();
        String dead = fixture("dead")
                .limits("w1-conc1", EASY)
                .limits("w1-conc2", EASY)
                .simulator("--sim-fail", "exit-at-start")
                .writeTo(folder.resolve("dead"))
                .toString();

        Run run = project.validate("-Dconfig=" + slow + "," + dead);

        assertThat(run.exitCode()).isNotZero();
        assertThat(run.names()).doesNotHaveDuplicates();
        assertThat(run.rows())
                .filteredOn(
                        row -> row.result().equals("failure") || row.result().equals("error"))
                .extracting(Row::name, Row::result)
                .containsExactly(
                        tuple("slow/cell_metrics[w1-conc1-throughput]", "failure"),
                        tuple("dead/launch_container", "error"));
        assertThat(run.output())
                .contains("output_throughput")
                .contains("is below 1000000000 tok/s (-100.0 %) in w1-conc1 [throughput]")
                .contains("slow_threshold.json:2");
        assertThat(run.row("dead/launch_container").message()).contains("exit code 1");
        assertThat(run.row("dead/cell_metrics[w1-conc1-ttft]").result()).isEqualTo("skipped");
        assertThat(run.row("dead/cell_metrics[w1-conc1-ttft]").message()).contains("launch_container failed");
        assertThat(run.row("dead/teardown").result()).isEqualTo("passed");
        assertThat(record().exitCode()).isEqualTo(3);
        assertThat(record().targets()).extracting(TargetRecord::status).containsExactly(Status.FAIL, Status.ERROR);
        assertThat(record().targets().getLast().cells()).hasSize(2).allMatch(cell -> cell.status() == Status.SKIPPED);
    }

    private static RunRecord record() {
        return RecordJson.read(folder.resolve("target/atlas-runs/latest/run.json"));
    }
}
