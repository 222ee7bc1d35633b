package atlas.validation.plan;

import atlas.validation.config.CellLimits;
import atlas.validation.config.ThresholdFile;
import atlas.validation.record.Problem;
import atlas.validation.text.Printable;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Finds the cell of each key of a threshold file. A key is a cell's id, or its key in the form of CVS; one that fits no
 * cell is kept, since a limit that is never judged looks like one that is met.
 */
final class LimitBinding {

    private final String file;
    private final Map<String, @Nullable String> cvsKeys;
    private final Consumer<Problem> problems;
    private final Map<String, CellLimits> byCellId = new HashMap<>();
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

    /** Returns what the file says of a cell, or null when it says nothing. */
    @Nullable
    CellLimits of(String cellId) {
        return byCellId.get(cellId);
    }

    /** Returns what the file says of cells that are not there, in file order. */
    List<CellLimits> unbound() {
        return List.copyOf(unbound);
    }

    /** Binds the entries to the cell of their key; returns false when there is none. */
    private boolean bind(CellLimits limits) {
        String key = limits.key();
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
