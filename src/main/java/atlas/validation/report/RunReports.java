package atlas.validation.report;

import atlas.validation.metric.MetricRegistry;
import atlas.validation.record.RunRecord;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Writes every report of a closed record into its folder; one that fails keeps none of the others from being written.
 */
public final class RunReports {

    private final RunFolder folder;
    private final MetricRegistry registry;
    private final Optional<Path> benchmarkReportCopy;

    /** @param benchmarkReportCopy a file outside the folder that the benchmark report is written to as well */
    public RunReports(RunFolder folder, MetricRegistry registry, Optional<Path> benchmarkReportCopy) {
        this.folder = folder;
        this.registry = registry;
        this.benchmarkReportCopy = benchmarkReportCopy;
    }

    /**
     * Writes {@code run.json} first, then what is made from it.
     *
     * @return one sentence per report that could not be written; empty when all are there
     */
    public List<String> write(RunRecord record) {
        List<String> failures = new ArrayList<>();
        Supplier<String> json = once(() -> RecordJson.write(record));
        write(folder.file(RunFolder.RUN_JSON), json, failures);
        write(folder.file(RunFolder.RESULTS_CSV), () -> ResultsCsv.render(record), failures);
        write(folder.file(RunFolder.SUMMARY_MD), () -> RunSummary.render(record), failures);
        write(folder.file(RunFolder.RUN_DECK_HTML), () -> RunDeck.ofJson(json.get(), registry), failures);
        write(folder.file(RunFolder.EVALUATION_MD), () -> EvaluationSheet.render(record), failures);
        write(folder.file(RunFolder.BENCHMARK_REPORT_JSON), () -> BenchmarkReport.render(record), failures);
        benchmarkReportCopy.ifPresent(
                file -> write(file, () -> madeFor(file, BenchmarkReport.render(record)), failures));
        return List.copyOf(failures);
    }

    /** Makes the folder of a file that lies outside the run folder; returns the content for it. */
    private static String madeFor(Path file, String content) {
        Path folder = file.toAbsolutePath().getParent();
        if (folder != null) {
            RunFolder.folder(folder);
        }
        return content;
    }

    /** Makes a text that several files need when the first of them asks, and anew where that failed. */
    private static Supplier<String> once(Supplier<String> content) {
        AtomicReference<@Nullable String> made = new AtomicReference<>();
        return () -> {
            String known = made.get();
            String text = known == null ? content.get() : known;
            made.set(text);
            return text;
        };
    }

    private static void write(Path file, Supplier<String> content, List<String> failures) {
        try {
            WholeFile.write(file, content.get());
        } catch (RunFolderException e) {
            failures.add(e.sentence());
        } catch (RuntimeException e) {
            // Whatever is wrong with one report, the others are still worth having.
            failures.add("cannot make %s: %s".formatted(file, e));
        }
    }
}
