package atlas.validation.plan;

import atlas.validation.config.CellLimits;
import atlas.validation.config.ThresholdEntry;
import atlas.validation.config.ThresholdFile;
import atlas.validation.config.ThresholdLoader;
import atlas.validation.config.Workload;
import atlas.validation.metric.MetricRegistry;
import atlas.validation.metric.Tier;
import atlas.validation.record.CellRecord;
import atlas.validation.record.Problem;
import atlas.validation.record.RunRecord;
import atlas.validation.record.Status;
import atlas.validation.record.TargetRecord;
import atlas.validation.record.TierRecord;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The limits of a threshold file for the cells of a run that has been measured already: its cells and keys come from
 * the run record, every rule about keys and limits is that of a run to come.
 *
 * @param limits limits by target, and there by cell id or {@link CellLimits#TARGET}; those with a problem are left out
 * @param problems what is wrong with the file, and keys that fit none of the run's cells, by line
 * @param warnings what is odd about it and does no harm, by line
 */
public record RunLimits(
        Map<String, Map<String, List<ThresholdEntry>>> limits, List<Problem> problems, List<Problem> warnings) {

    public RunLimits {
        limits = Map.copyOf(limits);
        problems = Problem.byPlace(problems);
        warnings = Problem.byPlace(warnings);
    }

    /**
     * Reads a threshold file for a run.
     *
     * @param workingDirectory what the file's name is relative to
     * @param thresholdFile the file as its user named it
     * @param profile the block to use in a file with profiles; else that of the run's own profile, or the only one
     * @param enforced whether a cell without an entry is a problem
     */
    public static RunLimits read(
            Path workingDirectory, String thresholdFile, Optional<String> profile, RunRecord run, boolean enforced) {
        Set<Problem> problems = new LinkedHashSet<>();
        Set<Problem> warnings = new LinkedHashSet<>();
        Map<String, Map<String, List<ThresholdEntry>>> limits = new LinkedHashMap<>();
        Map<String, LimitBinding> bindings = new LinkedHashMap<>();
        for (TargetRecord target : run.targets()) {
            ThresholdLoader.Loaded loaded =
                    ThresholdLoader.load(workingDirectory, thresholdFile, profile.orElse(target.profile()), enforced);
            problems.addAll(loaded.problems());
            warnings.addAll(loaded.warnings());
            loaded.file().ifPresent(file -> {
                LimitBinding binding = LimitBinding.of(file, keys(target), problems::add);
                bindings.put(target.name(), binding);
                limits.put(target.name(), limits(target, file, binding, enforced, problems));
            });
        }
        // A run whose cells were filtered has not all that the file has.
        boolean filtered = run.selection().cells().size() < run.selection().of();
        checkUnbound(run, bindings, filtered ? warnings : problems);
        return new RunLimits(limits, List.copyOf(problems), List.copyOf(warnings));
    }

    private static Map<String, @Nullable String> keys(TargetRecord target) {
        Map<String, @Nullable String> keys = new LinkedHashMap<>();
        target.cells().forEach(cell -> keys.put(cell.id(), cell.key()));
        return keys;
    }

    private static Map<String, List<ThresholdEntry>> limits(
            TargetRecord target, ThresholdFile file, LimitBinding binding, boolean enforced, Set<Problem> problems) {
        MetricRegistry registry = MetricRegistry.standard();
        LimitRules rules = new LimitRules(registry, problems::add);
        LimitsOfCell ofCell = new LimitsOfCell(registry, problems::add);
        Map<String, List<ThresholdEntry>> limits = new LinkedHashMap<>();
        binding.patterns().forEach(pattern -> rules.check(pattern.entries(), LimitPlace.ofSomeCell(pattern.key())));
        for (CellRecord cell : target.cells()) {
            if (cell.status() == Status.SKIPPED) {
                continue;
            }
            limits.put(cell.id(), ofCell.of(binding, cell.id(), place(cell)));
            if (enforced && !binding.mentions(cell.id())) {
                problems.add(new Problem(
                        file.file(),
                        null,
                        null,
                        "thresholds are enforced, and cell '" + cell.id() + "' has none",
                        "add \"%s\": {…}, or \"%s\": {} to leave it out on purpose".formatted(cell.id(), cell.id())));
            }
        }
        CellLimits once = file.cells().get(CellLimits.TARGET);
        limits.put(CellLimits.TARGET, once == null ? List.of() : rules.check(once.entries(), LimitPlace.TARGET));
        return limits;
    }

    private static LimitPlace place(CellRecord cell) {
        EnumSet<Tier> tiers = EnumSet.noneOf(Tier.class);
        for (Tier tier : Tier.values()) {
            // A tag filter may have left some tiers out; the metrics of all are there.
            boolean judged = cell.tiers().stream().map(TierRecord::name).anyMatch(tier.word()::equals);
            boolean measured = cell.metrics().keySet().stream()
                    .flatMap(name -> MetricRegistry.standard().find(name).stream())
                    .anyMatch(metric -> metric.tier() == tier);
            if (judged || measured) {
                tiers.add(tier);
            }
        }
        Integer osl = cell.osl();
        return new LimitPlace(
                "cell " + cell.id(),
                tiers,
                cell.workload().equals(Workload.MULTI_TURN.word()),
                osl != null && osl == 1);
    }

    /** Reports the keys that fit no cell of any target, with the cells that there are. */
    private static void checkUnbound(RunRecord run, Map<String, LimitBinding> bindings, Set<Problem> problems) {
        List<String> cells = run.targets().stream()
                .flatMap(target -> target.cells().stream())
                .flatMap(cell -> Stream.of(cell.id(), cell.key()))
                .filter(Objects::nonNull)
                .distinct()
                .toList();
        List<LimitBinding> all = new ArrayList<>(bindings.values());
        for (LimitBinding binding : all) {
            for (CellLimits limits : binding.unbound()) {
                boolean elsewhere = all.stream()
                        .anyMatch(other -> other.unbound().stream()
                                .noneMatch(unbound -> unbound.key().equals(limits.key())));
                if (!elsewhere) {
                    problems.add(binding.problem(
                            limits, "fits no cell of the run", "the cells are " + String.join(", ", cells)));
                }
            }
        }
    }
}
