package atlas.validation.plan;

import atlas.validation.config.CellLimits;
import atlas.validation.config.ThresholdFile;
import atlas.validation.record.Problem;
import atlas.validation.text.Printable;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Finds the cells of each key of a threshold file. A key is a cell's id, or its key in the form of CVS, or a pattern of
 * either; one that fits no cell is kept, since a limit that is never judged looks like one that is met.
 */
final class LimitBinding {

    private final String file;
    private final Map<String, @Nullable String> cvsKeys;
    private final Consumer<Problem> problems;
    private final Map<String, CellLimits> byCellId = new HashMap<>();
    private final Map<String, List<CellLimits>> byPattern = new HashMap<>();
    private final List<CellLimits> patterns = new ArrayList<>();
    private final List<CellLimits> unbound = new ArrayList<>();

    private LimitBinding(String file, Map<String, @Nullable String> cvsKeys, Consumer<Problem> problems) {
        this.file = file;
        this.cvsKeys = cvsKeys;
        this.problems = problems;
    }

    /**
     * Binds a file to the cells of a sweep.
     *
     * @param cvsKeys key in the form of CVS by cell id; null for a cell without one
     */
    static LimitBinding of(ThresholdFile file, Map<String, @Nullable String> cvsKeys, Consumer<Problem> problems) {
        LimitBinding binding = new LimitBinding(file.file(), cvsKeys, problems);
        for (CellLimits limits : file.cells().values()) {
            if (!limits.key().equals(CellLimits.TARGET) && !binding.bind(limits)) {
                binding.unbound.add(limits);
            }
        }
        return binding;
    }

    /** Returns what the file says of a cell under its own key, or null when it says nothing there. */
    @Nullable
    CellLimits of(String cellId) {
        return byCellId.get(cellId);
    }

    /** Returns what the file says of a cell under patterns, the most exact one first. */
    List<CellLimits> patternsOf(String cellId) {
        return byPattern.getOrDefault(cellId, List.of());
    }

    /** Tells whether the file says anything of a cell. */
    boolean mentions(String cellId) {
        return byCellId.containsKey(cellId) || byPattern.containsKey(cellId);
    }

    /** Returns what the file says under patterns that fit a cell, in file order. */
    List<CellLimits> patterns() {
        return List.copyOf(patterns);
    }

    /** Returns what the file says of cells that are not there, in file order. */
    List<CellLimits> unbound() {
        return List.copyOf(unbound);
    }

    /** Binds the entries to the cell of their key; returns false when there is none. */
    private boolean bind(CellLimits limits) {
        String key = limits.key();
        Optional<CellPattern> pattern = CellPattern.of(key);
        if (pattern.isPresent()) {
            return bind(limits, pattern.get());
        }
        List<String> ids = cvsKeys.containsKey(key) ? List.of(key) : idsOf(key);
        if (ids.size() > 1) {
            problems.accept(problem(
                    limits,
                    "fits %d cells: %s".formatted(ids.size(), String.join(", ", ids)),
                    "use the cells' ids as keys"));
        } else if (ids.size() == 1) {
            CellLimits earlier = byCellId.putIfAbsent(ids.getFirst(), limits);
            if (earlier != null) {
                problems.accept(problem(
                        limits,
                        "is the cell of '%s' on line %d".formatted(earlier.key(), earlier.line()),
                        "keep one of the two keys"));
            }
        }
        return !ids.isEmpty();
    }

    private boolean bind(CellLimits limits, CellPattern pattern) {
        List<String> fitting = cvsKeys.entrySet().stream()
                .filter(cell ->
                        pattern.fits(cell.getKey()) || (cell.getValue() != null && pattern.fits(cell.getValue())))
                .map(Map.Entry::getKey)
                .toList();
        for (String id : fitting) {
            List<CellLimits> all = byPattern.computeIfAbsent(id, unseen -> new ArrayList<>());
            all.add(limits);
            all.sort(Comparator.comparing(LimitBinding::pattern, CellPattern.RISING)
                    .reversed());
        }
        if (!fitting.isEmpty()) {
            patterns.add(limits);
        }
        return !fitting.isEmpty();
    }

    /** Returns the pattern of limits that stand under one. */
    static CellPattern pattern(CellLimits limits) {
        return CellPattern.of(limits.key())
                .orElseThrow(() -> new IllegalArgumentException("no pattern: " + limits.key()));
    }

    private List<String> idsOf(String cvsKey) {
        List<String> ids = new ArrayList<>();
        cvsKeys.forEach((id, key) -> {
            if (cvsKey.equals(key)) {
                ids.add(id);
            }
        });
        return ids;
    }

    /** Returns a problem of a key: the key, and what is wrong with it. */
    Problem problem(CellLimits limits, String what, @Nullable String fix) {
        String message = "'" + Printable.of(limits.key()) + "' " + what;
        return new Problem(file, limits.line(), limits.pointer(), message, fix);
    }
}
