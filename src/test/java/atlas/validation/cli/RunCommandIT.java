package atlas.validation.cli;

import static org.assertj.core.api.Assertions.assertThat;

import atlas.validation.record.RunRecord;
import atlas.validation.record.Status;
import atlas.validation.report.RecordJson;
import atlas.validation.testing.FixtureConfig;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A whole run behind the command, on the simulator. */
class RunCommandIT {

    @TempDir
    private Path folder;

    private CommandRun run(FixtureConfig config, String... more) {
        return CommandRun.of(arguments(config, more));
    }

    private String[] arguments(FixtureConfig config, String... more) {
        String[] arguments = new String[more.length + 5];
        arguments[0] = "run";
        arguments[1] = "--config";
        arguments[2] = config.writeTo(folder).toString();
        arguments[3] = "--runs-dir";
        arguments[4] = folder.resolve("runs").toString();
        System.arraycopy(more, 0, arguments, 5, more.length);
        return arguments;
    }

    private RunRecord record() {
        return RecordJson.read(folder.resolve("runs/latest/run.json"));
    }

    private static FixtureConfig passing() {
        return FixtureConfig.named("small")
                .cell("w1", 1)
                .cell("w1", 2)
                .requests(12)
                .limits("w1-conc1", "{ \"mean_ttft_ms\": { \"kind\": \"max_ms\", \"value\": 60000 } }")
                .limits("w1-conc2", "{ \"mean_ttft_ms\": { \"kind\": \"max_ms\", \"value\": 60000 } }");
    }

    @Test
    void whyAServerIsNotReachedIsToldOnceAndNotInEveryRow() {
        CommandRun run = run(passing(), "--base-url", "http://127.0.0.1:1", "--enforce=false");

        assertThat(run.exitCode()).as(run.toString()).isEqualTo(3);
        String tree = run.out().substring(0, run.out().indexOf("rows: "));
        assertThat(tree.split("connection refused", -1)).as(tree).hasSize(2);
        assertThat(tree.lines())
                .anyMatch(line -> line.matches(".*cell_metrics\\[w1-conc1-ttft] +skipped +server_health failed"));
    }

    @Test
    void aRunIsToldAsATreeInTheOrderOfItsRowsAndEndsWithTheVerdict() {
        CommandRun run = run(passing());

        assertThat(run.exitCode()).as(run.toString()).isZero();
        assertThat(run.out())
                .containsSubsequence(
                        "├─ configuration",
                        "├─ small",
                        "│  ├─ launch_container",
                        "│  ├─ setup_sshd",
                        "skipped",
                        "one node: nothing to connect",
                        "│  ├─ atlas_inference[w1-conc1]",
                        "12/12 requests ok",
                        "│  ├─ cell_metrics[w1-conc1-ttft]",
                        "pass",
                        "│  ├─ atlas_inference[w1-conc2]",
                        "│  └─ teardown",
                        "└─ run_deck",
                        "rows: ",
                        "VERDICT: PASS",
                        "exit code 0: nothing failed");
        assertThat(run.out()).doesNotContain("\u001b").doesNotContain("\r");
        assertThat(run.out().lines())
                .allSatisfy(line -> assertThat(line.length()).isLessThanOrEqualTo(120));
        assertThat(run.err()).isEmpty();
    }

    @Test
    void theRowThatRunsTheRepeatsOfAllCellsSaysNothingOfAnotherCell() {
        CommandRun run = run(FixtureConfig.named("small")
                .cell("w1", 1)
                .cell("w1", 2)
                .requests(12)
                .params("\"repeats\": 2")
                .recordOnly());

        assertThat(run.exitCode()).as(run.toString()).isZero();
        assertThat(run.out())
                .containsSubsequence(
                        "atlas_inference[w1-conc1]",
                        "24 of 24 requests succeeded in 2 repeats",
                        "atlas_inference[w1-conc2]",
                        "24 of 24 requests succeeded in 2 repeats")
                .doesNotContain("12/12 requests ok");
    }

    @Test
    void everyRowOfTheTreeHasItsTime() {
        CommandRun run = run(passing(), "--groups", "w1-conc1 & ttft");

        assertThat(run.out()
                        .lines()
                        .filter(line -> line.matches(".*─ (launch_container|server_health|atlas_inf|run_deck).*")))
                .hasSize(4)
                .allSatisfy(line -> assertThat(line).matches(".* pass +\\d+\\.\\d s.*"));
        assertThat(record().selection().cells()).containsExactly("w1-conc1");
        assertThat(run.out()).doesNotContain("w1-conc2");
    }

    @Test
    void I17aMissedLimitEndsWithOneAndSaysWhichInItsRow() {
        CommandRun run = run(FixtureConfig.named("small")
                .cell("w1", 1)
                .requests(12)
                .limits("w1-conc1", "{ \"output_throughput\": { \"kind\": \"min\", \"value\": 1e9 } }"));

        assertThat(run.exitCode()).as(run.toString()).isEqualTo(1);
        assertThat(run.words()).contains("─ cell_metrics[w1-conc1-throughput] fail");
        assertThat(run.out()).contains("VERDICT: FAIL");
    }

    @Test
    void I17aProblemInTheConfigEndsWithTwo() {
        CommandRun run = CommandRun.of(
                "run",
                "--config",
                folder.resolve("absent.json").toString(),
                "--runs-dir",
                folder.resolve("runs").toString());

        assertThat(run.exitCode()).as(run.toString()).isEqualTo(2);
        assertThat(run.words()).contains("absent.json: does not exist");
        assertThat(run.out()).contains("VERDICT: ERROR").doesNotContain("\tat ");
        assertThat(record().targets()).isEmpty();
    }

    @Test
    void I17aServerThatDoesNotStartEndsWithThree() {
        CommandRun run = run(passing().simulator("--sim-fail", "exit-at-start"));

        assertThat(run.exitCode()).as(run.toString()).isEqualTo(3);
        assertThat(run.words()).contains("─ launch_container error");
    }

    @Test
    void aFilterThatChoosesNothingEndsWithTwoAndNamesTheTags() {
        CommandRun run = run(passing(), "--groups", "w1-conc3");

        assertThat(run.exitCode()).isEqualTo(2);
        assertThat(run.words()).contains("did you mean w1-conc");
    }

    @Test
    void aTerminalGetsColoursAndABarThatIsGoneInTheEnd() {
        CommandRun run = CommandRun.onTerminal(Map.of("COLUMNS", "100"), arguments(passing()));

        assertThat(run.exitCode()).as(run.toString()).isZero();
        assertThat(run.out()).contains("\u001b[32mpass").contains("] 0/12 cell 1/2 w1-conc1");
        assertThat(lastScreen(run.out())).doesNotContain("] 0/12").contains("VERDICT: PASS");
    }

    @Test
    void noColorLeavesTheBarAndTakesTheColours() {
        CommandRun run = CommandRun.onTerminal(Map.of("COLUMNS", "100", "NO_COLOR", "1"), arguments(passing()));

        assertThat(run.out())
                .contains("] 0/12 cell 1/2 w1-conc1")
                .doesNotContain("\u001b[32m")
                .doesNotContain("\u001b[2m");
    }

    /** Returns what stays on the screen: a line that is erased is gone. */
    private static String lastScreen(String printed) {
        StringBuilder screen = new StringBuilder();
        for (String line : printed.split("\n", -1)) {
            screen.append(line.substring(line.lastIndexOf("\u001b[2K") + 1)).append('\n');
        }
        return screen.toString();
    }

    @Test
    void aPlanCanBeAskedForInPlaceOfARun() {
        CommandRun run = run(passing(), "--plan-only", "--groups", "w1-conc2");

        assertThat(run.exitCode()).as(run.toString()).isZero();
        assertThat(run.out())
                .contains("─ configuration")
                .contains("-Dgroups='w1-conc2'")
                .doesNotContain("w1-conc1");
        assertThat(folder.resolve("runs")).doesNotExist();
    }

    @Test
    void aKnobThatIsGivenAsAPropertyCounts() {
        CommandRun run = run(passing(), "-Dgroups=w1-conc2 & health", "-Denforce=false");

        assertThat(run.exitCode()).as(run.toString()).isZero();
        assertThat(record().selection().groups()).isEqualTo("w1-conc2 & health");
        assertThat(record().settings().get("enforce_thresholds").value()).isEqualTo(false);
        assertThat(record().status()).isEqualTo(Status.RECORD);
    }

    @Test
    void aShippedConfigIsFoundByItsNameWithEverythingItRefersTo() {
        CommandRun run = CommandRun.of(
                "run",
                "-c",
                "simulated_quickstart",
                "-g",
                "api_conformance & health",
                "--runs-dir",
                folder.resolve("runs").toString());

        assertThat(run.exitCode()).as(run.toString()).isZero();
        RunRecord record = record();
        assertThat(record.targets().getFirst().configFile()).isEqualTo("configs/simulated_quickstart.json");
        assertThat(folder.resolve("runs/latest/inputs"))
                .isDirectoryContaining(file -> file.endsWith("simulated_quickstart_threshold.json"));
        assertThat(Files.exists(folder.resolve("runs/latest/run_deck.html"))).isTrue();
    }
}
