package atlas.validation.gate;

import static java.util.Objects.requireNonNull;

import atlas.validation.config.CellLimits;
import atlas.validation.config.Inconclusive;
import atlas.validation.config.ThresholdEntry;
import atlas.validation.metric.CellMetrics;
import atlas.validation.metric.MetricRegistry;
import atlas.validation.metric.Tier;
import atlas.validation.record.CellId;
import atlas.validation.record.CellRecord;
import atlas.validation.record.ColdStart;
import atlas.validation.record.Comparison;
import atlas.validation.record.RunRecord;
import atlas.validation.record.Status;
import atlas.validation.record.SweepRepeats;
import atlas.validation.record.TargetRecord;
import atlas.validation.record.TierRecord;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Judges a run again from its record alone, by other limits: what was measured stays, and with it stages, probes, and
 * cells that broke off; every check, and what follows from the checks, is made anew by the same rules.
 */
public final class Rejudging {

    private final RunRecord run;
    private final Map<String, Map<String, List<ThresholdEntry>>> limits;
    private final Terms terms;
    private final CellJudge judge = new CellJudge(MetricRegistry.standard());

    private Rejudging(RunRecord run, Map<String, Map<String, List<ThresholdEntry>>> limits, Terms terms) {
        this.run = run;
        this.limits = limits;
        this.terms = terms;
    }

    /**
     * How a run is judged again.
     *
     * @param thresholdFile the file that the limits stand in, as its user named it
     * @param enforced whether limits are enforced that do not say themselves
     * @param inconclusive what an undecided check means for the exit code
     * @param history runs of the past for limits on regressions; none where nobody named any
     * @param allowed fields of the fingerprint that may differ from theirs
     */
    public record Terms(
            String thresholdFile,
            boolean enforced,
            Inconclusive inconclusive,
            List<RunRecord> history,
            List<String> allowed) {

        public Terms {
            requireNonNull(thresholdFile, "thresholdFile is null");
            requireNonNull(inconclusive, "inconclusive is null");
            history = List.copyOf(history);
            allowed = List.copyOf(allowed);
        }

        /** Makes terms without runs of the past. */
        public Terms(String thresholdFile, boolean enforced, Inconclusive inconclusive) {
            this(thresholdFile, enforced, inconclusive, List.of(), List.of());
        }
    }

    /**
     * Judges a run again.
     *
     * @param run a run that has ended
     * @param limits limits by target, and there by cell id or {@link CellLimits#TARGET}
     * @return the same record with new checks, statuses, reason and exit code
     */
    public static RunRecord of(RunRecord run, Map<String, Map<String, List<ThresholdEntry>>> limits, Terms terms) {
        return new Rejudging(run, limits, terms).judged();
    }

    private RunRecord judged() {
        int checks = 0;
        for (Map<String, List<ThresholdEntry>> ofTarget : limits.values()) {
            for (List<ThresholdEntry> one : ofTarget.values()) {
                checks += ErrorBudget.checks(one, terms.enforced());
            }
        }
        List<TargetRecord> targets = new ArrayList<>();
        Comparison comparison = run.comparison();
        for (TargetRecord target : run.targets()) {
            targets.add(judged(target, judging(target, checks)));
        }
        RunVerdict verdict =
                RunVerdict.of(targets, run.problems(), run.status() == Status.CANCELLED, terms.inconclusive());
        if (run.finishedAt() == null) {
            verdict = RunVerdict.unfinished();
        }
        return new RunRecord(
                run.schemaVersion(),
                run.runId(),
                verdict.status(),
                verdict.reason(),
                verdict.exitCode(),
                run.startedAt(),
                run.finishedAt(),
                run.suite(),
                run.settings(),
                run.selection(),
                run.client(),
                run.problems(),
                targets,
                comparison,
                run.evaluation() == null ? null : RunEvaluation.of(verdict, targets, comparison));
    }

    private Judging judging(TargetRecord target, int checks) {
        SweepRepeats repeats = target.repeats();
        ErrorBudget budget =
                repeats == null ? ErrorBudget.of(checks, 1, 1) : ErrorBudget.of(checks, repeats.min(), repeats.max());
        if (terms.history().isEmpty()) {
            return new Judging(budget);
        }
        History history = new History(terms.history(), terms.allowed(), run.settings(), run.client(), run.startedAt());
        return new Judging(budget, history.baseline(target));
    }

    private TargetRecord judged(TargetRecord target, Judging judging) {
        Map<String, List<ThresholdEntry>> ofTarget = limits.getOrDefault(target.name(), Map.of());
        List<CellRecord> cells = target.cells().stream()
                .map(cell -> judged(cell, ofTarget.getOrDefault(cell.id(), List.of()), judging))
                .toList();
        List<ThresholdEntry> once = ofTarget.getOrDefault(CellLimits.TARGET, List.of());
        List<TierRecord> targetTiers = once.isEmpty() && target.targetTiers().isEmpty()
                ? List.of()
                : judge.judgeTarget(target.name(), actuals(target.coldStart()), once, terms.enforced())
                        .tiers();
        boolean probesEnforced = target.probes().stream().anyMatch(probe -> probe.status() == Status.FAIL)
                || (target.enforced() && target.probes().stream().noneMatch(probe -> probe.status() == Status.RECORD));
        TargetVerdict verdict = TargetVerdict.of(
                terms.enforced(), probesEnforced, target.stages(), targetTiers, target.probes(), cells);
        return target.judged(
                verdict.status(), verdict.message(), terms.enforced(), terms.thresholdFile(), targetTiers, cells);
    }

    private CellRecord judged(CellRecord cell, List<ThresholdEntry> limitsOfCell, Judging judging) {
        if (cell.status() == Status.SKIPPED) {
            return cell;
        }
        CellVerdict verdict = judge.judge(
                id(cell),
                CellMetrics.of(cell),
                tiers(cell),
                limitsOfCell,
                terms.enforced(),
                ClientFitness.whyUnfit(cell.fitness()),
                judging);
        String trouble = trouble(cell);
        if (trouble != null) {
            verdict = verdict.inTrouble(trouble);
        }
        return cell.judged(verdict.status(), verdict.message(), verdict.tiers());
    }

    /** Returns why a cell broke off that had successes all the same, or null: that is no matter of limits. */
    private static @Nullable String trouble(CellRecord cell) {
        String message = cell.message();
        boolean ofCheck = cell.tiers().stream().anyMatch(tier -> tier.status() == Status.ERROR);
        if (cell.status() != Status.ERROR || message == null || (ofCheck && isOfTier(cell, message))) {
            return null;
        }
        String word = Status.ERROR.word() + ": ";
        return message.startsWith(word) ? message.substring(word.length()) : message;
    }

    private static boolean isOfTier(CellRecord cell, String message) {
        return cell.tiers().stream()
                .flatMap(tier -> tier.checks().stream())
                .anyMatch(check -> check.status() == Status.ERROR && message.contains(check.message()));
    }

    private static CellId id(CellRecord cell) {
        Integer users = cell.concurrency();
        Double rate = cell.requestRate();
        if (users != null) {
            return CellId.ofConcurrency(cell.combo(), users);
        }
        return CellId.ofRate(cell.combo(), requireNonNull(rate, "a cell has users or a rate"));
    }

    private static List<Tier> tiers(CellRecord cell) {
        List<Tier> tiers = new ArrayList<>();
        for (TierRecord record : cell.tiers()) {
            for (Tier tier : Tier.values()) {
                if (tier.word().equals(record.name())) {
                    tiers.add(tier);
                }
            }
        }
        return tiers;
    }

    private static Map<String, @Nullable Double> actuals(@Nullable ColdStart coldStart) {
        Map<String, @Nullable Double> actuals = new LinkedHashMap<>();
        if (coldStart != null) {
            actuals.put("launch_to_ready_ms", coldStart.launchToReadyMs());
            actuals.put("first_request_ms", coldStart.firstRequestMs());
            actuals.put("second_request_ms", coldStart.secondRequestMs());
            actuals.put("cold_start_ms", coldStart.coldStartMs());
        }
        return actuals;
    }
}
