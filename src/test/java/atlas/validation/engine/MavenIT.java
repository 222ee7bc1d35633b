package atlas.validation.engine;

import static org.assertj.core.api.Assertions.assertThat;

import atlas.validation.config.Functional;
import atlas.validation.probe.Probes;
import atlas.validation.record.RunRecord;
import atlas.validation.record.Status;
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
    private static String two;

    @BeforeAll
    static void makeProject() {
        project = MavenProject.in(folder);
        one = easy("one");
        two = easy("two");
    }

    private static String easy(String name) {
        return fixture(name)
                .limits("w1-conc1", EASY)
                .limits("w1-conc2", EASY)
                .writeTo(folder.resolve(name))
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

    @Test
    void aCell() {
        Run run = project.validate("-Dconfig=" + one, "-Dgroups=w1-conc2");

        assertThat(run.exitCode()).as(run.output()).isZero();
        assertThat(run.names())
                .contains("launch_container", "server_health", "atlas_inference[w1-conc2]", "teardown", "run_deck")
                .noneMatch(name -> name.contains("conc1") || name.startsWith("api_") || name.equals("cold_start"));
        assertThat(record().selection().cells()).containsExactly("w1-conc2");
        assertThat(record().selection().of()).isEqualTo(2);
        assertThat(record().selection().groups()).isEqualTo("w1-conc2");
        assertThat(record().targets().getFirst().cells()).hasSize(1);
    }

    @Test
    void aCellAndATier() {
        Run run = project.validate("-Dconfig=" + one, "-Dgroups=w1-conc1 & ttft");

        assertThat(run.exitCode()).as(run.output()).isZero();
        assertThat(run.names().stream().filter(name -> name.startsWith("cell_metrics")))
                .containsExactly("cell_metrics[w1-conc1-ttft]");
    }

    @Test
    void aCellATierAndAConfigOfTwo() {
        Run run = project.validate("-Dconfig=" + one + "," + two, "-Dgroups=two & w1-conc1 & health");

        assertThat(run.exitCode()).as(run.output()).isZero();
        assertThat(run.names())
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
        Run run = project.validate("-Dconfig=" + one + "," + two, "-Dgroups=w1-conc1");

        assertThat(run.exitCode()).as(run.output()).isZero();
        assertThat(run.names()).doesNotHaveDuplicates();
        assertThat(run.row("compare[one vs two]").message()).startsWith("record: 1 ");
        RunRecord record = record();
        assertThat(record.targets()).extracting("name").containsExactly("one", "two");
        assertThat(record.targets()).allMatch(target -> target.simulated());
        assertThat(record.comparison()).isNotNull();
        assertThat(record.comparison().others().getFirst().cells()).hasSize(1);
    }

    @Test
    void anExcludedCell() {
        Run run = project.validate("-Dconfig=" + one, "-DexcludedGroups=w1-conc1");

        assertThat(run.exitCode()).as(run.output()).isZero();
        assertThat(run.names())
                .contains("atlas_inference[w1-conc2]", "cold_start", "api_conformance[chat]", "teardown")
                .noneMatch(name -> name.contains("conc1"));
    }

    @Test
    void anExcludedTier() {
        Run run = project.validate("-Dconfig=" + one, "-DexcludedGroups=ttft");

        assertThat(run.exitCode()).as(run.output()).isZero();
        assertThat(run.names())
                .contains("atlas_inference[w1-conc1]", "cell_metrics[w1-conc1-tpot]", "launch_container")
                .noneMatch(name -> name.endsWith("-ttft]"));
    }

    @Test
    void allButOneConfig() {
        Run run = project.validate("-Dconfig=" + one + "," + two, "-Dgroups=!one & w1-conc1");

        assertThat(run.exitCode()).as(run.output()).isZero();
        assertThat(run.names()).contains("two/launch_container").noneMatch(name -> name.startsWith("one/"));
    }

    @Test
    void aTypoInTheFilterIsRedAndNamesWhatIsNear() {
        Run run = project.validate("-Dconfig=" + one, "-Dgroups=w1-conc22");

        assertThat(run.exitCode()).isNotZero();
        assertThat(run.names()).containsExactly("configuration");
        assertThat(run.row("configuration").message())
                .contains("w1-conc22", "did you mean w1-conc2", "cell_metrics", "ttft");
        assertThat(record().exitCode()).isEqualTo(2);
        assertThat(record().targets()).isEmpty();
    }

    @Test
    void anExpressionThatCannotBeReadIsRedAndSaysWhy() {
        Run run = project.validate("-Dconfig=" + one, "-Dgroups=w1 ttft");

        assertThat(run.exitCode()).isNotZero();
        assertThat(run.row("configuration").message()).contains("-Dgroups='w1 ttft' is no tag expression");
        assertThat(record().exitCode()).isEqualTo(2);
    }

    @Test
    void aMissedGateFailsItsRowAlone() {
        String config = fixture("slow")
                .limits("w1-conc1", "{ \"output_throughput\": { \"kind\": \"min_tok_s\", \"value\": 1e9 } }")
                .limits("w1-conc2", EASY)
                .writeTo(folder.resolve("slow"))
                .toString();

        Run run = project.validate("-Dconfig=" + config);

        assertThat(run.exitCode()).isNotZero();
        assertThat(run.rows())
                .filteredOn(
                        row -> row.result().equals("failure") || row.result().equals("error"))
                .extracting(Row::name)
                .containsExactly("cell_metrics[w1-conc1-throughput]");
        assertThat(run.row("cell_metrics[w1-conc1-throughput]").result()).isEqualTo("failure");
        assertThat(run.output())
                .contains("output_throughput")
                .contains("is below 1000000000 tok/s (-100.0 %) in w1-conc1 [throughput]")
                .contains("slow_threshold.json:2");
        assertThat(record().status()).isEqualTo(Status.FAIL);
        assertThat(record().exitCode()).isEqualTo(1);
    }

    @Test
    void aFailedLaunchSkipsWhatNeedsTheServer() {
        String config = fixture("dead")
                .limits("w1-conc1", EASY)
                .limits("w1-conc2", EASY)
                .simulator("--sim-fail", "exit-at-start")
                .writeTo(folder.resolve("dead"))
                .toString();

        Run run = project.validate("-Dconfig=" + config);

        assertThat(run.exitCode()).isNotZero();
        assertThat(run.row("launch_container").result()).isEqualTo("error");
        assertThat(run.row("launch_container").message()).contains("exit code 1");
        assertThat(run.row("cell_metrics[w1-conc1-ttft]").result()).isEqualTo("skipped");
        assertThat(run.row("cell_metrics[w1-conc1-ttft]").message()).contains("launch_container failed");
        assertThat(run.row("teardown").result()).isEqualTo("passed");
        assertThat(record().exitCode()).isEqualTo(3);
        assertThat(record().targets().getFirst().cells()).hasSize(2).allMatch(cell -> cell.status() == Status.SKIPPED);
    }

    @Test
    void aMissThatIsOnRecordOnlyIsNoPass() {
        String config = fixture("watched")
                .recordOnly()
                .limits("w1-conc1", "{ \"output_throughput\": { \"kind\": \"min_tok_s\", \"value\": 1e9 } }")
                .writeTo(folder.resolve("watched"))
                .toString();

        Run run = project.validate("-Dconfig=" + config);

        assertThat(run.exitCode()).as(run.output()).isZero();
        assertThat(run.row("cell_metrics[w1-conc1-throughput]").result()).isEqualTo("skipped");
        assertThat(run.row("cell_metrics[w1-conc1-throughput]").message()).startsWith("record: would fail 1 of 1");
        assertThat(record().status()).isEqualTo(Status.RECORD);
    }

    @Test
    void aBrokenConfigIsOneRowWithEveryProblem() {
        String config = FixtureConfig.named("broken")
                .cell("w1", 0)
                .cell("nowhere", 1)
                .params("\"request_rat\": \"inf\", \"seed\": \"many\", \"port\": 99999")
                .writeTo(folder.resolve("broken"))
                .toString();

        Run run = project.validate("-Dconfig=" + config);

        assertThat(run.exitCode()).isNotZero();
        assertThat(run.names()).containsExactly("configuration");
        assertThat(run.output())
                .contains("concurrency")
                .contains("nowhere")
                .contains("did you mean request_rate")
                .contains("seed")
                .contains("99999");
        assertThat(record().problems()).hasSizeGreaterThanOrEqualTo(5);
        assertThat(record().exitCode()).isEqualTo(2);
    }

    private static RunRecord record() {
        return RecordJson.read(folder.resolve("target/atlas-runs/latest/run.json"));
    }
}
