package atlas.validation.plan;

import atlas.validation.config.Combo;
import atlas.validation.config.LoadedConfig;
import atlas.validation.config.LoadedFiles;
import atlas.validation.config.Params;
import atlas.validation.config.Settings;
import atlas.validation.config.SweepRun;
import atlas.validation.config.ThresholdEntry;
import atlas.validation.config.ValidationConfig;
import atlas.validation.config.Workload;
import atlas.validation.metric.MetricDefinition;
import atlas.validation.metric.MetricRegistry;
import atlas.validation.metric.Tier;
import atlas.validation.record.CellId;
import atlas.validation.record.Problem;
import atlas.validation.text.Printable;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/** Makes the plan of a run. Every check that needs more than one file, or the metric registry, is here. */
public final class Planner {

    private final MetricRegistry registry = MetricRegistry.standard();
    // Configs may share a threshold file; what is wrong with it is told once.
    private final Set<Problem> problems = new LinkedHashSet<>();

    private final Set<Problem> warnings = new LinkedHashSet<>();

    private Planner() {}

    /** Plans a run. Whatever is wrong is among the plan's problems; then it has no targets. */
    public static RunPlan plan(Settings settings, LoadedFiles files) {
        Planner planner = new Planner();
        planner.problems.addAll(files.problems());
        planner.warnings.addAll(files.warnings());
        Set<String> configNames = new HashSet<>();
        files.configs().forEach(loaded -> configNames.add(loaded.config().name()));
        List<TargetPlan> targets = new ArrayList<>();
        for (LoadedConfig loaded : files.configs()) {
            planner.checkNames(loaded.config(), configNames);
            targets.add(
                    planner.target(loaded, files.configs(), settings.baseline().isPresent()));
        }
        return new RunPlan(
                settings,
                files.effective(),
                planner.problems.isEmpty() ? targets : List.of(),
                List.copyOf(planner.problems),
                List.copyOf(planner.warnings));
    }

    private void checkNames(ValidationConfig config, Set<String> configNames) {
        Tags.objection(config.name())
                .ifPresent(objection -> problems.add(new Problem(
                        config.file(),
                        null,
                        null,
                        "the file's name is also a tag, and '%s' %s".formatted(Printable.of(config.name()), objection),
                        "rename the file")));
        for (Combo combo : config.sweep().combos()) {
            Optional<String> objection = Tags.objection(combo.name());
            if (objection.isPresent()) {
                problems.add(problem(
                        config,
                        combo.line(),
                        "combo '%s' %s".formatted(Printable.of(combo.name()), objection.get()),
                        "choose a name like 'w1_1k_1k'"));
            } else if (configNames.contains(combo.name())) {
                problems.add(problem(
                        config,
                        combo.line(),
                        "combo '%s' is named like a config".formatted(combo.name()),
                        "rename one of them"));
            }
        }
    }

    private TargetPlan target(LoadedConfig loaded, List<LoadedConfig> all, boolean baseline) {
        ValidationConfig config = loaded.config();
        LimitPlanner limits = new LimitPlanner(loaded, baseline, registry, problems::add, warnings::add);
        limits.checkKeys(all);
        List<PlannedCell> cells = new ArrayList<>();
        Set<CellId> planned = new HashSet<>();
        for (SweepRun run : config.sweep().runs()) {
            if (planned.add(run.id())) {
                cells.add(cell(config, run, limits));
            } else {
                problems.add(problem(
                        config, run.line(), "cell '" + run.id() + "' is in the sweep twice", "remove one of the two"));
            }
        }
        limits.checkUsed();
        return new TargetPlan(
                config,
                loaded.thresholds(),
                loaded.cluster(),
                cells,
                limits.ofTarget(),
                percentiles(config, cells),
                loaded.files());
    }

    private static PlannedCell cell(ValidationConfig config, SweepRun run, LimitPlanner limits) {
        List<Tier> tiers = tiers(config, run.combo());
        return new PlannedCell(
                run.id(),
                LimitPlanner.cvsKey(config, run),
                run.combo(),
                run.numPrompts(),
                run.duration(),
                warmupRequests(config.params(), run.id()),
                tiers,
                limits.ofCell(run, tiers),
                limits.leavesOut(run.id()));
    }

    private static int warmupRequests(Params params, CellId id) {
        return switch (id.load()) {
            case CellId.Concurrency(int users) -> params.warmupRequests(users);
            case CellId.Rate(double perSecond) -> params.warmupRequests(perSecond);
        };
    }

    /** Returns the tiers of a cell in their fixed order, {@code record} last. */
    private static List<Tier> tiers(ValidationConfig config, Combo combo) {
        List<Tier> tiers = new ArrayList<>(List.of(Tier.THROUGHPUT, Tier.TTFT, Tier.TPOT, Tier.LATENCY, Tier.HEALTH));
        if (combo.slo() != null) {
            tiers.add(Tier.GOODPUT);
        }
        if (config.params().nnodes() > 1) {
            tiers.add(Tier.SCALING);
        }
        if (combo.workload() == Workload.TOOLS) {
            tiers.add(Tier.TOOLS);
        }
        if (combo.workload() == Workload.PREFIX) {
            tiers.add(Tier.PREFIX);
        }
        if (config.functional().correctness()) {
            tiers.add(Tier.CORRECTNESS);
        }
        tiers.add(Tier.RECORD);
        return tiers;
    }

    /** Returns the percentiles of the config and those that a limit names: what is judged is measured. */
    private List<Double> percentiles(ValidationConfig config, List<PlannedCell> cells) {
        Set<Double> percentiles = new TreeSet<>();
        config.params().metricPercentiles().forEach(percentile -> percentiles.add(percentile.doubleValue()));
        for (PlannedCell cell : cells) {
            for (ThresholdEntry entry : cell.limits()) {
                registry.find(entry.metric()).map(MetricDefinition::percentile).ifPresent(percentiles::add);
            }
        }
        return List.copyOf(percentiles);
    }

    private static Problem problem(ValidationConfig config, int line, String message, String fix) {
        return new Problem(config.file(), line, null, message, fix);
    }
}
