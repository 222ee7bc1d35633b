package atlas.validation.benchmark;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.EnumSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import org.openjdk.jmh.results.RunResult;
import org.openjdk.jmh.runner.Runner;
import org.openjdk.jmh.runner.RunnerException;
import org.openjdk.jmh.runner.options.OptionsBuilder;

/**
 * Prints what the project promises of its own speed beside what it reaches now: the parts that are named as arguments,
 * separated by commas or spaces, else all of them. Fails for nothing but a part that it does not know.
 */
public final class Benchmarks {

    private static final int[] STREAMS = {1, 10, 100, 500, 1000};

    /** Mean TTFT errors in ms for those streams: the budget, and what others have published on four cores. */
    private static final String[][] TTFT = {
        {"1", "2.6", "3.8"}, {"1", "2.7", "5.2"}, {"2", "3.5", "23"}, {"4", "19.9", "137"}, {"8", "28.1", "294"}
    };

    private static final String ROW = "%-44s %12s %12s %14s %14s%n";

    private enum Part {
        DECODING,
        CLIENT,
        MEMORY,
        LOOP,
        ACCURACY,
        DECK
    }

    private final List<String[]> table = new ArrayList<>();

    private Benchmarks() {}

    public static void main(String[] arguments) throws Exception {
        Set<Part> parts = parts(String.join(",", arguments));
        Benchmarks benchmarks = new Benchmarks();
        if (parts.contains(Part.ACCURACY)) {
            AccuracyBenchmark.main(new String[0]);
        }
        if (parts.contains(Part.CLIENT)) {
            benchmarks.client();
        }
        if (parts.contains(Part.MEMORY)) {
            benchmarks.memory();
        }
        if (parts.contains(Part.LOOP)) {
            OpenLoopBenchmark.main(new String[0]);
        }
        if (parts.contains(Part.DECK)) {
            benchmarks.deck();
        }
        if (parts.contains(Part.DECODING)) {
            benchmarks.decoding();
        }
        benchmarks.print();
    }

    private static Set<Part> parts(String words) {
        EnumSet<Part> parts = EnumSet.noneOf(Part.class);
        for (String word : words.split("[, ]+")) {
            if (!word.isEmpty()) {
                parts.add(Part.valueOf(word.toUpperCase(Locale.ROOT)));
            }
        }
        return parts.isEmpty() ? EnumSet.allOf(Part.class) : parts;
    }

    private void client() throws IOException, InterruptedException {
        for (int i = 0; i < STREAMS.length; i++) {
            ClientFigures figures = ClientBenchmark.inAProcessOfItsOwn(STREAMS[i], 100);
            row("mean TTFT error, %d streams (ms)".formatted(STREAMS[i]), TTFT[i][0], figures.ttftErrorMs(), TTFT[i][1],
                    TTFT[i][2]);
            row("  of it the client's own", "", figures.ownErrorMs(), "", "");
            row("  ITL p99 (ms, the mock's is 10)", "", figures.itlP99Ms(), "", "");
            row("  ITL standard deviation (ms)", "", figures.itlSigmaMs(), "", "");
            boolean budgeted = STREAMS[i] == 1000;
            row("  CPU per streamed event (us)", budgeted ? "8" : "", figures.cpuMicrosPerEvent(), "", "");
            row("    of it the operating system's", "", figures.systemMicrosPerEvent(), "", "");
        }
    }

    private void memory() throws IOException, InterruptedException {
        ClientFigures figures = ClientBenchmark.inAProcessOfItsOwn(1000, 1000);
        row("heap, 1000 streams x 1000 tokens, peak (MB)", "512", figures.heapPeakMb(), "", "");
        row("  still held when the cell has ended (MB)", "", figures.heapAfterMb(), "", "");
        row("  CPU per streamed event (us)", "", figures.cpuMicrosPerEvent(), "", "");
    }

    private void deck() throws IOException, InterruptedException {
        DeckBenchmark.Figures figures = DeckBenchmark.measure();
        row("reports of 200 cells, written (s)", "5", figures.seconds(), "", "");
        row("  the deck (MB)", "8", figures.megabytes(), "", "");
        Double paint = figures.paintSeconds();
        if (paint != null) {
            row("  its first paint (s)", "2", paint, "", "");
        }
    }

    private void decoding() throws RunnerException {
        Collection<RunResult> results = new Runner(new OptionsBuilder()
                        .include(DecodingBenchmark.class.getName())
                        .shouldFailOnError(true)
                        .build())
                .run();
        for (RunResult result : results) {
            String shape = result.getParams().getParam("shape").toLowerCase(Locale.ROOT).replace('_', ' ');
            String name = result.getPrimaryResult().getLabel();
            row(
                    "%s, %s changes (M events/s)".formatted(name, shape),
                    name.equals("reading") ? "1" : "",
                    result.getPrimaryResult().getScore() / 1e6,
                    "",
                    "");
        }
    }

    private void row(String what, String budget, double ours, String rust, String python) {
        table.add(new String[] {what, budget, String.format(Locale.ROOT, "%.2f", ours), rust, python});
    }

    private void print() {
        System.out.printf("%n" + ROW, "what", "budget", "here", "Rust client*", "Python client*");
        table.forEach(row -> System.out.printf(ROW, (Object[]) row));
        System.out.println("* published elsewhere, on four cores: the best Rust client, and the usual Python one");
    }
}
