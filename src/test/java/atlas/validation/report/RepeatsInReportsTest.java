package atlas.validation.report;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import atlas.validation.record.CellRecord;
import atlas.validation.record.RunRecord;
import atlas.validation.testing.RecordFixtures;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.json.JsonMapper;

/** What is said where one figure stands for several repeats. */
class RepeatsInReportsTest {

    private final RunRecord record = RecordFixtures.repeated();
    private final List<CellRecord> cells = record.targets().getFirst().cells();

    @Test
    @DisplayName("The spread is that of one repeat: for 0.97, 1, 1.02 and 1.01, 2.16 % of the cell's figure")
    void spread() {
        CellRecord cell = cells.getFirst();
        double figure = cell.metrics().get("output_throughput");

        assertThat(RepeatFacts.deviation(cell, "output_throughput").orElseThrow() / figure)
                .isCloseTo(0.0216, within(0.0001));
        assertThat(RepeatFacts.of(cell))
                .contains("4 repeats, standard deviation: tok/s 2.2 %, TTFT p50 2.2 %, TPOT 2.2 %");
    }

    @Test
    @DisplayName("A repeat in trouble stands behind no figure: with one left, there is no spread")
    void trouble() {
        CellRecord cell = cells.getLast();

        assertThat(RepeatFacts.of(cell)).contains("1 of 2 repeats whole");
        assertThat(RepeatFacts.deviation(cell, "output_throughput")).isEmpty();
    }

    @Test
    void aCellThatIsMeasuredOnceSaysNothing() {
        CellRecord once =
                RecordFixtures.recordOnly().targets().getFirst().cells().getFirst();

        assertThat(RepeatFacts.of(once)).isEmpty();
    }

    @Test
    void csvHasTheNumberOfRepeatsAndEverySpread() {
        List<String> lines = ResultsCsv.render(record).lines().toList();
        List<String> head = List.of(lines.getFirst().split(","));

        assertThat(head).contains("repeats", "output_throughput", "output_throughput_sd");
        assertThat(head.indexOf("output_throughput_sd")).isEqualTo(head.indexOf("output_throughput") + 1);
        assertThat(ResultsCsv.render(RecordFixtures.recordOnly()).lines().findFirst())
                .hasValueSatisfying(
                        once -> assertThat(once).contains(",repeats,").doesNotContain("_sd"));
    }

    @Test
    void consoleAndSummaryTellTheSpreadOfEachCell() {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        new ConsoleReport(new PrintStream(bytes, true, StandardCharsets.UTF_8))
                .resultsTable(record.targets().getFirst());
        String told = "w1_1k_1k-conc8: 4 repeats, standard deviation: tok/s 2.2 %";

        assertThat(bytes.toString(StandardCharsets.UTF_8)).contains(told);
        assertThat(RunSummary.render(record).replace("\\", "")).contains(told);
    }

    @Test
    @DisplayName("A page that is too large keeps of single repeats the figures that a limit names, and all means")
    void aLargePageKeepsWhatIsJudged() {
        String json = RecordJson.write(record);
        DeckRecord reduced = DeckRecord.of(JsonMapper.shared().readTree(json), json.length() / 3);

        assertThat(reduced.reduction()).isNotNull();
        assertThat(reduced.tree().at("/targets/0/cells/0/repeats/1/metrics").propertyNames())
                .contains("output_throughput", "median_ttft_ms")
                .doesNotContain("total_token_throughput");
        assertThat(reduced.tree().at("/targets/0/cells/0/metrics").propertyNames())
                .contains("total_token_throughput");
    }
}
