package atlas.validation.gate;

import java.time.Instant;
import java.util.List;

/**
 * One figure in the runs of a baseline.
 *
 * @param runs what each run says, the oldest first
 */
record PastFigure(List<Run> runs) {

    /** Runs that the figure is the median of: what is newer says more of the server as it is. */
    static final int LAST = 10;

    /** Runs that the noise is taken from: what scatters is told the better the more there is of it. */
    static final int MOST = 30;

    /**
     * What one run says.
     *
     * @param value the figure, of repeats their mean
     * @param repeats number of repeats behind it
     * @param at when the run began
     */
    record Run(double value, int repeats, Instant at) {}

    PastFigure {
        runs = List.copyOf(runs);
        if (runs.isEmpty()) {
            throw new IllegalArgumentException("a figure of the past has at least one run");
        }
    }

    int count() {
        return runs.size();
    }

    List<Double> values() {
        return runs.stream().map(Run::value).toList();
    }

    /** Returns the number of repeats behind each value, of the run with the fewest. */
    int repeats() {
        return runs.stream().mapToInt(Run::repeats).min().orElse(1);
    }

    Instant newest() {
        return runs.getLast().at();
    }

    Instant oldest() {
        return runs.getFirst().at();
    }

    /** Returns the number of runs that the median is of. */
    int last() {
        return Math.min(LAST, count());
    }

    /**
     * Returns the middle value of the last runs, between the two middle ones of an even number: no single odd run moves
     * it far.
     */
    double median() {
        List<Double> rising =
                values().subList(count() - last(), count()).stream().sorted().toList();
        int half = rising.size() / 2;
        return rising.size() % 2 == 1 ? rising.get(half) : (rising.get(half - 1) + rising.get(half)) / 2;
    }
}
