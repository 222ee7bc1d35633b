package atlas.validation.metric;

import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * One number that stands for many samples: their mean, maximum or a percentile. The median is the percentile 50, under
 * a name of its own.
 *
 * @param prefix how it is written in front of a quantity, such as {@code p99.9}
 * @param percentile the percentile, or null when it is none
 */
record Statistic(String prefix, @Nullable Double percentile) {

    static final Statistic MEAN = new Statistic("mean", null);
    static final Statistic MEDIAN = new Statistic("median", 50.0);
    static final Statistic MAX = new Statistic("max", null);

    private static final List<Double> USUAL_PERCENTILES = List.of(50.0, 90.0, 95.0, 99.0);
    private static final Pattern PERCENTILE = Pattern.compile("p(\\d{1,2}(?:\\.\\d{1,4})?)");

    /** Returns mean, median, the usual and the given percentiles in rising order, and the maximum. */
    static List<Statistic> usualAnd(Collection<Double> percentiles) {
        TreeSet<Double> rising = new TreeSet<>(USUAL_PERCENTILES);
        rising.addAll(percentiles);
        List<Statistic> statistics = new ArrayList<>();
        statistics.add(MEAN);
        rising.forEach(p -> statistics.add(ofPercentile(p)));
        statistics.add(MAX);
        return statistics;
    }

    /** Returns the percentile {@code p}; 50 is the median. */
    static Statistic ofPercentile(double p) {
        if (p == 50) {
            return MEDIAN;
        }
        return new Statistic("p" + BigDecimal.valueOf(p).stripTrailingZeros().toPlainString(), p);
    }

    /** Reads a prefix; {@code p50} is the median, and {@code p99.0} is {@code p99}. */
    static Optional<Statistic> parse(String prefix) {
        return switch (prefix) {
            case "mean" -> Optional.of(MEAN);
            case "median" -> Optional.of(MEDIAN);
            case "max" -> Optional.of(MAX);
            default -> parsePercentile(prefix);
        };
    }

    private static Optional<Statistic> parsePercentile(String prefix) {
        Matcher matcher = PERCENTILE.matcher(prefix);
        if (!matcher.matches()) {
            return Optional.empty();
        }
        double p = Double.parseDouble(matcher.group(1));
        return p > 0 ? Optional.of(ofPercentile(p)) : Optional.empty();
    }

    /** Applies it to samples; null when there are none. */
    @Nullable
    Double of(Samples samples) {
        if (percentile != null) {
            return samples.percentile(percentile);
        }
        return prefix.equals(MAX.prefix()) ? samples.max() : samples.mean();
    }

    /** Returns it in words, as the beginning of a sentence. */
    String text() {
        if (percentile != null) {
            String words = percentile == 50 ? "Median" : "Percentile " + prefix.substring(1);
            return words + " (exact, by linear interpolation)";
        }
        return prefix.equals(MAX.prefix()) ? "Greatest" : "Mean";
    }
}
