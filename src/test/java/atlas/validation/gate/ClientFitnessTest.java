package atlas.validation.gate;

import static atlas.validation.gate.TargetBuilder.target;
import static org.assertj.core.api.Assertions.assertThat;

import atlas.validation.config.Inconclusive;
import atlas.validation.record.CellFitness;
import atlas.validation.record.ClientInfo;
import atlas.validation.record.ClientReadings;
import atlas.validation.record.Status;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

class ClientFitnessTest {

    private static final ClientReadings QUIET = readings(0.2, 0.3, 1000, 0.4, 1000);

    private static ClientReadings readings(
            @Nullable Double overhead, double loopLag, long loopSamples, double sendLag, long sends) {
        return new ClientReadings(overhead, loopLag, loopSamples, sendLag, sends, 1.0, 0.1, 20.0, 50.0, 0.0, null);
    }

    private static ClientReadings busy(
            double pauseMs, double gcPct, double ownPct, double machinePct, double sharedPct) {
        return new ClientReadings(0.2, 0.3, 1000, 0.4, 1000, pauseMs, gcPct, ownPct, machinePct, sharedPct, null);
    }

    private static CellFitness judged(ClientReadings readings) {
        return ClientFitness.judge(readings, 100.0, false);
    }

    @Test
    void aQuietClientIsFit() {
        CellFitness fitness = judged(QUIET);
        assertThat(fitness.verdict()).isEqualTo("fit");
        assertThat(fitness.reasons()).isEmpty();
        assertThat(fitness.ttftOverheadMs()).isEqualTo(0.2);
        assertThat(ClientFitness.whyUnfit(fitness)).isNull();
    }

    @Test
    @DisplayName("F20 a client that is slow by itself at 200 KB prompts is unfit, and says by how much")
    void aSlowClientIsUnfit() {
        CellFitness fitness = judged(readings(31.24, 0.3, 1000, 0.4, 1000));
        assertThat(fitness.verdict()).isEqualTo("unfit");
        assertThat(fitness.reasons()).containsExactly("it adds 31.2 ms to TTFT against a null server, above 10.0 ms");
        assertThat(ClientFitness.whyUnfit(fitness)).isEqualTo(fitness.reasons().getFirst());
    }

    @Test
    void theLimitIsATenthOfTheMedianTtftAndAtLeastFiveMilliseconds() {
        ClientReadings six = readings(6.0, 0.3, 1000, 0.4, 1000);
        assertThat(ClientFitness.judge(six, 10.0, false).verdict()).isEqualTo("unfit");
        assertThat(ClientFitness.judge(six, null, false).verdict()).isEqualTo("unfit");
        assertThat(ClientFitness.judge(six, 60.0, false).verdict()).isEqualTo("fit");
        assertThat(ClientFitness.judge(readings(5.0, 5.0, 1000, 5.0, 1000), 10.0, false)
                        .verdict())
                .isEqualTo("fit");
    }

    @Test
    void lagMakesUnfitOnlyWithEnoughSamples() {
        assertThat(judged(readings(0.2, 11.0, 500, 0.4, 1000)).verdict()).isEqualTo("unfit");
        assertThat(judged(readings(0.2, 0.3, 1000, 11.0, 500)).verdict()).isEqualTo("unfit");
        CellFitness few = judged(readings(0.2, 11.0, 499, 0.4, 1000));
        assertThat(few.verdict()).isEqualTo("marginal");
        assertThat(few.reasons())
                .containsExactly("the event loops were late by 11.0 ms at p99, above 10.0 ms, on 499 of the 500 samples"
                        + " that a p99 needs");
    }

    @Test
    void processorsPausesAndSharedReadsAloneAreMarginal() {
        assertThat(judged(busy(10.1, 0, 0, 0, 0)).verdict()).isEqualTo("marginal");
        assertThat(judged(busy(0, 5.1, 0, 0, 0)).verdict()).isEqualTo("marginal");
        assertThat(judged(busy(0, 0, 80.1, 0, 0)).verdict()).isEqualTo("marginal");
        assertThat(judged(busy(0, 0, 0, 90.1, 0)).verdict()).isEqualTo("marginal");
        assertThat(judged(busy(0, 0, 0, 0, 50.1)).reasons())
                .singleElement()
                .asString()
                .contains("buffered between you and the server");
        assertThat(judged(busy(10, 5, 80, 90, 50)).verdict()).isEqualTo("fit");
    }

    @Test
    void whatWasNotMeasuredProvesNothing() {
        CellFitness fitness = judged(ClientReadings.NONE.withCalibration(null, "the null server ended"));
        assertThat(fitness.verdict()).isEqualTo("marginal");
        assertThat(fitness.reasons())
                .containsExactly(
                        "it was not calibrated: the null server ended",
                        "how late its event loops were was not measured");
    }

    @Test
    void onASimulatorItIsNeverWorseThanMarginal() {
        CellFitness fitness = ClientFitness.judge(readings(31.0, 0.3, 1000, 0.4, 1000), 100.0, true);
        assertThat(fitness.verdict()).isEqualTo("marginal");
        assertThat(fitness.reasons()).isNotEmpty();
        assertThat(ClientFitness.judge(QUIET, 100.0, true).verdict()).isEqualTo("fit");
    }

    @Test
    void theRunTellsTheWorstAndWhere() {
        ClientInfo.Fitness fitness = ClientFitness.ofRun(List.of(target("a")
                .cellOfClient("w1-conc1", "fit")
                .cellOfClient("w1-conc2", "unfit", "slow")
                .cellOfClient("w1-conc4", "marginal", "busy")
                .cellOfClient("w1-conc8", "unfit", "slow")
                .build()));
        assertThat(fitness).isEqualTo(new ClientInfo.Fitness("unfit", List.of("w1-conc2, w1-conc8: slow")));
        assertThat(ClientFitness.ofRun(List.of(target("a").build()))).isNull();
    }

    @Test
    void aLongSweepTellsTheFirstReasons() {
        TargetBuilder target = target("a");
        for (int i = 1; i <= 9; i++) {
            target.cellOfClient("w1-conc" + i, "marginal", "busy by " + i);
        }
        ClientInfo.Fitness fitness = ClientFitness.ofRun(List.of(target.build()));
        assertThat(fitness).isNotNull();
        assertThat(fitness.reasons()).hasSize(6).endsWith("and 4 more, told with their cells");
    }

    @Test
    @DisplayName("An unfit client that no limit tells makes target and run inconclusive")
    void unfitWithoutALimit() {
        TargetBuilder target = target("a").cell("w1-conc1", Status.PASS).cellOfClient("w1-conc2", "unfit", "slow");
        assertThat(target.verdict())
                .isEqualTo(
                        new TargetVerdict(Status.INCONCLUSIVE, "inconclusive: the client is unfit in w1-conc2: slow"));
        RunVerdict run = RunVerdict.of(List.of(target.build()), List.of(), false, Inconclusive.FAIL);
        assertThat(run.exitCode()).isEqualTo(RunVerdict.INCONCLUSIVE);
        assertThat(RunVerdict.of(List.of(target.build()), List.of(), false, Inconclusive.WARN)
                        .exitCode())
                .isEqualTo(RunVerdict.OK);
    }

    @Test
    void aMarginalClientChangesNoVerdict() {
        assertThat(target("a")
                        .cell("w1-conc1", Status.PASS)
                        .cellOfClient("w1-conc2", "marginal", "busy")
                        .verdict()
                        .status())
                .isEqualTo(Status.PASS);
    }
}
