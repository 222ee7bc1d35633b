package atlas.validation.benchmark;

import static java.nio.charset.StandardCharsets.UTF_8;

import atlas.validation.metric.MetricRegistry;
import atlas.validation.record.RunRecord;
import atlas.validation.report.RunFolder;
import atlas.validation.report.RunReports;
import atlas.validation.testing.Browser;
import atlas.validation.testing.LargeRecord;
import java.io.BufferedReader;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Measures how long the reports of 200 cells and 200,000 requests take to be written, and the deck to be painted. */
final class DeckBenchmark {

    private static final String RESULT = "RESULT ";
    private static final int REPEATS = 3;

    private DeckBenchmark() {}

    /**
     * What came of it, each the median of three.
     *
     * @param seconds until every report was written, in a JVM that has written none before
     * @param megabytes size of the deck
     * @param paintSeconds from the opening of the deck to its first paint, or null where there is no browser
     */
    record Figures(
            double seconds, double megabytes, @Nullable Double paintSeconds) {}

    /** Writes the reports in processes of their own. */
    static Figures measure() throws IOException, InterruptedException {
        double[] seconds = new double[REPEATS];
        double[] megabytes = new double[REPEATS];
        Path folder = Files.createTempDirectory("deck-benchmark");
        for (int i = 0; i < REPEATS; i++) {
            String[] told = inAProcessOfItsOwn(folder).split(" ");
            seconds[i] = Double.parseDouble(told[0]);
            megabytes[i] = Double.parseDouble(told[1]);
        }
        return new Figures(median(seconds), median(megabytes), paint(folder.resolve("latest/run_deck.html")));
    }

    private static String inAProcessOfItsOwn(Path folder) throws IOException, InterruptedException {
        Process process = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-cp",
                        System.getProperty("java.class.path"),
                        DeckBenchmark.class.getName(),
                        folder.toString())
                .redirectErrorStream(true)
                .start();
        String result = "";
        try (BufferedReader lines = process.inputReader(UTF_8)) {
            for (String line : lines.lines().toList()) {
                result = line.startsWith(RESULT) ? line.substring(RESULT.length()) : result;
            }
        }
        if (process.waitFor() != 0 || result.isEmpty()) {
            throw new IllegalStateException("the benchmark of the deck failed");
        }
        return result;
    }

    public static void main(String[] arguments) throws IOException {
        RunRecord record = LargeRecord.record();
        RunFolder folder = RunFolder.create(Path.of(arguments[0]), "large", Instant.now());
        long started = System.nanoTime();
        List<String> lost = new RunReports(folder, MetricRegistry.standard(), Optional.empty()).write(record);
        double seconds = (System.nanoTime() - started) / 1e9;
        if (!lost.isEmpty()) {
            throw new IllegalStateException(String.join("; ", lost));
        }
        System.out.println(RESULT + seconds + " " + Files.size(folder.file(RunFolder.RUN_DECK_HTML)) / 1e6);
    }

    private static @Nullable Double paint(Path deck) {
        Optional<Browser> found = Browser.ofThisMachine();
        if (found.isEmpty()) {
            return null;
        }
        double[] seconds = new double[REPEATS];
        try (Browser browser = found.get()) {
            browser.window(1280, 900, false);
            for (int i = 0; i < REPEATS; i++) {
                browser.open(deck, "");
                Object millis =
                        browser.run("return performance.getEntriesByName('first-contentful-paint')[0].startTime");
                seconds[i] = ((Number) millis).doubleValue() / 1e3;
            }
        }
        return median(seconds);
    }

    private static double median(double[] values) {
        double[] sorted = values.clone();
        Arrays.sort(sorted);
        return sorted[sorted.length / 2];
    }
}
