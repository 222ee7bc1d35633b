package atlas.validation.record;

import java.time.Instant;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * One repeat of a cell that was measured several times.
 *
 * @param repeat which one, from 0, as its requests name it
 * @param startedAt the wall clock's time where the repeat's own clock is 0
 * @param trouble why its figures are not among those that the cell's are the mean of, in one sentence; null where they
 *     are
 * @param counts how its measured requests ended
 * @param metrics value by bare metric name, null where not measured
 * @param warnings what a reader of its figures should know
 * @param fitness whether the client could be the bottleneck in it
 */
public record RepeatRecord(
        int repeat,
        Instant startedAt,
        @Nullable String trouble,
        Counts counts,
        Map<String, @Nullable Double> metrics,
        List<Warning> warnings,
        CellFitness fitness) {

    public RepeatRecord {
        metrics = Collections.unmodifiableMap(new LinkedHashMap<>(metrics));
        warnings = List.copyOf(warnings);
    }
}
