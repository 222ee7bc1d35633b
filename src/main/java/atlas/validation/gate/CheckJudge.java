package atlas.validation.gate;

import static java.util.Objects.requireNonNull;

import atlas.validation.config.ThresholdEntry;
import atlas.validation.config.ThresholdRule;
import atlas.validation.metric.Direction;
import atlas.validation.metric.Doubt;
import atlas.validation.metric.MetricDefinition;
import atlas.validation.metric.MetricRegistry;
import atlas.validation.metric.MetricValue;
import atlas.validation.metric.SampleRule;
import atlas.validation.metric.Scope;
import atlas.validation.metric.Tier;
import atlas.validation.record.CheckRecord;
import atlas.validation.record.CheckRecord.Noise;
import atlas.validation.record.CheckRecord.Reference;
import atlas.validation.record.Status;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Holds one limit against one figure.
 *
 * <p>A figure that was not measured never passes: the check is an error. One that cannot carry a decision (too few
 * samples, tokens counted by chunks, an unfit client, repeats that scatter across the limit) is inconclusive. An
 * {@code info} limit never gates.
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
                limit.line(),
                finding.noise(),
                finding.baseline());
        return new JudgedCheck(record, finding.status(), where, finding.openToRepeats());
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
                decided(limit, metric, value, Holding.of(rule, actual, metric.unit()), rule.value(), subject);
            case ThresholdRule.Max rule ->
                decided(limit, metric, value, Holding.of(rule, actual, metric.unit()), rule.value(), subject);
            case ThresholdRule.Within rule ->
                decided(limit, metric, value, Holding.of(rule, actual, metric.unit()), rule.value(), subject);
            case ThresholdRule.MinRatio rule -> ratio(limit, metric, value, actual, rule, subject);
            case ThresholdRule.MaxRegression rule ->
                regression(limit, metric, value, rule, doubts(limit, metric, value, subject), subject);
            case ThresholdRule.Info info -> information(limit.metric(), metric.unit(), value, info);
        };
    }

    private static Finding information(String name, String unit, MetricValue value, ThresholdRule.Info info) {
        Double actual = value.value();
        String shown = actual == null ? "n/a" : Quantity.measured(actual, unit);
        Double beside = info.value();
        String words = name + " " + shown + (beside == null ? "" : " beside " + Quantity.exact(beside, unit))
                + ", for information";
        return new Finding(Status.RECORD, actual, unit, value.n(), null, words, null, null, false);
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
        List<Double> ratios = ratios(value.repeats(), other.repeats());
        double ratio = ratios.isEmpty()
                ? actual / divisor
                : Repeats.of(ratios, "ratio").mean();
        List<String> doubts = doubts(limit, reference, other, subject);
        doubts.addAll(0, doubts(limit, metric, value, subject));
        Figure figure = new Figure(name, "ratio", value.n(), ratio, ratios);
        return decided(figure, limit.rule(), Direction.NEITHER, Holding.of(rule, ratio), rule.value(), doubts, subject);
    }

    /** Returns the ratio in each repeat; none where one of the figures is not of every repeat. */
    private static List<Double> ratios(List<Double> values, List<Double> divisors) {
        if (values.size() != divisors.size() || divisors.contains(0.0)) {
            return List.of();
        }
        List<Double> ratios = new ArrayList<>();
        for (int i = 0; i < values.size(); i++) {
            ratios.add(values.get(i) / divisors.get(i));
        }
        return ratios;
    }

    private static Finding decided(
            ThresholdEntry limit,
            MetricDefinition metric,
            MetricValue value,
            Holding holding,
            double bound,
            Subject subject) {
        Figure figure = new Figure(
                limit.metric(),
                metric.unit(),
                value.n(),
                requireNonNull(value.value(), "an unmeasured figure is told apart first"),
                value.repeats());
        return decided(
                figure, limit.rule(), metric.better(), holding, bound, doubts(limit, metric, value, subject), subject);
    }

    private static Finding decided(
            Figure figure,
            ThresholdRule rule,
            Direction better,
            Holding holding,
            double bound,
            List<String> doubts,
            Subject subject) {
        RepeatVerdict repeated = figure.repeats().size() < Repeats.FEWEST
                ? null
                : RepeatVerdict.of(
                        rule,
                        Repeats.of(figure.repeats(), figure.unit()),
                        better,
                        subject.judging().budget());
        String words = figure.name() + " " + Quantity.measured(figure.actual(), bound, figure.unit()) + " "
                + holding.words()
                + (repeated == null ? "" : ", " + repeated.knownTo(figure.unit()));
        Noise noise = repeated == null ? null : repeated.noise();
        if (!doubts.isEmpty()) {
            String reasons = doubts.stream().distinct().collect(Collectors.joining("; "));
            return figure.finding(
                    Status.INCONCLUSIVE, holding.marginPct(), words + ", undecided: " + reasons, noise, false);
        }
        if (repeated == null) {
            return figure.finding(
                    holding.within() ? Status.PASS : Status.FAIL, holding.marginPct(), words, null, false);
        }
        return switch (repeated.side()) {
            case WITHIN -> figure.finding(Status.PASS, holding.marginPct(), words, noise, false);
            case BEYOND -> figure.finding(Status.FAIL, holding.marginPct(), words, noise, false);
            case ACROSS ->
                figure.finding(
                        Status.INCONCLUSIVE,
                        holding.marginPct(),
                        words + ", inconclusive: " + repeated.needs(),
                        noise,
                        true);
        };
    }

    private static Finding regression(
            ThresholdEntry limit,
            MetricDefinition metric,
            MetricValue value,
            ThresholdRule.MaxRegression rule,
            List<String> doubts,
            Subject subject) {
        RegressionFinding found = RegressionFinding.of(limit.metric(), metric, value, rule, doubts, subject);
        return new Finding(
                found.status(),
                value.value(),
                metric.unit(),
                value.n(),
                found.marginPct(),
                found.words(),
                found.noise(),
                found.baseline(),
                found.openToRepeats());
    }

    private static List<String> doubts(
            ThresholdEntry limit, MetricDefinition metric, MetricValue value, Subject subject) {
        List<String> doubts = new ArrayList<>();
        Integer own = limit.minN();
        long needed = own != null ? own : SampleRule.neededBy(metric.percentile());
        Long n = value.leastN();
        if (needed > 0 && (n == null || n < needed)) {
            doubts.add("%s of the %d samples that it needs%s"
                    .formatted(
                            n == null ? "an unknown number" : n,
                            needed,
                            value.repeats().isEmpty() ? "" : " in each repeat"));
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

    /** A figure, or a ratio of two, with its repeats. */
    private record Figure(
            String name, String unit, @Nullable Long n, double actual, List<Double> repeats) {

        Finding finding(
                Status status, @Nullable Double marginPct, String words, @Nullable Noise noise, boolean openToRepeats) {
            return new Finding(status, actual, unit, n, marginPct, words, noise, null, openToRepeats);
        }
    }

    /** What was found, before anything is said of enforcement. */
    private record Finding(
            Status status,
            @Nullable Double actual,
            String unit,
            @Nullable Long n,
            @Nullable Double marginPct,
            String words,
            @Nullable Noise noise,
            @Nullable Reference baseline,
            boolean openToRepeats) {

        static Finding unmeasured(Status status, String unit, String words) {
            return new Finding(status, null, unit, null, null, words, null, null, false);
        }
    }
}
