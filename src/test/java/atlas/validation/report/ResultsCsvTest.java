package atlas.validation.report;

import static org.assertj.core.api.Assertions.assertThat;

import atlas.validation.record.RunRecord;
import atlas.validation.testing.HostileRecord;
import atlas.validation.testing.RecordFixtures;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class ResultsCsvTest {

    @Test
    void hasAHeadAndOneRowPerCellOfEveryTarget() {
        List<List<String>> rows = parsed(ResultsCsv.render(RecordFixtures.twoServersFailing()));

        assertThat(rows).hasSize(1 + 12).allSatisfy(row -> assertThat(row).hasSameSizeAs(rows.getFirst()));
        assertThat(rows.getFirst())
                .startsWith("run_id", "target", "model", "driver", "simulated", "cell")
                .contains("status", "output_throughput", "median_ttft_ms");
        assertThat(rows.get(3)).contains("w1_1k_1k-conc32", "fail", "1234.286");
    }

    @Test
    void leavesEmptyWhatWasNotMeasured() {
        List<List<String>> rows = parsed(ResultsCsv.render(RecordFixtures.allFailed()));
        int ttft = rows.getFirst().indexOf("median_ttft_ms");

        assertThat(rows.subList(1, rows.size()))
                .allSatisfy(row -> assertThat(row.get(ttft)).isEmpty());
    }

    @Test
    void quotesCommasQuotesAndLineBreaks() {
        RunRecord hostile = HostileRecord.record();

        List<List<String>> rows = parsed(ResultsCsv.render(hostile));

        assertThat(rows).hasSize(2);
        assertThat(rows.get(1)).startsWith(HostileRecord.TEXT, HostileRecord.TEXT, HostileRecord.TEXT);
    }

    @Test
    void everyHeadStandsOnceAndTimesHaveMicroseconds() {
        RunRecord run = RecordFixtures.withMetrics(
                Map.of("attempted", 32.0, "median_ttft_ms", 10.368979999999999, "output_throughput", 812.123456789));

        List<List<String>> rows = parsed(ResultsCsv.render(run));

        assertThat(rows.getFirst()).doesNotHaveDuplicates().contains("attempted");
        assertThat(rows.get(1)).contains("10.369", "812.123457");
    }

    @Test
    void aTextThatASpreadsheetWouldRunIsNeutralised() {
        RunRecord run = RecordFixtures.withMessage("=HYPERLINK(\"http://x\")");

        assertThat(parsed(ResultsCsv.render(run)).get(1)).contains("'=HYPERLINK(\"http://x\")");
    }

    @Test
    void aRunWithoutTargetsIsAHeadAlone() {
        assertThat(ResultsCsv.render(RecordFixtures.problemsOnly()))
                .startsWith("run_id,")
                .endsWith("\r\n")
                .hasLineCount(1);
    }

    /** Reads by the grammar of RFC 4180. */
    private static List<List<String>> parsed(String csv) {
        List<List<String>> rows = new ArrayList<>();
        List<String> row = new ArrayList<>();
        StringBuilder field = new StringBuilder();
        boolean quoted = false;
        for (int i = 0; i < csv.length(); i++) {
            char c = csv.charAt(i);
            if (quoted && c == '"' && i + 1 < csv.length() && csv.charAt(i + 1) == '"') {
                field.append(c);
                i++;
            } else if (c == '"') {
                quoted = !quoted;
            } else if (!quoted && c == ',') {
                row.add(field.toString());
                field.setLength(0);
            } else if (!quoted && c == '\r') {
                row.add(field.toString());
                field.setLength(0);
                rows.add(row);
                row = new ArrayList<>();
                i++;
            } else {
                field.append(c);
            }
        }
        return rows;
    }
}
