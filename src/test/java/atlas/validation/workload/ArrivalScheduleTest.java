package atlas.validation.workload;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import atlas.validation.workload.ArrivalProcess.Constant;
import atlas.validation.workload.ArrivalProcess.Gamma;
import atlas.validation.workload.ArrivalProcess.Poisson;
import java.time.Duration;
import java.util.Arrays;
import java.util.stream.IntStream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class ArrivalScheduleTest {

    private static final int MANY = 100_000;

    @Test
    @DisplayName("F3 constant arrivals have equal gaps, and the thousandth is where it belongs")
    void constant() {
        ArrivalSchedule schedule = ArrivalSchedule.of(new Constant(), 10, Duration.ZERO, 1001, 1);

        assertThat(schedule.dueNanos(0)).isZero();
        assertThat(schedule.dueNanos(1000)).isEqualTo(Duration.ofSeconds(100).toNanos());
        assertThat(gaps(schedule)).containsOnly(0.1);
        assertThat(deviation(gaps(schedule))).isLessThan(0.001);
    }

    @Test
    @DisplayName("F1 200 a second for 10 s are 2000 arrivals inside 10 s, whatever the process")
    void numberIsExact() {
        int count = ArrivalSchedule.countIn(200, Duration.ofSeconds(10));
        for (ArrivalProcess process : new ArrivalProcess[] {new Constant(), new Poisson(), new Gamma(0.25)}) {
            ArrivalSchedule schedule = ArrivalSchedule.of(process, 200, Duration.ZERO, count, 7);

            assertThat(schedule.size()).isEqualTo(2000);
            assertThat(schedule.length()).isEqualTo(Duration.ofSeconds(10));
            assertThat(schedule.dueNanos(1999)).isLessThan(schedule.length().toNanos());
        }
    }

    @Test
    @DisplayName("Poisson gaps are exponential by the test of Kolmogorov and Smirnov")
    void poissonGapsAreExponential() {
        double[] gaps = gaps(ArrivalSchedule.of(new Poisson(), 50, Duration.ZERO, MANY, 3));
        Arrays.sort(gaps);
        double distance = 0;
        for (int i = 0; i < gaps.length; i++) {
            double expected = 1 - Math.exp(-50 * gaps[i]);
            distance = Math.max(
                    distance, Math.max(expected - i / (double) gaps.length, (i + 1) / (double) gaps.length - expected));
        }

        // The critical distance at a level of 1 %; the seed is fixed, so this holds or does not.
        assertThat(distance).isLessThan(1.63 / Math.sqrt(gaps.length));
    }

    @ParameterizedTest(name = "E22 burstiness {0}: the gaps have a coefficient of variation of {1}")
    @CsvSource({"0.25, 2", "1, 1", "4, 0.5", "100, 0.1"})
    void burstinessIsTheShapeOfGammaGaps(double burstiness, double variation) {
        double[] gaps = gaps(ArrivalSchedule.of(new Gamma(burstiness), 8, Duration.ZERO, MANY, 5));

        assertThat(mean(gaps)).isCloseTo(1.0 / 8, within(0.001));
        assertThat(deviation(gaps) / mean(gaps)).isCloseTo(variation, within(0.03 * variation));
    }

    @ParameterizedTest(name = "E22 F1 {0} arrivals are neither faster nor slower than asked, whatever the burstiness")
    @ValueSource(ints = {1, 2, 10, 100, 10_000})
    void rateIsExactHoweverFewArrivals(int count) {
        double rate = 8;
        int seeds = count > 1000 ? 40 : 4000;
        for (double burstiness : new double[] {0.01, 0.25, 1, 4, 100}) {
            double[] meanGaps = new double[seeds];
            for (int seed = 0; seed < seeds; seed++) {
                ArrivalSchedule schedule = ArrivalSchedule.of(new Gamma(burstiness), rate, Duration.ZERO, count, seed);

                assertThat(schedule.size()).isEqualTo(count);
                assertThat(schedule.length().toNanos()).isEqualTo(count * 125_000_000L);
                assertThat(schedule.dueNanos(0)).isZero();
                assertThat(schedule.dueNanos(count - 1))
                        .isLessThan(schedule.length().toNanos());
                meanGaps[seed] = schedule.dueNanos(count - 1) / 1e9 * rate / Math.max(1, count - 1);
            }

            // A schedule's mean gap is 1/rate on the average of all schedules: within four standard errors, which are
            // not to be had from few schedules where one long gap in hundreds decides. The seeds are fixed.
            if (count > 1) {
                double error = count > 1000 ? 0.001 : 4 * deviation(meanGaps) / Math.sqrt(seeds);
                assertThat(mean(meanGaps)).as("burstiness %s", burstiness).isCloseTo(1, within(error));
            }
        }
    }

    @ParameterizedTest(name = "{0} arrivals: the more regular the gaps, the nearer to equal ones")
    @ValueSource(ints = {1, 2, 10, 100})
    void veryRegularGapsAreEqualGaps(int count) {
        long[] equal = due(ArrivalSchedule.of(new Constant(), 8, Duration.ofSeconds(3), count, 1));
        long[] regular = due(ArrivalSchedule.of(new Gamma(1_000_000), 8, Duration.ofSeconds(3), count, 1));

        assertThat(regular).hasSameSizeAs(equal);
        assertThat(IntStream.range(0, equal.length))
                .allSatisfy(i -> assertThat(regular[i]).isCloseTo(equal[i], within(5_000_000L)));
    }

    @Test
    @DisplayName("F16 a ramp rises linearly: half of its arrivals come in its last 29 %, and the hold is as if alone")
    void ramp() {
        ArrivalSchedule schedule = ArrivalSchedule.of(new Constant(), 100, Duration.ofSeconds(10), 50, 1);

        assertThat(schedule.size()).isEqualTo(500 + 50);
        assertThat(schedule.isRamp(499)).isTrue();
        assertThat(schedule.isRamp(500)).isFalse();
        assertThat(schedule.dueNanos(250) / 1e9).isCloseTo(10 / Math.sqrt(2), within(0.001));
        assertThat(schedule.dueNanos(500)).isEqualTo(Duration.ofSeconds(10).toNanos());
        assertThat(schedule.dueNanos(549)).isEqualTo(Duration.ofMillis(10_490).toNanos());
        assertThat(schedule.length()).isEqualTo(Duration.ofMillis(10_500));
    }

    @Test
    void isInOrderWhateverTheProcess() {
        for (ArrivalProcess process : new ArrivalProcess[] {new Constant(), new Poisson(), new Gamma(0.05)}) {
            ArrivalSchedule schedule = ArrivalSchedule.of(process, 1000, Duration.ofSeconds(3), 5000, 11);

            assertThat(IntStream.range(1, schedule.size()))
                    .allMatch(i -> schedule.dueNanos(i) >= schedule.dueNanos(i - 1));
        }
    }

    @Test
    void sameSeedSameSchedule() {
        assertThat(due(ArrivalSchedule.of(new Poisson(), 8, Duration.ofSeconds(1), 100, 1)))
                .isEqualTo(due(ArrivalSchedule.of(new Poisson(), 8, Duration.ofSeconds(1), 100, 1)))
                .isNotEqualTo(due(ArrivalSchedule.of(new Poisson(), 8, Duration.ofSeconds(1), 100, 2)));
    }

    @Test
    void refusesWhatIsNoLoad() {
        assertThatThrownBy(() -> ArrivalSchedule.of(new Poisson(), 0, Duration.ZERO, 1, 0))
                .hasMessage("perSecond must be positive, got [0.0]");
        assertThatThrownBy(() -> ArrivalSchedule.of(new Poisson(), 1, Duration.ZERO, 0, 0))
                .hasMessage("count must be positive, got [0]");
        assertThatThrownBy(() -> ArrivalSchedule.of(new Poisson(), 1, Duration.ofNanos(-1), 1, 0))
                .hasMessageStartingWith("ramp must not be negative");
        assertThatThrownBy(() -> new Gamma(Double.NaN)).hasMessage("burstiness must be positive, got [NaN]");
    }

    private static long[] due(ArrivalSchedule schedule) {
        return IntStream.range(0, schedule.size()).mapToLong(schedule::dueNanos).toArray();
    }

    private static double[] gaps(ArrivalSchedule schedule) {
        return IntStream.range(1, schedule.size())
                .mapToDouble(i -> (schedule.dueNanos(i) - schedule.dueNanos(i - 1)) / 1e9)
                .toArray();
    }

    private static double mean(double[] values) {
        return Arrays.stream(values).average().orElseThrow();
    }

    private static double deviation(double[] values) {
        double mean = mean(values);
        return Math.sqrt(Arrays.stream(values)
                .map(value -> (value - mean) * (value - mean))
                .average()
                .orElseThrow());
    }
}
