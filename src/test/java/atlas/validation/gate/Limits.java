package atlas.validation.gate;

import atlas.validation.config.ThresholdEntry;
import atlas.validation.config.ThresholdRule;
import org.jspecify.annotations.Nullable;

/** Makes limits for tests, all of them on one line of one file. */
final class Limits {

    static final String FILE = "thresholds/x.json";

    private Limits() {}

    static ThresholdEntry min(String metric, double value) {
        return limit(metric, new ThresholdRule.Min("min", value), null, null);
    }

    static ThresholdEntry minTokS(String metric, double value) {
        return limit(metric, new ThresholdRule.Min("min_tok_s", value), null, null);
    }

    static ThresholdEntry max(String metric, double value) {
        return limit(metric, new ThresholdRule.Max("max", value), null, null);
    }

    static ThresholdEntry maxMs(String metric, double value) {
        return limit(metric, new ThresholdRule.Max("max_ms", value), null, null);
    }

    static ThresholdEntry within(String metric, double value, double tolerancePct) {
        return limit(metric, new ThresholdRule.Within(value, tolerancePct), null, null);
    }

    static ThresholdEntry minRatio(String metric, double value, String reference) {
        return limit(metric, new ThresholdRule.MinRatio(value, reference), null, null);
    }

    static ThresholdEntry info(String metric, @Nullable Double value) {
        return limit(metric, new ThresholdRule.Info(value), null, null);
    }

    static ThresholdEntry maxRegression(String metric, double pct) {
        return limit(metric, new ThresholdRule.MaxRegression(pct), null, null);
    }

    static ThresholdEntry enforced(ThresholdEntry limit, boolean enforce) {
        return limit(limit.metric(), limit.rule(), limit.minN(), enforce);
    }

    static ThresholdEntry onSamples(ThresholdEntry limit, int minN) {
        return limit(limit.metric(), limit.rule(), minN, limit.enforce());
    }

    private static ThresholdEntry limit(
            String metric, ThresholdRule rule, @Nullable Integer minN, @Nullable Boolean enforce) {
        return new ThresholdEntry(metric, rule, FILE, 17, "/w1/" + metric, minN, enforce);
    }
}
