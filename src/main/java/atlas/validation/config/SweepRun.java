package atlas.validation.config;

import static java.util.Objects.requireNonNull;

import atlas.validation.record.CellId;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * One shape under one load: an entry of {@code sweep.runs}. It ends with whichever of its two limits is reached first,
 * and has at least one.
 *
 * @param combo the shape
 * @param id the cell
 * @param numPrompts measured requests; null for as many as a concurrency gets done in {@code duration}
 * @param duration how long measured requests are sent; null where their number ends the cell sooner
 * @param line 1-based line in the config
 */
public record SweepRun(
        Combo combo,
        CellId id,
        @Nullable Integer numPrompts,
        @Nullable Duration duration,
        int line) {

    public SweepRun {
        requireNonNull(combo, "combo is null");
        requireNonNull(id, "id is null");
        if (numPrompts != null && numPrompts < 1) {
            throw new IllegalArgumentException("numPrompts must be positive, got [" + numPrompts + "]");
        }
        if (numPrompts == null && duration == null) {
            throw new IllegalArgumentException("a run needs a number of prompts or a duration");
        }
    }

    /** Tells whether requests arrive at a rate. */
    public boolean isAtRate() {
        return id.load() instanceof CellId.Rate;
    }
}
