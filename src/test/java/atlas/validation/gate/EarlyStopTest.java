package atlas.validation.gate;

import static org.assertj.core.api.Assertions.assertThat;

import atlas.validation.config.ThresholdEntry;
import atlas.validation.metric.CellMetrics;
import atlas.validation.metric.MetricRegistry;
import atlas.validation.metric.Tier;
import atlas.validation.record.CellId;
import atlas.validation.record.Status;
import java.util.List;
import org.junit.jupiter.api.Test;

class EarlyStopTest {

    private static final double[] STEADY = {1000, 1001, 999, 1000};
    private static final Judging JUDGING = new Judging(ErrorBudget.of(2, 3, 10));
    private static final CellJudge JUDGE = new CellJudge(MetricRegistry.standard());

    private static RepeatedCell cell(Measured measured, boolean enforced, ThresholdEntry... limits) {
        return new RepeatedCell(
                CellId.ofConcurrency("w1", 8),
                measured.metrics(),
                List.of(Tier.THROUGHPUT, Tier.TTFT, Tier.HEALTH),
                List.of(limits),
                enforced,
                null);
    }

    private static EarlyStop.Answer after(RepeatedCell... cells) {
        return new EarlyStop(JUDGE, JUDGING).after(List.of(cells));
    }

    private static Measured throughput(double... repeats) {
        return Measured.nothing().repeated("output_throughput", repeats);
    }

    @Test
    void stopsWhenEveryCheckIsDecidedForBetterOrWorse() {
        EarlyStop.Answer answer = after(
                cell(throughput(STEADY), true, Limits.minTokS("output_throughput", 500)),
                cell(throughput(STEADY), true, Limits.minTokS("output_throughput", 2000)));
        assertThat(answer.stop()).isTrue();
        assertThat(answer.undecided()).isZero();
        assertThat(answer.sentence()).isEqualTo("more repeats could decide none of the 2 checks");
    }

    @Test
    void goesOnWhileOneCheckIsUndecided() {
        EarlyStop.Answer answer = after(
                cell(throughput(STEADY), true, Limits.minTokS("output_throughput", 500)),
                cell(throughput(STEADY), true, Limits.minTokS("output_throughput", 1000.5)));
        assertThat(answer.stop()).isFalse();
        assertThat(answer.undecided()).isEqualTo(1);
        assertThat(answer.sentence()).startsWith("1 of 2 checks are undecided, such as output_throughput 1000 tok/s");
    }

    @Test
    void whatIsTakenForDecidedIsDecidedAtTheEnd() {
        RepeatedCell cell = cell(throughput(STEADY), true, Limits.minTokS("output_throughput", 500));
        assertThat(after(cell).stop()).isTrue();
        CellMetrics metrics = cell.metrics();
        assertThat(JUDGE.judge(cell.id(), metrics, cell.tiers(), cell.limits(), true, null, JUDGING)
                        .status())
                .isEqualTo(Status.PASS);
    }

    @Test
    void waitsForNoCheckThatRepeatsCannotDecide() {
        assertThat(after(cell(
                                throughput(STEADY),
                                true,
                                Limits.maxMs("mean_ttft_ms", 100),
                                Limits.minTokS("output_throughput", 500)))
                        .stop())
                .as("TTFT is not measured")
                .isTrue();
    }

    @Test
    void checksOnRecordKeepNobodyWaitingBesideEnforcedOnes() {
        ThresholdEntry undecided = Limits.minTokS("output_throughput", 1000.5);
        ThresholdEntry enforced = Limits.enforced(Limits.max("failed", 0), true);
        Measured measured = throughput(STEADY).repeated("failed", 0, 0, 0, 0);
        assertThat(after(cell(measured, false, undecided, enforced)).stop()).isTrue();
        assertThat(after(cell(measured, false, undecided)).stop())
                .as("with none enforced, they are what there is to decide")
                .isFalse();
    }

    @Test
    void goesOnWithoutAnyLimit() {
        EarlyStop.Answer answer = after(cell(throughput(STEADY), true, Limits.info("output_throughput", null)));
        assertThat(answer.stop()).isFalse();
        assertThat(answer.sentence()).isEqualTo("nothing is limited that repeats could decide");
    }

    @Test
    void aMeanOfTwoDecidesNothing() {
        EarlyStop.Answer answer = after(cell(throughput(1000, 1000), true, Limits.minTokS("output_throughput", 5)));
        assertThat(answer.stop()).isFalse();
        assertThat(answer.sentence()).isEqualTo("fewer than 3 repeats tell no noise");
    }
}
