package atlas.validation.metric;

import static atlas.validation.metric.RowBuilder.failed;
import static atlas.validation.metric.RowBuilder.row;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import atlas.validation.record.Outcome;
import org.junit.jupiter.api.Test;

class GoodputTest {

    private static final GoodputLimits LIMITS = new GoodputLimits(200.0, 50.0, 1000.0);

    @Test
    void aFailureIsBadAndACancelledRequestIsNeither() {
        CellMetrics metrics = CellMetrics.of(Cells.withObjective(
                4,
                LIMITS,
                row(0).ttft(100).evenGaps(10, 40).tokens(11), // 100, 40, 500: good
                row(1).ttft(201).evenGaps(10, 40).tokens(11), // first token too late
                failed(2, Outcome.HTTP_ERROR),
                failed(3, Outcome.CANCELLED)));
        // One of four attempted less one cancelled; the span ends with request 1 at 601 ms.
        assertThat(metrics.value("goodput_ratio").value()).isCloseTo(1 / 3.0, within(1e-12));
        assertThat(metrics.value("goodput").value()).isCloseTo(1 / 0.601, within(1e-9));
        assertThat(metrics.value("goodput_tok_s").value()).isCloseTo(11 / 0.601, within(1e-9));
    }

    @Test
    void limitsThemselvesAreGood() {
        CellMetrics metrics = CellMetrics.of(
                Cells.withObjective(1, LIMITS, row(0).ttft(200).evenGaps(16, 50).tokens(17)));
        assertThat(metrics.value("goodput_ratio").value()).isEqualTo(1.0);
    }

    @Test
    void whatCannotBeEvaluatedCountsOnNeitherSide() {
        CellMetrics metrics = CellMetrics.of(Cells.withObjective(
                3,
                LIMITS,
                row(0).ttft(100).evenGaps(10, 40).tokens(11),
                row(1).ttft(100).tokens(1), // within what is known, but has no TPOT
                row(2).ttft(300).tokens(1))); // bad already by its first token
        assertThat(metrics.value("goodput_not_evaluable").value()).isEqualTo(1.0);
        assertThat(metrics.value("goodput_ratio")).isEqualTo(MetricValue.of(0.5, 2));
    }

    @Test
    void withNothingToEvaluateNothingIsKnown() {
        CellMetrics metrics =
                CellMetrics.of(Cells.withObjective(1, LIMITS, row(0).ttft(100).tokens(1)));
        assertThat(metrics.numbers())
                .containsEntry("goodput", null)
                .containsEntry("goodput_ratio", null)
                .containsEntry("goodput_tok_s", null);
    }

    @Test
    void noGoodRequestIsAKnownZero() {
        CellMetrics metrics = CellMetrics.of(
                Cells.withObjective(1, LIMITS, row(0).ttft(900).evenGaps(10, 40).tokens(11)));
        assertThat(metrics.numbers())
                .containsEntry("goodput", 0.0)
                .containsEntry("goodput_ratio", 0.0)
                .containsEntry("goodput_tok_s", 0.0);
    }

    @Test
    void atARateTheWaitBeforeSendingCounts() {
        RowBuilder late =
                row(0).sentAt(150).scheduledAt(0).ttft(100).evenGaps(10, 40).tokens(11);
        assertThat(CellMetrics.of(Cells.atRate(1, LIMITS, late))
                        .value("goodput_ratio")
                        .value())
                .as("250 ms after it was due")
                .isEqualTo(0.0);
        assertThat(CellMetrics.of(Cells.withObjective(1, LIMITS, late))
                        .value("goodput_ratio")
                        .value())
                .as("100 ms after it was sent")
                .isEqualTo(1.0);
    }
}
