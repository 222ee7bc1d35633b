package atlas.validation.metric;

import static atlas.validation.metric.RowBuilder.row;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import atlas.validation.record.Outcome;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

class UnmeasuredReasonTest {

    @Test
    @DisplayName("an output of one token has no time per token, and that is the reason told")
    void oneTokenOnly() {
        CellInput cell = Cells.asking(
                1,
                null,
                1,
                row(0).ttft(100).tokens(1),
                row(1).sentAt(100).ttft(100).tokens(1));
        assertThat(why(cell, "median_tpot_ms")).isEqualTo("no answer has a time per token: 2 (one token only)");
        assertThat(why(cell, "p97_tpot_ms")).as("not asked for").isNull();
        assertThat(why(cell, "decode_throughput_p50")).isEqualTo(why(cell, "mean_tpot_ms"));
        assertThat(why(cell, "mean_itl_ms")).isEqualTo("no answer has tokens at two moments");
        assertThat(why(cell, "mean_ttft_ms")).as("measured").isNull();
    }

    @Test
    void allTokensAtOnce() {
        assertThat(why(Cells.closedLoop(1, row(0).ttft(100).tokens(16)), "p99_tpot_ms"))
                .isEqualTo("no answer has a time per token: 1 (coalesced: all tokens at once, under 0.1 ms each)");
    }

    @Test
    void aShortCellHasNeitherAPeakNorASteadyWindow() {
        CellInput cell = Cells.closedLoop(2, row(0).ttft(100).gaps(50).tokens(2).prompt(4));
        assertThat(why(cell, "max_output_tokens_per_s"))
                .isEqualTo("the cell took 0.15 s, less than the 3 s that it needs");
        assertThat(why(cell, "steady_output_throughput"))
                .isEqualTo("the full concurrency of 2 lasted less than two median requests, as the cell has 1");
    }

    @Test
    void countsThatTheServerDoesNotTell() {
        CellInput cell = Cells.closedLoop(
                1,
                row(0).ttft(100).gaps(50).tokens(2),
                row(1).sentAt(200).ttft(100).gaps(50));
        assertThat(why(cell, "output_throughput")).isEqualTo("1 of 2 answers come without a token count");
        assertThat(why(cell, "total_token_throughput"))
                .isEqualTo("2 of 2 answers come without a count of prompt tokens");
        assertThat(why(cell, "output_tput_per_gpu")).isEqualTo("the number of GPUs that serve is not known");
    }

    @Test
    void aCellOfNoLengthHasNoRate() {
        assertThat(why(Cells.closedLoop(1, row(0).ttft(0).tokens(1)), "request_throughput"))
                .isEqualTo("the cell took no time");
    }

    @Test
    @DisplayName("without a success the outcomes are the reason, which the gate tells")
    void nothingSucceeded() {
        assertThat(why(Cells.closedLoop(1, RowBuilder.failed(0, Outcome.HTTP_ERROR)), "mean_tpot_ms"))
                .isNull();
    }

    @Test
    void aFigureHasNoReasonToBeMissing() {
        assertThatThrownBy(() -> new MetricValue(1.0, 1L, Set.of(), "lost"))
                .hasMessage("a figure [1.0] is not unmeasured [lost]");
    }

    private static @Nullable String why(CellInput cell, String metric) {
        return CellMetrics.of(cell).value(metric).whyUnmeasured();
    }
}
