package atlas.validation.report;

import atlas.validation.metric.MetricRegistry;
import atlas.validation.record.RunRecord;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;

/**
 * Writes every report of a closed record into its folder; one that fails keeps none of the others from being written.
 */
public final class RunReports {

    private final RunFolder folder;
    private final MetricRegistry registry;

    public RunReports(RunFolder folder, MetricRegistry registry) {
        this.folder = folder;
        this.registry = registry;
    }

    /**
     * Writes {@code run.json} first, then what is made from it.
     *
     * @return one sentence per report that could not be written; empty when all are there
     */
    public List<String> write(RunRecord record) {
        List<String> failures = new ArrayList<>();
        write(RunFolder.RUN_JSON, () -> RecordJson.write(record), failures);
        write(RunFolder.RESULTS_CSV, () -> ResultsCsv.render(record), failures);
        write(RunFolder.SUMMARY_MD, () -> RunSummary.render(record), failures);
        write(RunFolder.RUN_DECK_HTML, () -> RunDeck.render(record, registry), failures);
        return List.copyOf(failures);
    }

    private void write(String name, Supplier<String> content, List<String> failures) {
        try {
            folder.write(name, content.get());
        } catch (RunFolderException e) {
            failures.add(e.sentence());
        } catch (RuntimeException e) {
            // Whatever is wrong with one report, the others are still worth having.
            failures.add("cannot make %s: %s".formatted(name, e));
        }
    }
}
