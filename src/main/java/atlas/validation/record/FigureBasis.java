package atlas.validation.record;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What a figure of a cell rests on, so that it can be judged again from the record alone.
 *
 * @param n number of samples behind it, of all repeats together; or null where none applies
 * @param leastN number of samples of the repeat with the fewest; or null where none applies
 * @param doubts words for why it cannot carry a decision, such as {@code chunk_counted}; empty for a sound figure
 * @param whyUnmeasured why there is no figure, as a clause; null where there is one, or nothing is known
 */
public record FigureBasis(
        @Nullable Long n,
        @Nullable Long leastN,
        List<String> doubts,
        @Nullable String whyUnmeasured) {

    public FigureBasis {
        doubts = List.copyOf(doubts);
    }
}
