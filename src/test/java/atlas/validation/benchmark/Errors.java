package atlas.validation.benchmark;

import java.util.Arrays;
import java.util.Locale;

/** Differences between what was measured and what was true, in milliseconds. */
final class Errors {

    private final double[] sorted;

    Errors(double[] errors) {
        sorted = errors.clone();
        Arrays.sort(sorted);
    }

    double mean() {
        return Arrays.stream(sorted).average().orElse(Double.NaN);
    }

    double percentile(double part) {
        return sorted.length == 0 ? Double.NaN : sorted[(int) Math.round(part * (sorted.length - 1))];
    }

    @Override
    public String toString() {
        return String.format(
                Locale.ROOT,
                "mean %7.3f   p50 %7.3f   p99 %7.3f   max %7.3f ms",
                mean(),
                percentile(0.5),
                percentile(0.99),
                percentile(1));
    }
}
