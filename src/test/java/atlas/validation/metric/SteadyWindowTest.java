package atlas.validation.metric;

import static atlas.validation.metric.RowBuilder.failed;
import static atlas.validation.metric.RowBuilder.row;
import static org.assertj.core.api.Assertions.assertThat;

import atlas.validation.record.Outcome;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class SteadyWindowTest {

    @Test
    void runsFromFullToTheFirstCompletionThatNothingRefills() {
        // The second user starts at 50; request 2 takes the slot of 0 at 400; 1 ends at 450 with nothing left to send.
        CellInput cell = Cells.closedLoop(
                2,
                row(0).sentAt(0).ttft(100).gaps(300),
                row(1).sentAt(50).ttft(100).gaps(300),
                row(2).sentAt(400).ttft(100).gaps(300));
        assertThat(window(cell, 100.0)).isEqualTo(new Span(50, 450));
    }

    @Test
    void aWindowOfTwiceTheMedianIsJustLongEnough() {
        CellInput cell = Cells.closedLoop(1, row(0).ttft(100).gaps(300));
        assertThat(window(cell, 200.0)).isEqualTo(new Span(0, 400));
        assertThat(window(cell, 200.5)).isNull();
        assertThat(window(cell, null)).isNull();
    }

    @Test
    void thereIsNoneWhenTheConcurrencyWasNeverReached() {
        assertThat(window(
                        Cells.closedLoop(
                                3, row(0).ttft(1).gaps(9), row(1).ttft(1).gaps(9)),
                        1.0))
                .isNull();
    }

    @Test
    void thereIsNoneAtARate() {
        assertThat(window(Cells.atRate(1, null, row(0).ttft(1).gaps(9)), 1.0)).isNull();
    }

    @Test
    void failuresFreeTheirSlotToo() {
        CellInput cell = Cells.closedLoop(
                1,
                row(0).sentAt(0).ttft(100).gaps(100),
                failed(1, Outcome.HTTP_ERROR).sentAt(200).streamEnd(10),
                row(2).sentAt(210).ttft(100).gaps(100));
        assertThat(window(cell, 200.0)).isEqualTo(new Span(0, 410));
    }

    private static @Nullable Span window(CellInput input, @Nullable Double medianE2eMs) {
        return SteadyWindow.of(MeasuredCell.of(input), medianE2eMs);
    }
}
