package atlas.validation.gate;

import static atlas.validation.gate.TargetBuilder.target;
import static org.assertj.core.api.Assertions.assertThat;

import atlas.validation.record.Status;
import atlas.validation.record.TierRecord;
import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

class TargetVerdictTest {

    @Test
    void theWorstCellIsTold() {
        TargetVerdict verdict = target("a")
                .stage("launch_container", Status.PASS)
                .cell("w1-conc1", Status.PASS)
                .cell("w1-conc2", Status.PASS, Status.FAIL)
                .cell("w1-conc4", Status.INCONCLUSIVE)
                .verdict();
        assertThat(verdict).isEqualTo(new TargetVerdict(Status.FAIL, "fail: told by w1-conc2"));
    }

    @Test
    void severalWorstPartsAreCounted() {
        TargetVerdict verdict = target("a")
                .cell("w1-conc1", Status.FAIL)
                .cell("w1-conc2", Status.FAIL)
                .verdict();
        assertThat(verdict.message()).isEqualTo("fail: told by w1-conc1 (and 1 more of 2 parts)");
    }

    @Test
    void allHold() {
        assertThat(target("a").cell("w1-conc1", Status.PASS).verdict())
                .isEqualTo(new TargetVerdict(Status.PASS, "pass: the enforced limit holds"));
        assertThat(target("a")
                        .cell("w1-conc1", Status.PASS)
                        .cell("w1-conc2", Status.PASS)
                        .verdict()
                        .message())
                .isEqualTo("pass: both enforced limits hold");
    }

    @Test
    @DisplayName("I16 stages that went well and unenforced probes do not make a record a pass")
    void recordOnly() {
        TargetVerdict verdict = target("a")
                .onRecord()
                .stage("launch_container", Status.PASS)
                .stage("setup_sshd", Status.SKIPPED)
                .probe("models", Status.PASS)
                .probe("stop", Status.RECORD)
                .recordedCell("w1-conc1", "record: would pass 5 of 5")
                .recordedCell("w1-conc2", "record: would fail 2 of 5, output_throughput 812.4 tok/s is below 900 tok/s")
                .verdict();
        assertThat(verdict)
                .isEqualTo(new TargetVerdict(
                        Status.RECORD,
                        "record: nothing is enforced; would fail 2 of 5, output_throughput 812.4 tok/s is below 900"
                                + " tok/s"));
    }

    @Test
    void recordOnlyWithNothingToComplainAbout() {
        assertThat(target("a")
                        .onRecord()
                        .recordedCell("w1-conc1", "record: would pass 5 of 5")
                        .verdict())
                .isEqualTo(new TargetVerdict(Status.RECORD, "record: nothing is enforced"));
    }

    @Test
    void aFailedStageCountsThoughThresholdsAreOnRecord() {
        TargetVerdict verdict = target("a")
                .onRecord()
                .stage("teardown", Status.ERROR)
                .recordedCell("w1-conc1", "record: would pass 5 of 5")
                .verdict();
        assertThat(verdict).isEqualTo(new TargetVerdict(Status.ERROR, "error: teardown: it went wrong"));
    }

    @Test
    void aCellWithoutSuccessCountsThoughThresholdsAreOnRecord() {
        assertThat(target("a").onRecord().cellWithoutSuccess("w1-conc1").verdict())
                .isEqualTo(new TargetVerdict(Status.ERROR, "error: no request succeeded"));
    }

    @Test
    void probesCountWhenTheyAreEnforced() {
        assertThat(target("a")
                        .enforcingProbes()
                        .probe("models", Status.PASS)
                        .verdict()
                        .status())
                .isEqualTo(Status.PASS);
        assertThat(target("a").enforcingProbes().probe("models", Status.FAIL).verdict())
                .isEqualTo(new TargetVerdict(Status.FAIL, "fail: models: fail"));
    }

    @Test
    @DisplayName("enforced but all for information, unmeasured or inconclusive: inconclusive")
    void nothingDecided() {
        TargetVerdict unmeasured = target("a")
                .cell("w1-conc1", Status.ERROR, Status.INCONCLUSIVE, Status.RECORD)
                .verdict();
        assertThat(unmeasured)
                .isEqualTo(new TargetVerdict(
                        Status.INCONCLUSIVE,
                        "inconclusive: thresholds are enforced, but none could be decided: failed is judged"));
        TargetVerdict information = target("a").cell("w1-conc1", Status.RECORD).verdict();
        assertThat(information.status()).isEqualTo(Status.INCONCLUSIVE);
        assertThat(information.message())
                .isEqualTo(
                        "inconclusive: thresholds are enforced, but every limit of the chosen rows is for information"
                                + " or not enforced");
    }

    @Test
    @DisplayName("a filter that leaves only rows without a limit is told as that")
    void nothingLimited() {
        assertThat(target("a").cell("w1-conc1").verdict())
                .isEqualTo(new TargetVerdict(
                        Status.INCONCLUSIVE,
                        "inconclusive: thresholds are enforced, but none of the chosen rows has a limit"));
    }

    @Test
    @DisplayName("a target whose cells were all cancelled is skipped, and says so")
    void cancelled() {
        assertThat(target("a")
                        .stage("server_health", Status.PASS)
                        .enforcingProbes()
                        .probe("models", Status.PASS)
                        .skippedCell("w1-conc1", "skipped: cancelled after 3 of 20 requests")
                        .skippedCell("w1-conc2", "skipped: the run was cancelled")
                        .verdict())
                .isEqualTo(new TargetVerdict(
                        Status.SKIPPED, "skipped: no cell was judged: cancelled after 3 of 20 requests"));
        assertThat(target("a")
                        .skippedCell("w1-conc1", "skipped: cancelled after 3 of 20 requests")
                        .verdict()
                        .message())
                .isEqualTo("skipped: cancelled after 3 of 20 requests");
    }

    @Test
    void cancelledAfterACellWithoutALimit() {
        assertThat(target("a")
                        .cell("w1-conc1")
                        .skippedCell("w1-conc2", "skipped: the run was cancelled")
                        .skippedCell("w1-conc4", "skipped: the run was cancelled")
                        .verdict()
                        .message())
                .isEqualTo(
                        "inconclusive: thresholds are enforced, but none of the rows that ran has a limit, and the run"
                                + " was cancelled");
    }

    @Test
    void aFailedProbeIsNotHiddenByCellsThatWereSkipped() {
        assertThat(target("a")
                        .enforcingProbes()
                        .probe("models", Status.FAIL)
                        .skippedCell("w1-conc1", "skipped: the run was cancelled")
                        .verdict()
                        .status())
                .isEqualTo(Status.FAIL);
    }

    @Test
    void oneDecisionAndTheUnmeasuredIsAnErrorAgain() {
        assertThat(target("a")
                        .cell("w1-conc1", Status.ERROR, Status.PASS)
                        .verdict()
                        .status())
                .isEqualTo(Status.ERROR);
    }

    @Test
    void whatWentWrongOtherwiseIsNotHiddenByNothingDecided() {
        assertThat(target("a").cellWithoutSuccess("w1-conc1").verdict().status())
                .isEqualTo(Status.ERROR);
        assertThat(target("a")
                        .stage("teardown", Status.FAIL)
                        .cell("w1-conc1", Status.RECORD)
                        .verdict()
                        .status())
                .isEqualTo(Status.FAIL);
        assertThat(target("a")
                        .enforcingProbes()
                        .probe("models", Status.FAIL)
                        .cell("w1-conc1", Status.RECORD)
                        .verdict()
                        .status())
                .isEqualTo(Status.FAIL);
    }

    @Test
    @DisplayName("with probes alone selected, probes alone decide")
    void probesAlone() {
        assertThat(target("a").enforcingProbes().probe("models", Status.PASS).verdict())
                .isEqualTo(new TargetVerdict(Status.PASS, "pass: the enforced probe passes"));
    }

    @Test
    void whatIsMeasuredOncePerServerCounts() {
        TierRecord tier = new TierRecord("target", Status.FAIL, "fail: cold_start_ms is above", List.of());
        assertThat(TargetVerdict.of(false, false, List.of(), List.of(tier), List.of(), List.of()))
                .isEqualTo(new TargetVerdict(Status.FAIL, "fail: cold_start_ms is above"));
    }

    @Test
    void nothingAtAll() {
        assertThat(target("a").verdict()).isEqualTo(new TargetVerdict(Status.SKIPPED, "skipped: nothing was judged"));
    }
}
