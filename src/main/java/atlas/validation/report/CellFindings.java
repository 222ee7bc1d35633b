package atlas.validation.report;

import atlas.validation.record.CellRecord;
import atlas.validation.record.Status;
import java.util.ArrayList;
import java.util.List;

/** What a console says of a cell that has ended. */
public final class CellFindings {

    private static final int MOST_CAUSES = 3;

    private CellFindings() {}

    /** Returns the figures first, then one sentence each for what is odd about them; never empty. */
    public static List<String> of(CellRecord cell) {
        List<String> findings = new ArrayList<>();
        findings.add("%s requests ok, %s tok/s, TTFT p50 %s ms"
                .formatted(
                        ResultsTable.ok(cell.counts()),
                        Figures.of(cell.metrics().get("output_throughput")),
                        Figures.of(cell.metrics().get("median_ttft_ms"))));
        RateFacts.of(cell).ifPresent(findings::add);
        if (cell.message() != null && cell.status().worseThan(Status.PASS)) {
            findings.add(cell.message());
        }
        cell.failures().stream()
                .limit(MOST_CAUSES)
                .forEach(failure -> findings.add("failed: " + PlainText.oneLine(failure.sentence())));
        if (cell.failures().size() > MOST_CAUSES) {
            findings.add("failed: %d more causes, told in the deck"
                    .formatted(cell.failures().size() - MOST_CAUSES));
        }
        return findings;
    }
}
