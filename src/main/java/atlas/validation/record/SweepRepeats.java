package atlas.validation.record;

import org.jspecify.annotations.Nullable;

/**
 * How often the cells of a target were measured, where that is more than once.
 *
 * @param min repeats before the sweep could end early
 * @param max the most repeats that a cell could get; {@code min} where their number was fixed
 * @param done sweeps over all cells that came to their end
 * @param ended why there was no further one, as a clause; null while the run goes on
 * @param relaunched whether the server was launched anew for each sweep
 */
public record SweepRepeats(
        int min, int max, int done, @Nullable String ended, boolean relaunched) {}
