package atlas.validation.plan;

import atlas.validation.config.CellLimits;
import atlas.validation.config.ThresholdFile;
import atlas.validation.record.Problem;
import atlas.validation.text.NearestNames;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Finds the cell of each key of a threshold file. A key is a cell's id, or its key in the form of CVS; one that fits no
 * cell is a problem, since a limit that is never judged looks like one that is met.
 */
final class LimitBinding {

    private final ThresholdFile file;
    private final Map<String, @Nullable String> cvsKeys;
    private final Consumer<Problem> problems;
    private final Map<String, CellLimits> byCellId = new HashMap<>();
    private @Nullable CellLimits target;

    private LimitBinding(ThresholdFile file, Map<String, @Nullable String> cvsKeys, Consumer<Problem> problems) {
        this.file = file;
        this.cvsKeys = cvsKeys;
        this.problems = problems;
    }

    /**
     * Binds a file to the cells of a sweep.
     *
     * @param cvsKeys key in the form of CVS by cell id; null for a cell without one
     * @param keysOfOtherProfiles ids and keys of the cells that only other profiles of the config have
     * @param notes takes what is worth a word and does no harm
     */
    static LimitBinding of(
            ThresholdFile file,
            Map<String, @Nullable String> cvsKeys,
            Set<String> keysOfOtherProfiles,
            Consumer<Problem> problems,
            Consumer<Problem> notes) {
        LimitBinding binding = new LimitBinding(file, cvsKeys, problems);
        for (CellLimits limits : file.cells().values()) {
            if (limits.key().equals(CellLimits.TARGET)) {
                binding.target = limits;
            } else if (!binding.bind(limits)) {
                if (keysOfOtherProfiles.contains(limits.key())) {
                    notes.accept(binding.problem(limits, "'" + limits.key() + "' is a cell of another profile", null));
                } else {
                    problems.accept(binding.problem(
                            limits,
                            "'" + limits.key() + "' fits no cell of the sweep",
                            binding.suggestion(limits.key())));
                }
            }
        }
        return binding;
    }

    /** Returns what the file says of a cell, or null when it says nothing. */
    @Nullable
    CellLimits of(String cellId) {
        return byCellId.get(cellId);
    }

    /** Returns what the file says of the server itself, or null when it says nothing. */
    @Nullable
    CellLimits target() {
        return target;
    }

    /** Binds the entries to the cell of their key; returns false when there is none. */
    private boolean bind(CellLimits limits) {
        String key = limits.key();
        List<String> ids = cvsKeys.containsKey(key) ? List.of(key) : idsOf(key);
        if (ids.size() > 1) {
            problems.accept(problem(
                    limits,
                    "'%s' fits %d cells: %s".formatted(key, ids.size(), String.join(", ", ids)),
                    "use the cells' ids as keys"));
        } else if (ids.size() == 1) {
            CellLimits earlier = byCellId.putIfAbsent(ids.getFirst(), limits);
            if (earlier != null) {
                problems.accept(problem(
                        limits,
                        "'%s' is the cell of '%s' on line %d".formatted(key, earlier.key(), earlier.line()),
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

    private String suggestion(String key) {
        List<String> known = Stream.concat(
                        cvsKeys.keySet().stream(), cvsKeys.values().stream().filter(Objects::nonNull))
                .toList();
        List<String> nearest = NearestNames.to(key, known);
        return nearest.isEmpty()
                ? "the cells are " + String.join(", ", cvsKeys.keySet())
                : "did you mean " + String.join(" or ", nearest) + "?";
    }

    private Problem problem(CellLimits limits, String message, @Nullable String fix) {
        return new Problem(file.file(), limits.line(), limits.pointer(), message, fix);
    }
}
