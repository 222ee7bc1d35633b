package atlas.validation.metric;

import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * Holds raw samples and answers exactly: no buckets, no sketches. Immutable.
 *
 * <p>Percentiles interpolate linearly between the two nearest samples, as {@code numpy.percentile} does by default
 * (method 7 of Hyndman and Fan, 1996): the percentile p lies at position (n − 1) · p / 100 of the sorted samples.
 */
final class Samples {

    private final double[] sorted;
    private final long n;

    private Samples(double[] sorted, long n) {
        this.sorted = sorted;
        this.n = n;
    }

    /** Takes one sample of each request. */
    static Samples of(Collection<Double> values) {
        return pooled(values.stream().mapToDouble(Double::doubleValue).toArray(), values.size());
    }

    /** Takes many samples of each of {@code n} requests. */
    static Samples pooled(double[] values, long n) {
        double[] sorted = values.clone();
        for (double value : sorted) {
            if (!Double.isFinite(value)) {
                throw new IllegalArgumentException("sample must be finite, got [" + value + "]");
            }
        }
        Arrays.sort(sorted);
        return new Samples(sorted, n);
    }

    /** Returns the number of requests behind the samples. */
    long n() {
        return n;
    }

    boolean isEmpty() {
        return sorted.length == 0;
    }

    /** Returns the mean, or null when there are no samples. */
    @Nullable
    Double mean() {
        return isEmpty() ? null : Arrays.stream(sorted).sum() / sorted.length;
    }

    /** Returns the greatest sample, or null when there are no samples. */
    @Nullable
    Double max() {
        return isEmpty() ? null : sorted[sorted.length - 1];
    }

    /** Returns the percentile {@code p} in [0, 100], or null when there are no samples. */
    @Nullable
    Double percentile(double p) {
        if (isEmpty()) {
            return null;
        }
        double position = (sorted.length - 1) * p / 100;
        int below = (int) Math.floor(position);
        int above = Math.min(below + 1, sorted.length - 1);
        double fraction = position - below;
        return sorted[below] + (sorted[above] - sorted[below]) * fraction;
    }

    /**
     * Returns at most {@code most} points {@code [share of samples at or below, sample]} of the distribution, least and
     * greatest sample among them; empty when there are no samples. Two thirds of the points lie evenly, the others ever
     * closer to the greatest sample, since it is the tail that is read off singly.
     */
    List<double[]> curve(int most) {
        SortedSet<Integer> indices = new TreeSet<>();
        if (sorted.length <= most) {
            IntStream.range(0, sorted.length).forEach(indices::add);
        } else {
            int even = most * 2 / 3;
            for (int point = 0; point < even; point++) {
                indices.add((int) ((long) point * (sorted.length - 1) / (even - 1)));
            }
            int tail = most - even;
            double widest = (double) sorted.length / even;
            for (int point = 1; point <= tail; point++) {
                indices.add(sorted.length - 1 - (int) Math.pow(widest, (double) point / tail));
            }
        }
        return indices.stream()
                .map(index -> new double[] {(index + 1.0) / sorted.length, sorted[index]})
                .toList();
    }

    /** Returns the median, or null when there are no samples. */
    @Nullable
    Double median() {
        return percentile(50);
    }
}
