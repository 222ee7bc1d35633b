package atlas.validation.plan;

import atlas.validation.config.CellLimits;
import atlas.validation.config.LoadedConfig;
import atlas.validation.config.SweepRun;
import atlas.validation.config.ThresholdEntry;
import atlas.validation.config.ThresholdFile;
import atlas.validation.config.ThresholdRule;
import atlas.validation.config.ValidationConfig;
import atlas.validation.metric.MetricRegistry;
import atlas.validation.metric.Tier;
import atlas.validation.record.CellId;
import atlas.validation.record.Problem;
import atlas.validation.text.NearestNames;
import atlas.validation.text.Printable;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Gives the cells of one config their limits, and reports what can be said of the threshold file as a whole. Where the
 * cells are in doubt, the limits are still checked for what is wrong with them in any cell.
 */
final class LimitPlanner {

    private final ValidationConfig config;
    private final boolean baseline;
    private final @Nullable ThresholdFile file;
    private final @Nullable LimitBinding binding;
    private final boolean redirected;
    private final LimitRules rules;
    private final LimitsOfCell cellLimits;
    private final Consumer<Problem> problems;
    private final Consumer<Problem> notes;

    /**
     * @param baseline whether the run is held against runs of the past
     * @param notes takes what is worth a word and does no harm
     */
    LimitPlanner(
            LoadedConfig loaded,
            boolean baseline,
            MetricRegistry registry,
            Consumer<Problem> problems,
            Consumer<Problem> notes) {
        this.config = loaded.config();
        this.baseline = baseline;
        this.file = loaded.thresholds();
        this.binding = file == null || !loaded.cellsKnown() ? null : LimitBinding.of(file, keys(config), problems);
        this.redirected = loaded.redirected();
        this.rules = new LimitRules(registry, problems);
        this.cellLimits = new LimitsOfCell(registry, problems);
        this.problems = problems;
        this.notes = notes;
    }

    /**
     * Reports the keys that fit no cell, and under enforcement the cells without a key.
     *
     * @param all every config of the run: those that share the file have their cells in it too
     */
    void checkKeys(List<LoadedConfig> all) {
        if (file == null) {
            return;
        }
        if (binding == null) {
            file.cells().values().stream()
                    .filter(limits -> !limits.key().equals(CellLimits.TARGET))
                    .forEach(this::checkAnywhere);
            return;
        }
        List<LoadedConfig> sharers =
                all.stream().filter(one -> shares(one.thresholds())).toList();
        Set<String> cells = cells(sharers);
        Set<String> cellsOfOtherProfiles = new HashSet<>();
        sharers.forEach(sharer -> cellsOfOtherProfiles.addAll(sharer.config().keysOfOtherProfiles()));
        // A key of no cell is told once, by the first config; unless another one may hide its cell.
        boolean tells = sharers.getFirst().config().name().equals(config.name())
                && sharers.stream().allMatch(LoadedConfig::cellsKnown);
        for (CellLimits limits : binding.unbound()) {
            if (isKeyOf(limits, cells)) {
                continue;
            }
            checkAnywhere(limits);
            if (isKeyOf(limits, cellsOfOtherProfiles)) {
                notes.accept(binding.problem(limits, "is a cell of another profile", null));
            } else if (tells) {
                problems.accept(binding.problem(limits, "fits no cell of the sweep", suggestion(limits.key(), cells)));
            }
        }
        binding.patterns().forEach(this::checkAnywhere);
        if (config.enforceThresholds()) {
            config.sweep().runs().forEach(run -> checkPresent(run.id(), file, binding));
        }
    }

    /** Returns the sound limits of a cell. */
    List<ThresholdEntry> ofCell(SweepRun run, List<Tier> tiers) {
        if (binding == null) {
            return List.of();
        }
        List<ThresholdEntry> limits =
                cellLimits.of(binding, run.id().value(), LimitPlace.ofCell(run.id(), run.combo(), tiers));
        limits.forEach(this::checkBaseline);
        return limits;
    }

    /** Reports limits that no cell can be held against, once every cell has been asked for. */
    void checkUsed() {
        if (binding != null) {
            cellLimits.checkUsed(binding);
        }
    }

    /** Reports an enforced limit on a regression from nothing: after the run it could only be inconclusive. */
    private void checkBaseline(ThresholdEntry limit) {
        if (!(limit.rule() instanceof ThresholdRule.MaxRegression) || baseline) {
            return;
        }
        boolean enforced = limit.enforce() == null ? config.enforceThresholds() : limit.enforce();
        Problem found = new Problem(
                limit.file(),
                limit.line(),
                limit.pointer(),
                "%s has a limit on its regression, and there is no baseline".formatted(limit.metric()),
                "name the runs of the past with -Dbaseline, or write \"enforce\": false in the limit");
        (enforced ? problems : notes).accept(found);
    }

    /** Tells whether the file leaves a cell out on purpose. */
    boolean leavesOut(CellId id) {
        CellLimits said = binding == null ? null : binding.of(id.value());
        return said != null && said.entries().isEmpty();
    }

    /** Returns the sound limits of the server itself. */
    List<ThresholdEntry> ofTarget() {
        CellLimits said = file == null ? null : file.cells().get(CellLimits.TARGET);
        if (said == null) {
            return List.of();
        }
        List<ThresholdEntry> limits = new ArrayList<>();
        for (ThresholdEntry limit : rules.check(said.entries(), LimitPlace.TARGET)) {
            if (limit.rule() instanceof ThresholdRule.MaxRegression) {
                problems.accept(new Problem(
                        limit.file(),
                        limit.line(),
                        limit.pointer(),
                        limit.metric() + " is measured once per server, and so is not held against a baseline",
                        "write max_ms with a value"));
            } else if (redirected && TargetMeasurement.countsFromTheLaunch(limit)) {
                notes.accept(TargetMeasurement.notJudged(limit));
            } else {
                TargetMeasurement.check(limit, config, problems, notes);
                limits.add(limit);
            }
        }
        return limits;
    }

    /** Returns the key of a cell in the form of CVS, or null for a shape without lengths. */
    static @Nullable String cvsKey(ValidationConfig config, SweepRun run) {
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

    /** Returns the keys in the form of CVS by cell id. */
    private static Map<String, @Nullable String> keys(ValidationConfig config) {
        Map<String, @Nullable String> keys = new LinkedHashMap<>();
        config.sweep().runs().forEach(run -> keys.put(run.id().value(), cvsKey(config, run)));
        return keys;
    }

    /** Returns every name that a threshold file may use for the cells of the given configs. */
    private static Set<String> cells(List<LoadedConfig> configs) {
        Set<String> cells = new LinkedHashSet<>();
        configs.forEach(loaded -> cells.addAll(keys(loaded.config()).keySet()));
        configs.forEach(loaded ->
                keys(loaded.config()).values().stream().filter(Objects::nonNull).forEach(cells::add));
        return cells;
    }

    private static boolean isKeyOf(CellLimits limits, Set<String> cells) {
        return CellPattern.of(limits.key())
                .map(pattern -> cells.stream().anyMatch(pattern::fits))
                .orElseGet(() -> cells.contains(limits.key()));
    }

    private static String suggestion(String key, Set<String> cells) {
        List<String> nearest = NearestNames.to(key, cells);
        return nearest.isEmpty()
                ? "the cells are "
                        + cells.stream().filter(cell -> !cell.contains("=")).collect(Collectors.joining(", "))
                : "did you mean " + String.join(" or ", nearest) + "?";
    }

    private boolean shares(@Nullable ThresholdFile other) {
        return file != null && other != null && file.file().equals(other.file());
    }

    private void checkAnywhere(CellLimits limits) {
        rules.check(limits.entries(), LimitPlace.ofSomeCell(Printable.of(limits.key())));
    }

    private void checkPresent(CellId id, ThresholdFile in, LimitBinding bound) {
        if (!bound.mentions(id.value()) && Tags.isLegal(id.combo())) {
            problems.accept(new Problem(
                    in.file(),
                    null,
                    null,
                    "thresholds are enforced, and cell '" + id + "' has none",
                    "add \"%s\": {…}, or \"%s\": {} to leave it out on purpose".formatted(id, id)));
        }
    }
}
