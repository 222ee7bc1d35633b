package atlas.validation.probe;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * What one scrape of {@code /metrics} tells, read from the Prometheus text format, version 0.0.4. A family that is not
 * there, or is NaN or infinite, has no value, which is something else than 0.
 *
 * @param samples value by name with labels, as they stand
 * @param wrong the first line that is no sample, or null when all are
 */
record PrometheusText(Map<String, Double> samples, @Nullable String wrong) {

    private static final Pattern SAMPLE = Pattern.compile(
            "([a-zA-Z_:][a-zA-Z0-9_:]*)(\\{(?:[^\"}]|\"(?:[^\"\\\\]|\\\\.)*\")*})?\\s+(\\S+)(?:\\s+-?\\d+)?");

    static PrometheusText parse(String text) {
        Map<String, Double> samples = new LinkedHashMap<>();
        String wrong = null;
        for (String line : text.lines().map(String::strip).toList()) {
            if (line.isEmpty() || line.startsWith("#")) {
                continue;
            }
            Matcher sample = SAMPLE.matcher(line);
            Double value = sample.matches() ? number(sample.group(3)) : null;
            if (value == null) {
                wrong = wrong == null ? line : wrong;
            } else {
                String labels = sample.group(2);
                samples.put(sample.group(1) + (labels == null ? "" : labels), value);
            }
        }
        return new PrometheusText(samples, wrong);
    }

    private static @Nullable Double number(String text) {
        return switch (text) {
            case "+Inf", "Inf" -> Double.POSITIVE_INFINITY;
            case "-Inf" -> Double.NEGATIVE_INFINITY;
            default -> {
                try {
                    yield Double.valueOf(text);
                } catch (NumberFormatException notANumber) {
                    yield null;
                }
            }
        };
    }

    /**
     * Returns the sum over all labels of the first of these families that is there; a counter may have the suffix
     * {@code _total} that its name lacks, and the other way round.
     */
    OptionalDouble value(List<String> families) {
        for (String family : families) {
            for (String name : List.of(family, family + "_total", family.replaceFirst("_total$", ""))) {
                List<Double> found = samples.entrySet().stream()
                        .filter(sample ->
                                sample.getKey().equals(name) || sample.getKey().startsWith(name + "{"))
                        .map(Map.Entry::getValue)
                        .toList();
                if (!found.isEmpty()) {
                    double sum = found.stream().mapToDouble(Double::doubleValue).sum();
                    return Double.isFinite(sum) ? OptionalDouble.of(sum) : OptionalDouble.empty();
                }
            }
        }
        return OptionalDouble.empty();
    }

    /** Returns by how much a counter has grown since; empty where either lacks it, or where it was reset meanwhile. */
    OptionalDouble growthSince(PrometheusText earlier, List<String> families) {
        OptionalDouble then = earlier.value(families);
        OptionalDouble now = value(families);
        return then.isEmpty() || now.isEmpty() || now.getAsDouble() < then.getAsDouble()
                ? OptionalDouble.empty()
                : OptionalDouble.of(now.getAsDouble() - then.getAsDouble());
    }
}
