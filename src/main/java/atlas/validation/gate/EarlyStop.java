package atlas.validation.gate;

import static java.util.Objects.requireNonNull;

import java.util.List;

/**
 * Says after a complete repeat of a sweep whether another one could decide anything. It judges just as the end of the
 * run will, at the level of this look, so that what it takes for decided is decided then.
 *
 * <pre>{@code
 * EarlyStop earlyStop = new EarlyStop(judge, judging);
 * for (int repeat = 1; repeat <= most; repeat++) {
 *     measureEveryCell();
 *     if (repeat >= fewest && earlyStop.after(cellsWithAllRepeats()).stop()) {
 *         break;
 *     }
 * }
 * }</pre>
 */
public final class EarlyStop {

    private final CellJudge judge;
    private final Judging judging;

    /**
     * @param judging as the end of the run will judge; its budget must have been made for as many looks as are taken
     */
    public EarlyStop(CellJudge judge, Judging judging) {
        this.judge = requireNonNull(judge, "judge is null");
        this.judging = requireNonNull(judging, "judging is null");
    }

    /**
     * What is known after a repeat.
     *
     * @param stop whether the sweep may end
     * @param undecided number of checks that more repeats could decide
     * @param sentence why, for the console
     */
    public record Answer(boolean stop, int undecided, String sentence) {}

    /**
     * Looks at the checks of a sweep. Those that are enforced count; where none is, those that are on record. A check
     * that no number of repeats can decide, such as one that counts chunks, keeps nobody waiting; a sweep without any
     * limit goes on to its end.
     *
     * @param cells every cell of the sweep with all its repeats
     */
    public Answer after(List<RepeatedCell> cells) {
        if (repeats(cells) < Repeats.FEWEST) {
            return new Answer(false, 0, "fewer than %d repeats tell no noise".formatted(Repeats.FEWEST));
        }
        List<JudgedCheck> all = cells.stream()
                .flatMap(cell -> judge.checks(cell, judging).stream())
                .filter(check -> !check.isInformation())
                .toList();
        List<JudgedCheck> enforced = all.stream().filter(JudgedCheck::counts).toList();
        List<JudgedCheck> gates = enforced.isEmpty() ? all : enforced;
        if (gates.isEmpty()) {
            return new Answer(false, 0, "nothing is limited that repeats could decide");
        }
        List<JudgedCheck> open =
                gates.stream().filter(JudgedCheck::openToRepeats).toList();
        return open.isEmpty()
                ? new Answer(true, 0, "more repeats could decide none of the %d checks".formatted(gates.size()))
                : new Answer(
                        false,
                        open.size(),
                        "%d of %d checks are undecided, such as %s"
                                .formatted(
                                        open.size(),
                                        gates.size(),
                                        open.getFirst().finding()));
    }

    private static int repeats(List<RepeatedCell> cells) {
        return cells.stream()
                .flatMap(cell -> cell.metrics().values().values().stream())
                .mapToInt(value -> value.repeats().size())
                .max()
                .orElse(0);
    }
}
