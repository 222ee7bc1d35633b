package atlas.validation.plan;

import atlas.validation.config.CellLimits;
import atlas.validation.config.Combo;
import atlas.validation.config.LoadedConfig;
import atlas.validation.config.LoadedFiles;
import atlas.validation.config.Settings;
import atlas.validation.config.SweepRun;
import atlas.validation.config.ThresholdEntry;
import atlas.validation.config.ThresholdFile;
import atlas.validation.config.ValidationConfig;
import atlas.validation.metric.MetricDefinition;
import atlas.validation.metric.MetricRegistry;
import atlas.validation.metric.Tier;
import atlas.validation.record.CellId;
import atlas.validation.record.Problem;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/** Makes the plan of a run. Every check that needs more than one file, or the metric registry, is here. */
public final class Planner {

    private final MetricRegistry registry = MetricRegistry.standard();
    private final List<Problem> problems = new ArrayList<>();
    private final List<Problem> warnings = new ArrayList<>();

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
            targets.add(planner.target(loaded));
        }
        return new RunPlan(
                settings,
                files.effective(),
                planner.problems.isEmpty() ? targets : List.of(),
                planner.problems,
                planner.warnings);
    }

    private void checkNames(ValidationConfig config, Set<String> configNames) {
        if (!isFree(config.name())) {
            problems.add(new Problem(
                    config.file(),
                    null,
                    null,
                    "the file's name is also a tag, and '%s' %s".formatted(config.name(), whyNot(config.name())),
                    "rename the file"));
        }
        for (Combo combo : config.sweep().combos()) {
            if (!isFree(combo.name())) {
                problems.add(problem(
                        config,
                        combo.line(),
                        "combo '%s' %s".formatted(combo.name(), whyNot(combo.name())),
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

    private static boolean isFree(String name) {
        return Tags.isLegal(name) && !Tags.isTaken(name);
    }

    private static String whyNot(String name) {
        return Tags.isLegal(name)
                ? "already means a tier, a row or a load"
                : "cannot stand in a tag expression: white space and , ( ) & | ! have a meaning there";
    }

    private TargetPlan target(LoadedConfig loaded) {
        ValidationConfig config = loaded.config();
        LimitBinding binding = loaded.whole() ? binding(config, loaded.thresholds()) : null;
        List<PlannedCell> cells = new ArrayList<>();
        Set<CellId> planned = new HashSet<>();
        for (SweepRun run : config.sweep().runs()) {
            if (planned.add(run.id())) {
                cells.add(cell(config, run, binding));
            } else {
                problems.add(problem(
                        config, run.line(), "cell '" + run.id() + "' is in the sweep twice", "remove one of the two"));
            }
        }
        CellLimits ofTarget = binding == null ? null : binding.target();
        return new TargetPlan(
                config,
                loaded.thresholds(),
                loaded.cluster(),
                cells,
                check(ofTarget, EnumSet.of(Tier.TARGET), "the key TARGET"),
                percentiles(config, cells),
                loaded.files());
    }

    private @Nullable LimitBinding binding(ValidationConfig config, @Nullable ThresholdFile thresholds) {
        if (thresholds == null) {
            return null;
        }
        Map<String, @Nullable String> cvsKeys = new LinkedHashMap<>();
        config.sweep().runs().forEach(run -> cvsKeys.put(run.id().value(), cvsKey(config, run)));
        LimitBinding binding =
                LimitBinding.of(thresholds, cvsKeys, config.keysOfOtherProfiles(), problems::add, warnings::add);
        if (config.enforceThresholds()) {
            for (String id : cvsKeys.keySet()) {
                if (binding.of(id) == null) {
                    problems.add(new Problem(
                            thresholds.file(),
                            null,
                            null,
                            "thresholds are enforced, and cell '" + id + "' has none",
                            "add \"%s\": {…}, or \"%s\": {} to leave it out on purpose".formatted(id, id)));
                }
            }
        }
        return binding;
    }

    private PlannedCell cell(ValidationConfig config, SweepRun run, @Nullable LimitBinding binding) {
        List<Tier> tiers = tiers(config, run.combo());
        CellLimits said = binding == null ? null : binding.of(run.id().value());
        return new PlannedCell(
                run.id(),
                cvsKey(config, run),
                run.combo(),
                run.numPrompts(),
                config.params().warmupRequests(users(run.id())),
                tiers,
                check(said, EnumSet.copyOf(tiers), "cell " + run.id()),
                said != null && said.entries().isEmpty());
    }

    private List<ThresholdEntry> check(@Nullable CellLimits limits, Set<Tier> tiers, String where) {
        return limits == null
                ? List.of()
                : new LimitRules(registry, problems::add).check(limits.entries(), tiers, where);
    }

    private static int users(CellId id) {
        return switch (id.load()) {
            case CellId.Concurrency(int users) -> users;
            case CellId.Rate rate -> 1;
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
        tiers.add(Tier.RECORD);
        return tiers;
    }

    private static @Nullable String cvsKey(ValidationConfig config, SweepRun run) {
        Integer isl = run.combo().isl();
        Integer osl = run.combo().osl();
        if (isl == null || osl == null) {
            return null;
        }
        return run.id()
                .thresholdKey(
                        isl,
                        osl,
                        config.params().tensorParallelism(),
                        config.params().pipelineParallelSize());
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
