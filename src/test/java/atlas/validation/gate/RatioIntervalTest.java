package atlas.validation.gate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import atlas.validation.metric.MetricRegistry;
import atlas.validation.record.CellFitness;
import atlas.validation.record.CellRecord;
import atlas.validation.record.ClientReadings;
import atlas.validation.record.Comparison.ComparedMetric;
import atlas.validation.record.Counts;
import atlas.validation.record.RepeatRecord;
import atlas.validation.record.TargetRecord;
import atlas.validation.testing.CellBuilder;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class RatioIntervalTest {

    private static final String METRIC = "output_throughput";

    @Test
    void aWorkedExample() {
        // Means 200 and 100, deviations 4 and 1 over 4 repeats each: relative errors 0.01 and 0.005, together 0.01118;
        // degrees of freedom (1e-4 + 2.5e-5)^2 / (1e-8/3 + 6.25e-10/3) = 4.41, t = 2.68; half width 0.02996.
        double a = 4 * Math.sqrt(3) / 2;
        double b = Math.sqrt(3) / 2;
        Interval interval =
                interval(values(200 - a, 200 - a, 200 + a, 200 + a), values(100 - b, 100 - b, 100 + b, 100 + b));

        assertThat(interval.low()).isCloseTo(2 * Math.exp(-0.02996), within(0.002));
        assertThat(interval.high()).isCloseTo(2 * Math.exp(0.02996), within(0.002));
    }

    /** Nineteen of twenty intervals should hold the truth, whatever the two spreads are. */
    @Test
    void holdsTheTruthAsOftenAsItSays() {
        Random random = new Random(7);
        int held = 0;
        int runs = 2000;
        for (int run = 0; run < runs; run++) {
            double[] a = random.doubles(5)
                    .map(any -> 120 + 6 * random.nextGaussian())
                    .toArray();
            double[] b = random.doubles(4)
                    .map(any -> 100 + 2 * random.nextGaussian())
                    .toArray();
            Interval interval = interval(values(a), values(b));
            held += interval.low() <= 1.2 && 1.2 <= interval.high() ? 1 : 0;
        }

        assertThat(held / (double) runs).isBetween(0.93, 0.975);
    }

    @Test
    void repeatsDecideWhichIsBetterAndNoFixedTolerance() {
        assertThat(compared(values(101, 101.1, 100.9), values(100, 100.1, 99.9)).better())
                .as("1 %, and sure of it")
                .isEqualTo("subject");
        assertThat(compared(values(110, 90, 130), values(100, 80, 120)).better())
                .as("10 %, and not sure of it")
                .isEqualTo("same");
    }

    @Test
    void twoRepeatsHaveNoInterval() {
        ComparedMetric metric = compared(values(110, 111), values(100, 101, 102));

        assertThat(metric.ratioLow()).isNull();
        assertThat(metric.better()).isEqualTo("subject");
    }

    @Test
    void aRepeatInTroubleCountsNowhere() {
        List<RepeatRecord> repeats = new ArrayList<>(values(110, 111));
        repeats.add(repeat(2, 112, "the server was restarted in it"));

        assertThat(compared(repeats, values(100, 101, 102)).ratioLow()).isNull();
    }

    private static Interval interval(List<RepeatRecord> subject, List<RepeatRecord> other) {
        return RatioInterval.of(cell(subject), cell(other), METRIC, "tok/s").orElseThrow();
    }

    private static ComparedMetric compared(List<RepeatRecord> subject, List<RepeatRecord> other) {
        List<TargetRecord> targets = List.of(target("a", subject), target("b", other));
        return Objects.requireNonNull(TargetComparison.compare(targets, MetricRegistry.standard()))
                .others()
                .getFirst()
                .cells()
                .getFirst()
                .metrics()
                .get(METRIC);
    }

    private static TargetRecord target(String name, List<RepeatRecord> repeats) {
        return TargetBuilder.target(name).cellRecord(cell(repeats)).build();
    }

    private static CellRecord cell(List<RepeatRecord> repeats) {
        double mean = repeats.stream()
                .mapToDouble(repeat -> Objects.requireNonNull(repeat.metrics().get(METRIC)))
                .average()
                .orElseThrow();
        CellRecord once = TargetBuilder.target("any")
                .measured("w1-conc1", Map.of(METRIC, mean))
                .build()
                .cells()
                .getFirst();
        return CellBuilder.like(once).repeats(repeats).build();
    }

    private static List<RepeatRecord> values(double... values) {
        List<RepeatRecord> repeats = new ArrayList<>();
        Arrays.stream(values).forEach(value -> repeats.add(repeat(repeats.size(), value, null)));
        return repeats;
    }

    private static RepeatRecord repeat(int number, double value, @Nullable String trouble) {
        return new RepeatRecord(
                number,
                Instant.EPOCH,
                trouble,
                Counts.none(),
                Map.of(METRIC, value),
                List.of(),
                CellFitness.of("fit", List.of(), ClientReadings.NONE));
    }
}
