package atlas.validation.plan;

import atlas.validation.config.Settings;
import atlas.validation.config.ThresholdEntry;
import atlas.validation.config.ThresholdRule;
import atlas.validation.config.ValidationConfig;
import atlas.validation.metric.MetricDefinition;
import atlas.validation.metric.MetricRegistry;
import atlas.validation.metric.Tier;
import atlas.validation.record.PlanRecord;
import atlas.validation.record.PlanRecord.Estimate;
import atlas.validation.record.PlanRecord.Limit;
import java.math.BigDecimal;
import java.net.URI;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Tells a plan as plain data: only what would run, with the tags that choose it and what it would take. */
public final class PlanOutline {

    private final MetricRegistry registry = MetricRegistry.standard();

    private PlanOutline() {}

    /**
     * Outlines a plan.
     *
     * @param chosen what a tag filter left, by target; a target that is absent would not run
     */
    public static PlanRecord of(RunPlan plan, Map<String, ChosenRows> chosen) {
        PlanOutline outline = new PlanOutline();
        Settings settings = plan.settings();
        List<PlanRecord.Target> targets = new ArrayList<>();
        for (TargetPlan target : plan.targets()) {
            ChosenRows rows = chosen.get(target.name());
            if (rows != null) {
                targets.add(outline.target(target, rows));
            }
        }
        return new PlanRecord(
                settings.configs(),
                settings.groups().orElse(null),
                settings.excludedGroups().orElse(null),
                plan.problems(),
                plan.warnings(),
                targets,
                CellEstimate.sum(
                        targets.stream().map(PlanRecord.Target::estimate).toList()));
    }

    private PlanRecord.Target target(TargetPlan target, ChosenRows rows) {
        ValidationConfig config = target.config();
        List<PlanRecord.Cell> cells = target.cells().stream()
                .filter(cell -> rows.cells().containsKey(cell.id()))
                .map(cell -> cell(target, cell, rows.cells().getOrDefault(cell.id(), List.of())))
                .toList();
        boolean coldStart = rows.coldStart() && config.functional().coldStart();
        URI running = config.launches() ? null : config.params().baseUrl();
        return new PlanRecord.Target(
                target.name(),
                config.file(),
                config.profile(),
                config.params().driver().word(),
                config.model().id(),
                config.container().runtime().word(),
                config.launches() ? config.container().image() : null,
                running == null ? null : running.toString(),
                target.thresholds() == null ? null : target.thresholds().file(),
                target.enforced(),
                target.cluster().file(),
                config.launches() ? seconds(config.params().readyTimeout()) : 0,
                coldStart,
                rows.probes(),
                coldStart ? limits(target, target.limits()) : List.of(),
                cells,
                target.cells().size(),
                CellEstimate.sum(cells.stream().map(PlanRecord.Cell::estimate).toList()));
    }

    private PlanRecord.Cell cell(TargetPlan target, PlannedCell cell, List<Tier> tiers) {
        Estimate estimate = CellEstimate.of(target.config().params(), cell);
        Duration duration = cell.duration();
        String load = cell.id().load().tag();
        return new PlanRecord.Cell(
                cell.id().value(),
                cell.key(),
                cell.combo().name(),
                cell.combo().workload().word(),
                load,
                Stream.concat(
                                Stream.of(
                                        target.name(),
                                        Tags.CELL_METRICS,
                                        cell.id().value(),
                                        cell.combo().name(),
                                        load),
                                tiers.stream().map(Tier::word))
                        .toList(),
                tiers.stream().map(Tier::word).toList(),
                target.config().params().repeats().most(),
                cell.requests(),
                duration == null ? null : seconds(duration),
                cell.warmupRequests(),
                cell.leftOut(),
                limits(target, cell.limits()),
                estimate);
    }

    private List<Limit> limits(TargetPlan target, List<ThresholdEntry> entries) {
        return entries.stream().map(entry -> limit(target, entry)).toList();
    }

    private Limit limit(TargetPlan target, ThresholdEntry entry) {
        Boolean asked = entry.enforce();
        boolean enforced = (asked != null ? asked : target.enforced()) && !(entry.rule() instanceof ThresholdRule.Info);
        String unit = registry.find(entry.metric()).map(MetricDefinition::unit).orElse("");
        return new Limit(
                entry.metric(), entry.rule().kind(), rule(entry.rule(), unit), enforced, entry.file(), entry.line());
    }

    private static String rule(ThresholdRule rule, String unit) {
        return switch (rule) {
            case ThresholdRule.Min(String kind, double value) -> "at least " + quantity(value, unit);
            case ThresholdRule.Max(String kind, double value) -> "at most " + quantity(value, unit);
            case ThresholdRule.Within(double value, double tolerance) ->
                "within %s ± %s %%".formatted(quantity(value, unit), decimal(tolerance));
            case ThresholdRule.MinRatio(double value, String reference) ->
                "at least %s times %s".formatted(decimal(value), reference);
            case ThresholdRule.Info(Double value) ->
                value == null ? "for information" : "for information: " + quantity(value, unit);
            case ThresholdRule.MaxRegression(double percent) ->
                "at most %s %% worse than the baseline".formatted(decimal(percent));
        };
    }

    private static String quantity(double value, String unit) {
        return unit.isEmpty() || unit.equals("ratio") || unit.equals("count")
                ? decimal(value)
                : decimal(value) + " " + unit;
    }

    private static String decimal(double value) {
        return BigDecimal.valueOf(value).stripTrailingZeros().toPlainString();
    }

    private static double seconds(@Nullable Duration duration) {
        return duration == null ? 0 : duration.toMillis() / 1e3;
    }
}
