package atlas.validation.plan;

import atlas.validation.config.CellLimits;
import atlas.validation.config.ThresholdEntry;
import atlas.validation.metric.MetricRegistry;
import atlas.validation.record.Problem;
import atlas.validation.text.Printable;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Puts the limits of a cell together that stand under several keys. Each metric has the limit of the most exact key:
 * the cell's own before any pattern, and of patterns the one with more that is fixed. An empty entry under the cell's
 * own key leaves it out, whatever patterns say.
 */
final class LimitsOfCell {

    private final LimitRules rules;
    private final LimitRules silent;
    private final Consumer<Problem> problems;
    private final Set<String> fitting = new HashSet<>();

    LimitsOfCell(MetricRegistry registry, Consumer<Problem> problems) {
        this.rules = new LimitRules(registry, problems);
        // What is wrong with a limit wherever it stands is told once; and of a pattern's limits, a cell takes what it
        // has.
        this.silent = new LimitRules(registry, ignored -> {});
        this.problems = problems;
    }

    /** Returns the sound limits of a cell, under the canonical names of their metrics. */
    List<ThresholdEntry> of(LimitBinding binding, String cellId, LimitPlace place) {
        CellLimits own = binding.of(cellId);
        if (own != null && own.entries().isEmpty()) {
            return List.of();
        }
        List<ThresholdEntry> limits = new ArrayList<>(own == null ? List.of() : rules.check(own.entries(), place));
        Map<String, @Nullable CellLimits> from = new HashMap<>();
        limits.forEach(limit -> from.put(limit.metric(), null));
        for (CellLimits pattern : binding.patternsOf(cellId)) {
            for (ThresholdEntry limit : silent.check(pattern.entries(), place)) {
                fitting.add(limit.pointer());
                if (!from.containsKey(limit.metric())) {
                    from.put(limit.metric(), pattern);
                    limits.add(limit);
                } else {
                    checkClear(binding, limit, from.get(limit.metric()), pattern, cellId);
                }
            }
        }
        return limits;
    }

    /**
     * Reports the limits under patterns that none of their cells has a figure for, once every cell has been asked for.
     */
    void checkUsed(LimitBinding binding) {
        for (CellLimits pattern : binding.patterns()) {
            for (ThresholdEntry limit : silent.check(pattern.entries(), LimitPlace.ofSomeCell(pattern.key()))) {
                if (!fitting.contains(limit.pointer())) {
                    problems.accept(new Problem(
                            limit.file(),
                            limit.line(),
                            limit.pointer(),
                            limit.metric() + " is measured in no cell that '" + Printable.of(pattern.key()) + "' fits",
                            "remove the limit, or widen the key"));
                }
            }
        }
    }

    private void checkClear(
            LimitBinding binding, ThresholdEntry limit, @Nullable CellLimits taken, CellLimits pattern, String cellId) {
        if (taken != null
                && CellPattern.RISING.compare(LimitBinding.pattern(taken), LimitBinding.pattern(pattern)) == 0) {
            problems.accept(binding.problem(
                    pattern,
                    "and '%s' on line %d are equally exact, and both limit %s in cell %s"
                            .formatted(Printable.of(taken.key()), taken.line(), limit.metric(), cellId),
                    "limit it under the cell's own key"));
        }
    }
}
