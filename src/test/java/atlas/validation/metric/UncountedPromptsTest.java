package atlas.validation.metric;

import static atlas.validation.metric.RowBuilder.row;
import static org.assertj.core.api.Assertions.assertThat;

import atlas.validation.record.Warning;
import org.junit.jupiter.api.Test;

/** Cells of an asked input length whose server counts the prompts of some answers, or of none. */
class UncountedPromptsTest {

    @Test
    void aLengthThatNobodyCountedIsToldAndNotTakenForTheAskedOne() {
        CellInput cell = Cells.asking(1, 1024, null, answer(0).prompt(1024), answer(1));

        assertThat(CellMetrics.of(cell).value("mean_isl").value()).isNull();
        assertThat(CellMetrics.of(cell).warnings())
                .contains(new Warning(
                        "isl_not_counted",
                        "the server told the prompt tokens of 1 of 2 answers, so nobody knows whether prompts had the"
                                + " asked 1024"));
    }

    @Test
    void withoutAnAskedLengthNothingIsMissing() {
        assertThat(CellMetrics.of(Cells.asking(1, null, null, answer(0))).warnings())
                .extracting(Warning::code)
                .doesNotContain("isl_not_counted");
    }

    private static RowBuilder answer(int index) {
        return row(index).sentAt(200.0 * index).ttft(50).gaps(100).tokens(2);
    }
}
