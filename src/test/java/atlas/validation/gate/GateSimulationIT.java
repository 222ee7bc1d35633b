package atlas.validation.gate;

import static org.assertj.core.api.Assertions.assertThat;

import atlas.validation.config.ThresholdEntry;
import atlas.validation.metric.MetricRegistry;
import atlas.validation.metric.Tier;
import atlas.validation.record.CellId;
import atlas.validation.record.Status;
import atlas.validation.record.Warning;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What the gates promise, tried on servers whose truth and noise are known. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class GateSimulationIT {

    private static final Path PAGE = Path.of("docs", "gates.md");
    private static final double[] NOISES = {0.01, 0.03, 0.05, 0.10, 0.15};
    private static final int RUNS = 200;
    private static final int TRIES = 500;

    private final GateSimulation simulation = new GateSimulation();

    @ParameterizedTest
    @ValueSource(doubles = {0.01, 0.03, 0.05, 0.10, 0.15})
    @DisplayName("I9 at any noise, at most one run in a hundred of an unchanged server is red, early stop or not")
    void unchangedServersAreGreen(double noise) {
        double limit = SyntheticServer.OLD_TRUTH * (1 - GateSimulation.ROOM);
        assertThat(simulation.redRuns(noise, SyntheticServer.OLD_TRUTH, limit, false, RUNS))
                .isLessThanOrEqualTo(0.01);
        assertThat(simulation.redRuns(noise, SyntheticServer.OLD_TRUTH, limit, true, RUNS))
                .as("stopping early")
                .isLessThanOrEqualTo(0.01);
    }

    @Test
    void thePromiseIsKeptWithoutRoomToo() {
        // The truth lies on the limit: one in a hundred is what is allowed. Of 2000 runs up to 30 may be red by chance.
        double truth = SyntheticServer.OLD_TRUTH;
        assertThat(simulation.redRuns(0.05, truth, truth, false, 2000)).isBetween(0.004, 30 / 2000.0);
        assertThat(simulation.redRuns(0.05, truth, truth, true, 400)).isLessThanOrEqualTo(8 / 400.0);
    }

    @ParameterizedTest
    @CsvSource({"0.01, false", "0.01, true", "0.03, false", "0.03, true"})
    void aTrueRegressionOfTenPercentIsFoundWithinTenRepeats(double noise, boolean early) {
        assertThat(simulation.regression(noise, 0.10, early, TRIES).failed()).isGreaterThanOrEqualTo(0.95);
    }

    @ParameterizedTest
    @CsvSource({"0.01, 10", "0.01, 30", "0.03, 30"})
    void aTrueRegressionFromABaselineIsFound(double noise, int runs) {
        assertThat(simulation.regressionFromBaseline(noise, 0.10, runs, TRIES).failed())
                .isGreaterThanOrEqualTo(0.95);
    }

    @ParameterizedTest
    @ValueSource(doubles = {0.05, 0.10, 0.15})
    @DisplayName(
            "I9 where noise hides it the answer is inconclusive with a number of repeats, and with those it is found")
    void whereNoiseHidesItTheNumberOfRepeatsIsTold(double noise) {
        GateSimulation.Outcome outcome = simulation.regression(noise, 0.10, false, TRIES);
        assertThat(outcome.passed()).as("never taken for good").isZero();
        assertThat(outcome.inconclusive()).isGreaterThan(0.3);
        assertThat(outcome.thenFound()).isGreaterThanOrEqualTo(0.95);
    }

    @ParameterizedTest
    @ValueSource(doubles = {0.01, 0.03, 0.05, 0.10, 0.15})
    @DisplayName("I10 a run of an unchanged server is no regression from its own past")
    void anUnchangedServerIsNoRegression(double noise) {
        assertThat(simulation.regressionFromBaseline(noise, 0, 10, TRIES).failed())
                .isZero();
    }

    @ParameterizedTest
    @ValueSource(doubles = {0.01, 0.05, 0.15})
    @DisplayName("a repeat that is far out flips no verdict, neither way")
    void outliersFlipNoVerdict(double noise) {
        SyntheticServer server = new SyntheticServer(noise, 5);
        ThresholdEntry most = Limits.maxMs("p99_ttft_ms", SyntheticServer.OLD_TRUTH * 1.02);
        CellJudge judge = new CellJudge(MetricRegistry.standard());
        Judging judging = new Judging(ErrorBudget.of(GateSimulation.GATES, 10, 10));
        for (int i = 0; i < TRIES; i++) {
            for (double factor : new double[] {2, 5, 20}) {
                List<Double> good = new ArrayList<>(server.repeats(SyntheticServer.OLD_TRUTH, 10));
                good.set(i % 10, good.get(i % 10) * factor);
                assertThat(status(judge, judging, good, most)).isNotEqualTo(Status.FAIL);
                List<Double> bad = new ArrayList<>(server.repeats(SyntheticServer.OLD_TRUTH * 1.3, 10));
                bad.set(i % 10, bad.get(i % 10) / factor);
                assertThat(status(judge, judging, bad, most)).isNotEqualTo(Status.PASS);
            }
        }
    }

    private static Status status(CellJudge judge, Judging judging, List<Double> repeats, ThresholdEntry limit) {
        return judge.judge(
                        CellId.ofConcurrency("w1", 1),
                        new Measured()
                                .repeated(
                                        "p99_ttft_ms",
                                        repeats.stream()
                                                .mapToDouble(value -> value)
                                                .toArray())
                                .metrics(),
                        List.of(Tier.TTFT),
                        List.of(limit),
                        true,
                        null,
                        judging)
                .status();
    }

    @ParameterizedTest
    @CsvSource({"0.01", "0.03"})
    @DisplayName("I13 a baseline that creeps by one per cent a run is noticed, a steady one is not suspected")
    void driftingBaselinesAreNoticed(double noise) {
        int noticed = 0;
        int suspected = 0;
        int tries = 300;
        SyntheticServer server = new SyntheticServer(noise, 99);
        for (int i = 0; i < tries; i++) {
            double[] creeping = new double[20];
            double[] steady = new double[20];
            for (int run = 0; run < 20; run++) {
                creeping[run] = server.repeats(SyntheticServer.OLD_TRUTH * Math.pow(0.99, run), 1)
                        .getFirst();
                steady[run] = server.repeats(SyntheticServer.OLD_TRUTH, 1).getFirst();
            }
            noticed += drifts(creeping) ? 1 : 0;
            suspected += drifts(steady) ? 1 : 0;
        }
        assertThat(noticed / (double) tries).isGreaterThanOrEqualTo(0.95);
        assertThat(suspected / (double) tries).isLessThanOrEqualTo(0.02);
    }

    private static boolean drifts(double[] values) {
        Baseline baseline = PastRuns.baseline(
                PastRuns.daily(SyntheticServer.METRIC, values),
                PastRuns.target().measured(PastRuns.CELL, Map.of(SyntheticServer.METRIC, 1.0)),
                List.of());
        return baseline.warnings().stream().map(Warning::code).anyMatch("baseline_drift"::equals);
    }

    @Test
    void thePageTellsWhatCameOut() throws IOException {
        String told = results() + "\n" + table();
        String page = Files.readString(PAGE);
        String begin = "<!-- simulated: written by GateSimulationIT -->\n";
        String end = "<!-- end -->";
        String fresh =
                page.substring(0, page.indexOf(begin) + begin.length()) + told + page.substring(page.indexOf(end));
        if (Boolean.getBoolean("update.docs")) {
            Files.writeString(PAGE, fresh);
        }
        assertThat(Files.readString(PAGE)).as("run with -Dupdate.docs=true").isEqualTo(fresh);
    }

    private String results() {
        StringBuilder text = new StringBuilder("""
                | Noise | Unchanged: red runs, 10 repeats | Unchanged: red runs, 3 to 10 | 10 % worse: found, 10 repeats | found, 3 to 10 | else: needs (median) | found with those | 10 % worse than 30 runs: found | else: needs (median) | found with those |
                |--:|--:|--:|--:|--:|--:|--:|--:|--:|--:|
                """);
        double limit = SyntheticServer.OLD_TRUTH * (1 - GateSimulation.ROOM);
        for (double noise : NOISES) {
            GateSimulation.Outcome fixed = simulation.regression(noise, 0.10, false, TRIES);
            GateSimulation.Outcome past = simulation.regressionFromBaseline(noise, 0.10, 30, TRIES);
            text.append("| %s | %s | %s | %s | %s | %s | %s | %s | %s | %s |\n"
                    .formatted(
                            percent(noise),
                            percent(simulation.redRuns(noise, SyntheticServer.OLD_TRUTH, limit, false, RUNS)),
                            percent(simulation.redRuns(noise, SyntheticServer.OLD_TRUTH, limit, true, RUNS)),
                            percent(fixed.failed()),
                            percent(simulation
                                    .regression(noise, 0.10, true, TRIES)
                                    .failed()),
                            needs(fixed),
                            found(fixed),
                            percent(past.failed()),
                            needs(past),
                            found(past)));
        }
        return text.toString();
    }

    private static String percent(double share) {
        String text = String.format(Locale.ROOT, "%.1f", 100 * share);
        return (text.endsWith(".0") ? text.substring(0, text.length() - 2) : text) + " %";
    }

    private static String needs(GateSimulation.Outcome outcome) {
        if (outcome.median() == 0) {
            return "–";
        }
        return outcome.median() + (outcome.unbounded() == 0 ? "" : "; above 1000 for " + percent(outcome.unbounded()));
    }

    private static String found(GateSimulation.Outcome outcome) {
        return outcome.median() == 0 ? "–" : percent(outcome.thenFound());
    }

    private static String table() {
        double[] distances = {0.02, 0.03, 0.05, 0.08, 0.10, 0.15, 0.20, 0.30};
        StringBuilder text = new StringBuilder("| Noise \\ distance |");
        for (double distance : distances) {
            text.append(" %s |".formatted(percent(distance)));
        }
        text.append("\n|--:|").append("--:|".repeat(distances.length)).append('\n');
        double level = ErrorBudget.of(GateSimulation.GATES, 10, 10).at(10);
        for (double noise : NOISES) {
            text.append("| %s |".formatted(percent(noise)));
            for (double distance : distances) {
                Integer n = NeededRepeats.of(distance, noise, 2, level);
                text.append(" %s |".formatted(n == null ? "> 1000" : n));
            }
            text.append('\n');
        }
        return text.toString();
    }

    @ParameterizedTest
    @CsvSource({"0.01, 0.05", "0.03, 0.10", "0.05, 0.08", "0.10, 0.20", "0.15, 0.30"})
    void theTableHolds(double noise, double distance) {
        double level = ErrorBudget.of(GateSimulation.GATES, 10, 10).at(10);
        Integer n = NeededRepeats.of(distance, noise, 2, level);
        assertThat(n).isNotNull();
        SyntheticServer server = new SyntheticServer(noise, 21);
        int found = 0;
        for (int i = 0; i < TRIES; i++) {
            Repeats repeats = Repeats.of(server.repeats(1, n), "ratio");
            found += repeats.interval(level).ofLeast(1 + distance) == Interval.Side.BEYOND ? 1 : 0;
        }
        assertThat(found / (double) TRIES).isGreaterThanOrEqualTo(0.94);
    }
}
