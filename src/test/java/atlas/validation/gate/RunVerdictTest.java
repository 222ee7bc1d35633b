package atlas.validation.gate;

import static atlas.validation.gate.TargetBuilder.target;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import atlas.validation.config.Inconclusive;
import atlas.validation.record.Problem;
import atlas.validation.record.Status;
import atlas.validation.record.TargetRecord;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

class RunVerdictTest {

    private static final List<Problem> PROBLEMS = List.of(
            new Problem("configs/a.json", 3, "/sweep", "no runs", "add one"), Problem.ofSetting("no such file", null));

    @ParameterizedTest(name = "a target that is {0} under {1}: {2}, exit {3}")
    @CsvSource({
        "ERROR,        FAIL, ERROR,        1",
        "FAIL,         FAIL, FAIL,         1",
        "INCONCLUSIVE, FAIL, INCONCLUSIVE, 4",
        "INCONCLUSIVE, WARN, INCONCLUSIVE, 0",
        "INCONCLUSIVE, PASS, PASS,         0",
        "PASS,         FAIL, PASS,         0",
        "RECORD,       FAIL, RECORD,       0",
        "FAIL,         PASS, FAIL,         1",
        "ERROR,        WARN, ERROR,        1",
    })
    @DisplayName("I17 the exit code tells what it was")
    void exitCodes(Status status, Inconclusive policy, Status expected, int exitCode) {
        TargetRecord target =
                target("a").cell("w1-conc1", status).status(status).build();
        RunVerdict verdict = RunVerdict.of(List.of(target), List.of(), false, policy);
        assertThat(verdict.status()).isEqualTo(expected);
        assertThat(verdict.exitCode()).isEqualTo(exitCode);
    }

    private static Stream<Arguments> precedence() {
        TargetBuilder server = target("a").stage("launch_container", Status.ERROR);
        TargetBuilder failed = target("b").cell("w1-conc1", Status.FAIL);
        TargetBuilder inconclusive = target("c").cell("w1-conc1", Status.INCONCLUSIVE);
        TargetBuilder passed = target("d").cell("w1-conc1", Status.PASS);
        return Stream.of(
                arguments(130, true, PROBLEMS, targets(server, failed, inconclusive, passed)),
                arguments(2, false, PROBLEMS, targets(server, failed, inconclusive, passed)),
                arguments(3, false, List.of(), targets(passed, inconclusive, failed, server)),
                arguments(1, false, List.of(), targets(passed, inconclusive, failed)),
                arguments(4, false, List.of(), targets(passed, inconclusive)),
                arguments(0, false, List.of(), targets(passed)));
    }

    @ParameterizedTest(name = "exit {0}")
    @MethodSource("precedence")
    void theGravestCauseWins(int exitCode, boolean cancelled, List<Problem> problems, List<TargetRecord> targets) {
        assertThat(RunVerdict.of(targets, problems, cancelled, Inconclusive.FAIL)
                        .exitCode())
                .isEqualTo(exitCode);
    }

    @ParameterizedTest(name = "{0}: exit {1}")
    @CsvSource({
        "launch_container,   3",
        "setup_sshd,         3",
        "discover_topology,  3",
        "model_fetch,        3",
        "server_health,      3",
        "cold_start,         1",
        "print_results_table, 1",
        "teardown,           1",
    })
    void aServerThatCannotBeReachedIsToldApart(String stage, int exitCode) {
        TargetRecord target = target("a").onRecord().stage(stage, Status.ERROR).build();
        RunVerdict verdict = RunVerdict.of(List.of(target), List.of(), false, Inconclusive.FAIL);
        assertThat(verdict.status()).isEqualTo(Status.ERROR);
        assertThat(verdict.exitCode()).isEqualTo(exitCode);
        assertThat(verdict.reason()).endsWith(stage + ": it went wrong");
    }

    @Test
    void cancelled() {
        assertThat(RunVerdict.of(List.of(), List.of(), true, Inconclusive.FAIL))
                .isEqualTo(new RunVerdict(Status.CANCELLED, "stopped by its user before the end", 130));
    }

    @Test
    void problemsAreToldByTheFirst() {
        assertThat(RunVerdict.of(List.of(), PROBLEMS, false, Inconclusive.FAIL))
                .isEqualTo(new RunVerdict(Status.ERROR, "configs/a.json:3 /sweep: no runs; add one (and 1 more)", 2));
    }

    @Test
    void nothingRanIsNoSuccess() {
        assertThat(RunVerdict.of(List.of(), List.of(), false, Inconclusive.PASS))
                .isEqualTo(new RunVerdict(Status.ERROR, "nothing was run", 2));
    }

    @Test
    @DisplayName("nothing enforced at all: on record, exit 0")
    void recordOnly() {
        TargetRecord target = target("a")
                .onRecord()
                .recordedCell("w1-conc1", "record: would fail 1 of 1, failed 3 is above 0")
                .build();
        assertThat(RunVerdict.of(List.of(target), List.of(), false, Inconclusive.FAIL))
                .isEqualTo(new RunVerdict(
                        Status.RECORD, "nothing is enforced; would fail 1 of 1, failed 3 is above 0", 0));
    }

    @Test
    @DisplayName("enforced, and nothing decided: inconclusive, exit 4")
    void nothingDecided() {
        TargetRecord target = target("a").cell("w1-conc1", Status.RECORD).build();
        RunVerdict verdict = RunVerdict.of(List.of(target), List.of(), false, Inconclusive.FAIL);
        assertThat(verdict.status()).isEqualTo(Status.INCONCLUSIVE);
        assertThat(verdict.exitCode()).isEqualTo(4);
    }

    @Test
    void theReasonNamesTheTargetWhereThereAreSeveral() {
        List<TargetRecord> targets = targets(
                target("a").cell("w1-conc1", Status.PASS),
                target("b").cell("w1-conc1", Status.FAIL),
                target("c").cell("w1-conc1", Status.FAIL));
        assertThat(RunVerdict.of(targets, List.of(), false, Inconclusive.FAIL).reason())
                .isEqualTo("b: told by w1-conc1 (and 1 more of 3 targets)");
    }

    @Test
    @DisplayName("several targets that pass are summed up over all of them")
    void severalPass() {
        assertThat(reason(
                        target("a").cell("w1-conc1", Status.PASS, Status.PASS, Status.PASS),
                        target("b").cell("w1-conc1", Status.PASS, Status.PASS)))
                .isEqualTo("2 targets pass: all 5 enforced limits hold");
        assertThat(reason(
                        target("a").cell("w1-conc1", Status.PASS, Status.PASS),
                        target("b").onRecord().recordedCell("w1-conc1", "record: would pass 5 of 5")))
                .isEqualTo("1 of 2 targets passes: both enforced limits hold");
        assertThat(reason(
                        target("a").enforcingProbes().probe("models", Status.PASS),
                        target("b").enforcingProbes().probe("models", Status.PASS)))
                .isEqualTo("2 targets pass: every enforced probe does");
    }

    private static String reason(TargetBuilder... builders) {
        return RunVerdict.of(targets(builders), List.of(), false, Inconclusive.FAIL)
                .reason();
    }

    private static Stream<TargetBuilder> nothingToDecide() {
        return Stream.of(
                target("a").cell("w1-conc1"),
                target("a").cell("w1-conc1", Status.RECORD),
                target("a").cell("w1-conc1", Status.ERROR),
                target("a").cell("w1-conc1", Status.ERROR, Status.INCONCLUSIVE),
                target("a").skippedCell("w1-conc1", "skipped: it was not run"));
    }

    @ParameterizedTest
    @MethodSource("nothingToDecide")
    @DisplayName(
            "-Dinconclusive is for undecided checks: what decided nothing, or measured nothing, stays inconclusive")
    void noPolicyExcusesATargetThatHadNothingToDecide(TargetBuilder target) {
        for (Inconclusive policy : Inconclusive.values()) {
            RunVerdict verdict = RunVerdict.of(List.of(target.build()), List.of(), false, policy);
            assertThat(verdict.status()).as(policy.word()).isEqualTo(Status.INCONCLUSIVE);
            assertThat(verdict.exitCode()).as(policy.word()).isEqualTo(RunVerdict.INCONCLUSIVE);
        }
    }

    @Test
    void oneTargetWithoutADecisionIsNotExcusedByAnUndecidedOne() {
        List<TargetRecord> targets = targets(
                target("a").cell("w1-conc1", Status.INCONCLUSIVE), target("b").cell("w1-conc1"));
        RunVerdict verdict = RunVerdict.of(targets, List.of(), false, Inconclusive.PASS);
        assertThat(verdict.exitCode()).isEqualTo(RunVerdict.INCONCLUSIVE);
        assertThat(verdict.reason()).endsWith("; -Dinconclusive=pass is for checks that were measured and undecided");
    }

    @Test
    void nothingSelectedIsSkipped() {
        TargetRecord target = target("a").status(Status.SKIPPED).build();
        assertThat(RunVerdict.of(List.of(target), List.of(), false, Inconclusive.FAIL))
                .isEqualTo(new RunVerdict(Status.SKIPPED, "told by a", RunVerdict.OK));
    }

    @Test
    void aPolicyThatLetsItPassIsNamed() {
        TargetRecord target =
                target("a").cell("w1-conc1", Status.PASS, Status.INCONCLUSIVE).build();
        assertThat(RunVerdict.of(List.of(target), List.of(), false, Inconclusive.WARN)
                        .reason())
                .isEqualTo("told by w1-conc1; inconclusive, but -Dinconclusive=warn");
    }

    private static List<TargetRecord> targets(TargetBuilder... builders) {
        return Arrays.stream(builders).map(TargetBuilder::build).toList();
    }

    @Test
    void aRunWhoseFilesAreLostIsNoPass() {
        RunVerdict pass = new RunVerdict(Status.PASS, "all hold", RunVerdict.OK);

        assertThat(pass.withLostFiles(List.of())).isEqualTo(pass);
        assertThat(pass.withLostFiles(List.of("cannot write a", "cannot write b")))
                .isEqualTo(new RunVerdict(Status.ERROR, "cannot write a (and 1 more file)", RunVerdict.FAILED));
    }

    @Test
    void lostFilesHideNeitherADeadServerNorACancelledRun() {
        RunVerdict dead = new RunVerdict(Status.ERROR, "it died", RunVerdict.SERVER);
        RunVerdict cancelled = new RunVerdict(Status.CANCELLED, "stopped", RunVerdict.CANCELLED);

        assertThat(dead.withLostFiles(List.of("x")).exitCode()).isEqualTo(RunVerdict.SERVER);
        assertThat(cancelled.withLostFiles(List.of("x"))).isEqualTo(cancelled);
    }

    @Test
    void aRecordOfARunThatGoesOnIsAnError() {
        assertThat(RunVerdict.unfinished().status()).isEqualTo(Status.ERROR);
        assertThat(RunVerdict.unfinished().exitCode()).isEqualTo(RunVerdict.FAILED);
    }
}
