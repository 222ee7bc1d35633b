package atlas.validation.lifecycle;

import static java.util.Objects.requireNonNull;

import atlas.validation.metric.CellMetrics;
import atlas.validation.record.CellFitness;
import java.time.Instant;

/**
 * What one repeat of a cell gave; a cell that is measured once has one.
 *
 * @param place which repeat it is
 * @param metrics its figures
 * @param fitness whether the client could be the bottleneck in it
 * @param startedAt the start of its clock
 * @param end how it ended
 */
public record CellRepeat(CellPlace place, CellMetrics metrics, CellFitness fitness, Instant startedAt, End end) {

    /** How a repeat ended. */
    public sealed interface End {

        /** All was measured that was asked for. */
        record Whole() implements End {}

        /** Its user stopped it. */
        record Cancelled(String sentence) implements End {}

        /** Something ended it, or its figures mean nothing: the server went away, or no request succeeded. */
        record Trouble(String sentence) implements End {}
    }

    public CellRepeat {
        requireNonNull(place, "place is null");
        requireNonNull(metrics, "metrics is null");
        requireNonNull(fitness, "fitness is null");
        requireNonNull(startedAt, "startedAt is null");
        requireNonNull(end, "end is null");
    }

    /** Tells whether its figures stand for the cell. */
    boolean isWhole() {
        return end instanceof End.Whole;
    }

    CellRepeat endedBy(End other) {
        return new CellRepeat(place, metrics, fitness, startedAt, other);
    }
}
