package atlas.validation.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.entry;

import atlas.validation.record.CellRecord;
import atlas.validation.record.RunRecord;
import atlas.validation.record.Status;
import atlas.validation.record.TargetRecord;
import atlas.validation.report.RecordJson;
import atlas.validation.testing.AllureResults;
import atlas.validation.testing.AllureResults.Result;
import atlas.validation.testing.FixtureConfig;
import atlas.validation.testing.MavenProject;
import atlas.validation.testing.MavenProject.Run;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

/**
 * What a run leaves for an Allure report: one result a row, with what the row is about, its checks and its evidence.
 */
class AllureIT {

    @TempDir
    private static Path folder;

    private static MavenProject project;
    private static String config;
    private static Run run;
    private static RunRecord record;
    private static AllureResults results;

    @BeforeAll
    static void validateOnce() {
        project = MavenProject.in(folder);
        config = FixtureConfig.named("shown")
                .cell("w1", 1)
                .functional("{ \"api_smoke\": true, \"cold_start\": true }")
                .limits(
                        "w1-conc1",
                        "{ \"mean_ttft_ms\": { \"kind\": \"max_ms\", \"value\": 60000 },"
                                + " \"output_throughput\": { \"kind\": \"min_tok_s\", \"value\": 1e9 } }")
                .cell("w1", 2)
                .limits("w1-conc2", "{ \"p99_ttft_ms\": { \"kind\": \"max_ms\", \"value\": 60000 } }")
                .limits("TARGET", "{ \"cold_start_ms\": { \"kind\": \"max_ms\", \"value\": 600000 } }")
                .writeTo(folder)
                .toString();
        run = project.validate("-Dconfig=" + config);
        record = RecordJson.read(folder.resolve("target/atlas-runs/latest/run.json"));
        results = AllureResults.in(folder.resolve("target/allure-results"));
    }

    @Test
    void everyRowIsOneResultOfOneSuite() {
        assertThat(results.names())
                .as(run.output())
                .doesNotHaveDuplicates()
                .containsExactlyInAnyOrderElementsOf(run.names());
        assertThat(results.results())
                .allSatisfy(result ->
                        assertThat(result.labels("suite")).containsExactly("atlas.validation.AtlasValidationIT"));
    }

    @Test
    void everyResultSaysWhatItIsAboutSkippedOnesToo() {
        assertThat(results.results())
                .allSatisfy(result -> assertThat(result.parameters())
                        .as(result.name())
                        .contains(
                                entry("config", "shown"),
                                entry("model", "simulated/fixture"),
                                entry("driver", "atlas"),
                                entry("simulated", "SIMULATED")));
        assertThat(results.of("setup_sshd").status()).isEqualTo("skipped");
        assertThat(results.of("cell_metrics[w1-conc1-record]").parameters())
                .contains(
                        entry("cell", "w1-conc1"),
                        entry("combo", "w1"),
                        entry("load", "conc1"),
                        entry("tier", "record"));
        assertThat(results.of("api_conformance[chat]").parameters()).containsEntry("probe", "chat");
    }

    @Test
    void tagsStayWhatTheyAre() {
        assertThat(results.of("cell_metrics[w1-conc1-ttft]").labels("tag"))
                .containsExactlyInAnyOrder("shown", "cell_metrics", "w1-conc1", "w1", "conc1", "ttft", "SIMULATED");
    }

    @Test
    void aMissedLimitIsAFailedStepWithItsFigures() {
        Result row = results.of("cell_metrics[w1-conc1-throughput]");

        assertThat(row.status()).isEqualTo("failed");
        assertThat(row.message()).contains("output_throughput", "is below 1000000000 tok/s");
        assertThat(row.steps()).hasSize(1);
        JsonNode step = row.steps().getFirst();
        assertThat(step.path("status").asString()).isEqualTo("failed");
        assertThat(step.path("name").asString()).contains("is below 1000000000 tok/s", "shown_threshold.json:2");
        assertThat(AllureResults.pairs(step))
                .containsEntry("limit", "min_tok_s 1000000000 tok/s")
                .containsEntry("margin", "-100.0 %")
                .hasEntrySatisfying("actual", actual -> assertThat(actual).endsWith(" tok/s"))
                .hasEntrySatisfying("threshold", place -> assertThat(place).endsWith("shown_threshold.json:2"));
    }

    @Test
    void aLimitThatHoldsIsAPassedStep() {
        for (String name : List.of("cell_metrics[w1-conc1-ttft]", "cold_start")) {
            Result row = results.of(name);
            assertThat(row.status()).as(name).isEqualTo("passed");
            assertThat(row.steps())
                    .extracting(step -> step.path("status").asString())
                    .containsExactly("passed");
        }
    }

    @Test
    void logsEvidenceAndReportsAreAttached() {
        assertThat(results.attachment("launch_container", "server.log")).contains("Listening on");
        assertThat(results.attachment("server_health", "server.log")).contains("Listening on");
        assertThat(results.attachment("api_conformance[chat]", "evidence.txt")).contains("/chat/completions");
        assertThat(results.attachment("run_deck", "summary.md")).contains("shown", "SIMULATED");
        assertThat(results.attachment("run_deck", "run_deck.html")).startsWith("<!");
    }

    /** What each status becomes, by the rules of the suite: JUnit and Allure know fewer of them than the record. */
    @Test
    void junitAndAllureShowTheStatusesOfTheRecord() {
        TargetRecord target = record.targets().getFirst();
        Map<String, Status> statuses = new LinkedHashMap<>();
        target.stages().forEach(stage -> statuses.put(stage.name(), stage.status()));
        target.probes().forEach(probe -> statuses.put("api_conformance[" + probe.name() + "]", probe.status()));
        for (CellRecord cell : target.cells()) {
            cell.tiers()
                    .forEach(tier ->
                            statuses.put("cell_metrics[%s-%s]".formatted(cell.id(), tier.name()), tier.status()));
        }

        assertThat(statuses.values())
                .as("as many kinds as one run can have")
                .contains(Status.PASS, Status.FAIL, Status.INCONCLUSIVE, Status.RECORD, Status.SKIPPED);
        statuses.forEach((name, status) -> {
            String word = status.word() + ": ";
            String ofJunit = run.row(name).result();
            String ofAllure = results.of(name).status();
            switch (status) {
                case PASS -> assertThat(List.of(ofJunit, ofAllure)).as(name).containsExactly("passed", "passed");
                case FAIL -> assertThat(List.of(ofJunit, ofAllure)).as(name).containsExactly("failure", "failed");
                case ERROR, INCONCLUSIVE ->
                    assertThat(List.of(ofJunit, ofAllure)).as(name).containsExactly("error", "broken");
                case RECORD, SKIPPED, CANCELLED ->
                    assertThat(List.of(ofJunit, ofAllure)).as(name).containsExactly("skipped", "skipped");
            }
            if (status != Status.PASS) {
                // The build tool drops the message of a row that ended by itself without a verdict.
                assertThat(run.row(name).message())
                        .as(name)
                        .satisfiesAnyOf(
                                message -> assertThat(message).startsWith(word),
                                message -> assertThat(message).isEmpty());
                assertThat(results.of(name).message()).as(name).startsWith(word);
            }
        });
    }

    @Test
    void nothingIsPrinted() {
        assertThat(run.output()).doesNotContainIgnoringCase("allure").doesNotContain("SLF4J");
    }

    @Test
    void aLaterRunContinuesTheHistory() {
        Path later = folder.resolve("later");

        project.validate("-Dconfig=" + config, "-Dallure.results.directory=" + later);

        AllureResults again = AllureResults.in(later);
        assertThat(again.byName("testCaseId")).isEqualTo(results.byName("testCaseId"));
        assertThat(again.byName("historyId")).isEqualTo(results.byName("historyId"));
        assertThat(results.byName("historyId").values()).doesNotHaveDuplicates();
    }

    @Test
    void aBrokenConfigIsABrokenResultWithEveryProblem() {
        String broken = FixtureConfig.named("broken")
                .cell("w1", 0)
                .cell("nowhere", 1)
                .writeTo(folder.resolve("broken"))
                .toString();
        Path there = folder.resolve("broken/results");

        project.validate("-Dconfig=" + broken, "-Dallure.results.directory=" + there);

        AllureResults onlyOne = AllureResults.in(there);
        assertThat(onlyOne.names()).containsExactly("configuration");
        assertThat(onlyOne.of("configuration").status()).isEqualTo("broken");
        assertThat(onlyOne.of("configuration").parameters()).containsEntry("config", broken);
        assertThat(onlyOne.attachment("configuration", "problems.txt")).contains("concurrency", "nowhere");
    }
}
