package atlas.validation.metric;

import static atlas.validation.metric.RowBuilder.failed;
import static atlas.validation.metric.RowBuilder.row;
import static org.assertj.core.api.Assertions.assertThat;

import atlas.validation.record.Outcome;
import atlas.validation.record.ToolCallRecord;
import atlas.validation.record.Warning;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class ToolFiguresTest {

    @Test
    void figuresAreOverTheCallsThatCanBeMade() {
        CellMetrics cell = metrics(
                call(0, 10.0, 30.0, 5, 15),
                call(1, 20.0, 50.0, 10, 20),
                call(2, 12.0, 40.0),
                row(3).ttft(5).tokens(4).tool(broken("the answer calls no function")),
                failed(4, Outcome.HTTP_ERROR).tool(broken("there was no answer")),
                failed(5, Outcome.CANCELLED).tool(broken("there was no answer")));

        assertThat(cell.value("tool_emit_ms").value()).isEqualTo(40.0);
        assertThat(cell.value("tool_emit_ms").n()).isEqualTo(3);
        assertThat(cell.value("tool_name_ms").value()).isEqualTo(12.0);
        assertThat(cell.value("tool_gap_ms").value()).isEqualTo(12.5);
        assertThat(cell.value("tool_gap_ms").n())
                .as("one call came in one piece")
                .isEqualTo(2);
        assertThat(cell.value("max_tool_gap_ms").value()).isEqualTo(20.0);
        assertThat(cell.value("tool_call_success").value())
                .as("3 of 6 without the cancelled one")
                .isEqualTo(0.6);
        assertThat(cell.warnings())
                .filteredOn(warning -> warning.code().equals("no_tool_call"))
                .singleElement()
                .extracting(Warning::message)
                .isEqualTo(
                        "1 of 4 answers have no tool call that can be made; in 1 of them the answer calls no function");
    }

    @Test
    void withoutACallThereIsNoTimeButARateOfZero() {
        CellMetrics cell = metrics(row(0).ttft(5).tokens(4).tool(broken("the call names no function")));

        assertThat(cell.value("tool_call_success").value()).isZero();
        assertThat(cell.value("tool_emit_ms").value()).isNull();
        assertThat(cell.value("tool_emit_ms").whyUnmeasured()).isEqualTo("no answer has a tool call that can be made");
    }

    @Test
    void argumentsInOnePieceHaveNoGap() {
        assertThat(metrics(call(0, 10.0, 30.0)).value("tool_gap_ms").whyUnmeasured())
                .isEqualTo("no call had its arguments in more than one piece");
    }

    @Test
    void nobodyElseHasThem() {
        assertThat(CellMetrics.of(Cells.closedLoop(1, row(0).ttft(5).tokens(4))).numbers())
                .doesNotContainKeys("tool_emit_ms", "tool_call_success");
    }

    private static RowBuilder call(int index, @Nullable Double named, @Nullable Double emitted, double... gaps) {
        return row(index).ttft(10).tokens(4).tool(new ToolCallRecord("f", named, emitted, gaps, null));
    }

    private static ToolCallRecord broken(String trouble) {
        return new ToolCallRecord(null, null, null, new double[0], trouble);
    }

    private static CellMetrics metrics(RowBuilder... rows) {
        return CellMetrics.of(Cells.ofKind(WorkloadKind.TOOL_CALLS, 1, null, rows));
    }
}
