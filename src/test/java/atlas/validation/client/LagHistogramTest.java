package atlas.validation.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.Arrays;
import java.util.Random;
import java.util.stream.LongStream;
import org.assertj.core.data.Percentage;
import org.junit.jupiter.api.Test;

class LagHistogramTest {

    @Test
    void withoutSamplesThereIsNothing() {
        LagHistogram histogram = new LagHistogram();
        assertThat(histogram.size()).isZero();
        assertThat(histogram.percentileMillis(99)).isNull();
        assertThat(histogram.longestMillis()).isNull();
    }

    @Test
    void whatCameEarlyIsPunctual() {
        LagHistogram histogram = new LagHistogram();
        histogram.add(-5_000_000);
        assertThat(histogram.longestMillis()).isZero();
        assertThat(histogram.percentileMillis(99)).isZero();
    }

    @Test
    void aPercentileIsAtMostAnEighthTooHigh() {
        LagHistogram histogram = new LagHistogram();
        Random random = new Random(7);
        long[] lags = LongStream.generate(() -> (long) Math.exp(random.nextDouble() * 25))
                .limit(10_000)
                .toArray();
        Arrays.stream(lags).forEach(histogram::add);
        Arrays.sort(lags);
        for (double percent : new double[] {1, 50, 90, 99, 99.9}) {
            double exact = lags[(int) Math.ceil(percent / 100 * lags.length) - 1] / 1e6;
            assertThat(histogram.percentileMillis(percent)).isBetween(exact, exact * 1.125 + 1e-6);
        }
        assertThat(histogram.longestMillis()).isEqualTo(lags[lags.length - 1] / 1e6);
        assertThat(histogram.percentileMillis(100)).isCloseTo(histogram.longestMillis(), within(0.0));
    }

    @Test
    void theLargestDelayHasAClass() {
        LagHistogram histogram = new LagHistogram();
        histogram.add(Long.MAX_VALUE);
        assertThat(histogram.percentileMillis(50)).isCloseTo(Long.MAX_VALUE / 1e6, Percentage.withPercentage(1));
    }
}
