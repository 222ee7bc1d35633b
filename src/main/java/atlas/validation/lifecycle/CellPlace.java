package atlas.validation.lifecycle;

import static java.util.Objects.requireNonNull;

import atlas.validation.config.Repeats;
import java.util.Optional;

/**
 * Which cell of a sweep it is, and which repeat of it.
 *
 * @param number position of the cell among those that run, from 1
 * @param of number of cells that run
 * @param repeat which repeat of the cell, from 0
 * @param repeats how often each cell is measured
 */
public record CellPlace(int number, int of, int repeat, Repeats repeats) {

    public CellPlace {
        requireNonNull(repeats, "repeats is null");
    }

    /** Returns such as {@code repeat 2 of at most 10}, or empty for a cell that is measured once. */
    public Optional<String> repeatWords() {
        if (!repeats.several()) {
            return Optional.empty();
        }
        String of = repeats.endsEarly() ? "at most " + repeats.most() : Integer.toString(repeats.most());
        return Optional.of("repeat %d of %s".formatted(repeat + 1, of));
    }

    /** Returns a clause as told of a repeat; of a cell that is measured once, as it is. */
    String told(String clause) {
        return repeatWords().map(words -> "in " + words + ": " + clause).orElse(clause);
    }
}
