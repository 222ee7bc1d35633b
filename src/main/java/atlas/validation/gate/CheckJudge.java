package atlas.validation.gate;

import atlas.validation.config.ThresholdEntry;
import atlas.validation.config.ThresholdRule;
import atlas.validation.metric.Doubt;
import atlas.validation.metric.MetricDefinition;
import atlas.validation.metric.MetricRegistry;
import atlas.validation.metric.MetricValue;
import atlas.validation.metric.SampleRule;
import atlas.validation.metric.Scope;
import atlas.validation.metric.Tier;
import atlas.validation.record.CheckRecord;
import atlas.validation.record.Status;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Holds one limit against one figure.
 *
 * <p>A figure that was not measured never passes: the check is an error. One that cannot carry a decision (too few
 * samples, tokens counted by chunks, an unfit client) is inconclusive. An {@code info} limit never gates.
 */
final class CheckJudge {

    private final MetricRegistry registry;

    CheckJudge(MetricRegistry registry) {
        this.registry = registry;
    }

    /** Judges a limit in the tier where it belongs. */
    JudgedCheck judge(ThresholdEntry limit, Tier tier, Subject subject) {
        Finding finding = find(limit, subject);
        boolean enforced = limit.enforce() != null ? limit.enforce() : subject.enforced();
        String where = "%s in %s [%s], %s:%d"
                .formatted(finding.words(), subject.place(), tier.word(), limit.file(), limit.line());
        Status status = enforced ? finding.status() : Status.RECORD;
        CheckRecord record = new CheckRecord(
                limit.metric(),
                limit.rule().kind(),
                limitOf(limit.rule()),
                finding.actual(),
                finding.unit(),
                finding.n(),
                finding.marginPct(),
                status,
                where,
                limit.file(),
                limit.line());
        return new JudgedCheck(record, finding.status(), where);
    }

    private Finding find(ThresholdEntry limit, Subject subject) {
        MetricDefinition metric = registry.find(limit.metric()).orElse(null);
        if (metric == null) {
            return Finding.unmeasured(Status.ERROR, "", limit.metric() + " is no known metric");
        }
        MetricValue value = subject.values().apply(metric.name());
        if (limit.rule() instanceof ThresholdRule.Info info) {
            return information(limit.metric(), metric.unit(), value, info);
        }
        Double actual = value.value();
        if (actual == null) {
            return Finding.unmeasured(
                    Status.ERROR,
                    metric.unit(),
                    limit.metric() + " was not measured" + reasonUnmeasured(metric, value, subject));
        }
        return switch (limit.rule()) {
            case ThresholdRule.Min rule ->
                decided(limit, metric, value, actual, Holding.of(rule, actual, metric.unit()), rule.value(), subject);
            case ThresholdRule.Max rule ->
                decided(limit, metric, value, actual, Holding.of(rule, actual, metric.unit()), rule.value(), subject);
            case ThresholdRule.Within rule ->
                decided(limit, metric, value, actual, Holding.of(rule, actual, metric.unit()), rule.value(), subject);
            case ThresholdRule.MinRatio rule -> ratio(limit, metric, value, actual, rule, subject);
            case ThresholdRule.MaxRegression rule ->
                new Finding(
                        Status.INCONCLUSIVE,
                        actual,
                        metric.unit(),
                        value.n(),
                        null,
                        limit.metric() + " " + Quantity.measured(actual, metric.unit())
                                + " cannot be held against a regression of " + Numbers.exact(rule.pct())
                                + " %, as there is no baseline");
            case ThresholdRule.Info info -> information(limit.metric(), metric.unit(), value, info);
        };
    }

    private static Finding information(String name, String unit, MetricValue value, ThresholdRule.Info info) {
        Double actual = value.value();
        String shown = actual == null ? "n/a" : Quantity.measured(actual, unit);
        Double beside = info.value();
        String words = name + " " + shown + (beside == null ? "" : " beside " + Quantity.exact(beside, unit))
                + ", for information";
        return new Finding(Status.RECORD, actual, unit, value.n(), null, words);
    }

    private Finding ratio(
            ThresholdEntry limit,
            MetricDefinition metric,
            MetricValue value,
            double actual,
            ThresholdRule.MinRatio rule,
            Subject subject) {
        MetricDefinition reference = registry.find(rule.reference()).orElse(null);
        MetricValue other =
                reference == null ? MetricValue.unmeasured() : subject.values().apply(reference.name());
        String name = limit.metric() + " / " + rule.reference();
        Double divisor = other.value();
        if (reference == null || divisor == null || divisor == 0) {
            String reason = divisor != null
                    ? " is 0"
                    : " was not measured" + (reference == null ? "" : reasonUnmeasured(reference, other, subject));
            return Finding.unmeasured(Status.ERROR, "ratio", name + " cannot be told, as " + rule.reference() + reason);
        }
        double ratio = actual / divisor;
        List<String> doubts = doubts(limit, reference, other, subject);
        doubts.addAll(0, doubts(limit, metric, value, subject));
        return decided(name, "ratio", value.n(), ratio, Holding.of(rule, ratio), rule.value(), doubts);
    }

    private static Finding decided(
            ThresholdEntry limit,
            MetricDefinition metric,
            MetricValue value,
            double actual,
            Holding holding,
            double bound,
            Subject subject) {
        List<String> doubts = doubts(limit, metric, value, subject);
        return decided(limit.metric(), metric.unit(), value.n(), actual, holding, bound, doubts);
    }

    private static Finding decided(
            String name,
            String unit,
            @Nullable Long n,
            double actual,
            Holding holding,
            double bound,
            List<String> doubts) {
        String words = name + " " + Quantity.measured(actual, bound, unit) + " " + holding.words();
        if (!doubts.isEmpty()) {
            String reasons = doubts.stream().distinct().collect(Collectors.joining("; "));
            return new Finding(
                    Status.INCONCLUSIVE, actual, unit, n, holding.marginPct(), words + ", undecided: " + reasons);
        }
        return new Finding(holding.within() ? Status.PASS : Status.FAIL, actual, unit, n, holding.marginPct(), words);
    }

    private static List<String> doubts(
            ThresholdEntry limit, MetricDefinition metric, MetricValue value, Subject subject) {
        List<String> doubts = new ArrayList<>();
        Integer own = limit.minN();
        long needed = own != null ? own : SampleRule.neededBy(metric.percentile());
        Long n = value.n();
        if (needed > 0 && (n == null || n < needed)) {
            doubts.add("%s of the %d samples that it needs".formatted(n == null ? "an unknown number" : n, needed));
        }
        value.doubts().stream().map(Doubt::reason).forEach(doubts::add);
        if (subject.unfit() != null) {
            doubts.add("the client is unfit: " + subject.unfit());
        }
        return doubts;
    }

    private static String reasonUnmeasured(MetricDefinition metric, MetricValue value, Subject subject) {
        String why = subject.whyUnmeasured() != null ? subject.whyUnmeasured() : value.whyUnmeasured();
        if (why != null) {
            return " (" + why + ")";
        }
        return metric.scopes().isEmpty()
                ? ""
                : metric.scopes().stream().map(Scope::text).collect(Collectors.joining(", ", " (", ")"));
    }

    private static @Nullable Double limitOf(ThresholdRule rule) {
        return switch (rule) {
            case ThresholdRule.Min min -> min.value();
            case ThresholdRule.Max max -> max.value();
            case ThresholdRule.Within within -> within.value();
            case ThresholdRule.MinRatio ratio -> ratio.value();
            case ThresholdRule.Info info -> info.value();
            case ThresholdRule.MaxRegression regression -> regression.pct();
        };
    }

    /** What was found, before anything is said of enforcement. */
    private record Finding(
            Status status,
            @Nullable Double actual,
            String unit,
            @Nullable Long n,
            @Nullable Double marginPct,
            String words) {

        static Finding unmeasured(Status status, String unit, String words) {
            return new Finding(status, null, unit, null, null, words);
        }
    }
}
