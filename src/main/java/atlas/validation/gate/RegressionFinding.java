package atlas.validation.gate;

import static java.util.Objects.requireNonNull;

import atlas.validation.config.ThresholdRule;
import atlas.validation.metric.Direction;
import atlas.validation.metric.MetricDefinition;
import atlas.validation.metric.MetricValue;
import atlas.validation.record.CheckRecord.Noise;
import atlas.validation.record.CheckRecord.Reference;
import atlas.validation.record.Status;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * What is found of a limit on a regression, in words.
 *
 * @param status what is found; on record only where the runs of the baseline are not alike, so that no limit can be
 *     enforced
 * @param words the sentence
 * @param marginPct how far the figure lies on the good side of what is allowed, in percent of the baseline
 * @param noise how well the figure is known
 * @param baseline what it is held against, or null where there is none
 * @param openToRepeats whether noise alone keeps it undecided
 */
record RegressionFinding(
        Status status,
        String words,
        @Nullable Double marginPct,
        @Nullable Noise noise,
        @Nullable Reference baseline,
        boolean openToRepeats) {

    private static final String ASKED = "%s %s cannot be held against a regression of %s %%, as %s";

    /** @param value a figure that was measured */
    static RegressionFinding of(
            String name,
            MetricDefinition metric,
            MetricValue value,
            ThresholdRule.MaxRegression rule,
            List<String> doubts,
            Subject subject) {
        double actual = requireNonNull(value.value(), "an unmeasured figure is told apart first");
        Baseline baseline = subject.judging().baseline();
        Optional<PastFigure> found =
                baseline == null ? Optional.empty() : baseline.figure(subject.place(), metric.name());
        if (baseline == null || found.isEmpty()) {
            String why = baseline == null
                    ? "there is no baseline: name one with -Dbaseline"
                    : "no run of the baseline has it where it could be held against";
            return new RegressionFinding(
                    Status.INCONCLUSIVE,
                    ASKED.formatted(name, Quantity.measured(actual, metric.unit()), Numbers.exact(rule.pct()), why),
                    null,
                    null,
                    null,
                    false);
        }
        return new RegressionWords(name, metric, actual, rule, found.get(), baseline.differences())
                .judge(value, doubts, subject.judging().budget());
    }

    /** What the sentences have in common. */
    private record RegressionWords(
            String name,
            MetricDefinition metric,
            double actual,
            ThresholdRule.MaxRegression rule,
            PastFigure past,
            List<String> differences) {

        RegressionFinding judge(MetricValue value, List<String> doubts, ErrorBudget budget) {
            Repeats own = Repeats.of(value.repeats().isEmpty() ? List.of(actual) : value.repeats(), metric.unit());
            if (past.count() < RegressionJudge.FEWEST_RUNS) {
                return found(
                        differences.isEmpty() ? Status.INCONCLUSIVE : Status.RECORD,
                        differences.isEmpty()
                                ? ", undecided: %d comparable %s of the %d that tell how much two runs of one server differ"
                                        .formatted(
                                                past.count(),
                                                past.count() == 1 ? "run" : "runs",
                                                RegressionJudge.FEWEST_RUNS)
                                : notAlike(),
                        null,
                        false);
            }
            double level = budget.at(own.n());
            RegressionJudge judged = RegressionJudge.of(rule, own, past, metric.better(), level, metric.unit());
            Noise noise = new Noise(
                    own.mean(),
                    judged.deviation(),
                    judged.interval().low(),
                    judged.interval().high(),
                    level,
                    own.n(),
                    judged.needs());
            if (!differences.isEmpty()) {
                return found(Status.RECORD, notAlike(), noise, false);
            }
            if (!doubts.isEmpty()) {
                return found(
                        Status.INCONCLUSIVE,
                        ", undecided: "
                                + String.join("; ", doubts.stream().distinct().toList()),
                        noise,
                        false);
            }
            String known = ", ± " + Quantity.measured(judged.interval().halfWidth(), metric.unit()) + " by "
                    + past.count() + " runs";
            return switch (judged.side()) {
                case WITHIN -> found(Status.PASS, known, noise, false);
                case BEYOND -> found(Status.FAIL, known, noise, false);
                case ACROSS ->
                    found(Status.INCONCLUSIVE, known + ", inconclusive: " + needs(judged.needs()), noise, true);
            };
        }

        private static String needs(@Nullable Integer needed) {
            return needed == null
                    ? "it needs more than %d repeats".formatted(NeededRepeats.MOST)
                    : "it needs %d repeats, of the runs of the baseline too".formatted(needed);
        }

        private String notAlike() {
            return ", shown and not enforced: " + String.join("; ", differences);
        }

        private RegressionFinding found(Status status, String behind, @Nullable Noise noise, boolean openToRepeats) {
            Double worse = worsePct();
            Double sd = past.count() < RegressionJudge.FEWEST_RUNS
                    ? null
                    : (Double) Repeats.of(past.values(), metric.unit()).deviation();
            return new RegressionFinding(
                    status,
                    words(worse) + behind,
                    worse == null ? null : (Double) (rule.pct() - worse),
                    noise,
                    new Reference(past.median(), sd, past.count(), past.oldest(), past.newest(), differences),
                    openToRepeats);
        }

        /** Says how far the figure is from the baseline, which way that is, and what is allowed. */
        private String words(@Nullable Double worse) {
            double base = past.median();
            String change = worse == null
                    ? ""
                    : " (" + Numbers.percent(100 * (actual - base) / Math.abs(base)) + ", "
                            + (worse > 0 ? "worse" : worse < 0 ? "better" : "the same") + ")";
            return "%s %s beside %s of the baseline%s, at most %s %% worse allowed"
                    .formatted(
                            name,
                            Quantity.measured(actual, metric.unit()),
                            Quantity.measured(base, metric.unit()),
                            change,
                            Numbers.exact(rule.pct()));
        }

        /** Returns how much worse the figure is in percent of the baseline, below 0 when better; null for one of 0. */
        private @Nullable Double worsePct() {
            double base = past.median();
            double percent = 100 * (actual - base) / Math.abs(base);
            if (base == 0 || !Double.isFinite(percent)) {
                return null;
            }
            return metric.better() == Direction.HIGHER ? 0 - percent : percent;
        }
    }
}
