package atlas.validation.config;

import static java.util.Objects.requireNonNull;

import org.jspecify.annotations.Nullable;

/**
 * One limit of a threshold file.
 *
 * @param metric bare metric name; {@code client.} is already gone
 * @param rule what is asked of it
 * @param file the threshold file as its user named it
 * @param line 1-based line in that file
 * @param pointer JSON pointer (RFC 6901) to it in that file
 * @param minN fewest samples that the limit is judged on, or null for the percentile's own rule
 * @param enforce whether it is enforced; null means as the config says
 */
public record ThresholdEntry(
        String metric,
        ThresholdRule rule,
        String file,
        int line,
        String pointer,
        @Nullable Integer minN,
        @Nullable Boolean enforce) {

    public ThresholdEntry {
        requireNonNull(metric, "metric is null");
        requireNonNull(rule, "rule is null");
        requireNonNull(file, "file is null");
        requireNonNull(pointer, "pointer is null");
    }
}
