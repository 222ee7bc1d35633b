package atlas.validation.config;

import static java.util.Objects.requireNonNull;

import atlas.validation.record.CellId;

/**
 * One shape under one load: an entry of {@code sweep.runs}.
 *
 * @param combo the shape
 * @param id the cell
 * @param numPrompts measured requests
 * @param line 1-based line in the config
 */
public record SweepRun(Combo combo, CellId id, int numPrompts, int line) {

    public SweepRun {
        requireNonNull(combo, "combo is null");
        requireNonNull(id, "id is null");
        if (numPrompts < 1) {
            throw new IllegalArgumentException("numPrompts must be positive, got [" + numPrompts + "]");
        }
    }
}
