package atlas.validation.gate;

import atlas.validation.record.CellRecord;
import atlas.validation.record.RunRecord;
import atlas.validation.record.Status;
import atlas.validation.record.TargetRecord;
import atlas.validation.record.Warning;
import java.time.Instant;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * What the runs of the past say a target's figures are. Of the runs whose fingerprint is alike it takes of each figure
 * the median of the last ten, so that neither one odd run nor one old file decides, and the noise between runs from the
 * last thirty. Immutable.
 *
 * <p>A run counts only where it came to its end; a cell only where it was measured and missed no enforced limit, so
 * that a regression that was found does not become the new normal by being run often enough.
 */
public final class Baseline {

    private final Map<String, CellRecord> now;
    private final List<PastTarget> last;
    private final List<String> differences;
    private final List<Warning> warnings;

    private Baseline(Map<String, CellRecord> now, List<PastTarget> runs, List<String> differences, Instant at) {
        this.now = now;
        this.last = List.copyOf(runs.subList(Math.max(0, runs.size() - PastFigure.MOST), runs.size()));
        this.differences = List.copyOf(differences);
        this.warnings = runs.isEmpty() ? List.of() : BaselineWarnings.of(newestOf(runs), at, courses(runs));
    }

    /** A target of one run. */
    private record PastTarget(RunRecord run, TargetRecord target, Fingerprint fingerprint) {}

    /**
     * Chooses the runs.
     *
     * @param history runs of the past in any order; those that began at {@code at} or later are passed over
     * @param current the target as it is now; in a run of the past the target of its name is looked for, else its only
     *     one
     * @param fingerprint what the target is now
     * @param allowed fields that may differ. Where runs differ in one of them, they are the baseline, and not those
     *     that are alike in it too: whoever lets the image differ asks how another one fared
     * @param at when the run began
     */
    public static Baseline of(
            List<RunRecord> history,
            TargetRecord current,
            Fingerprint fingerprint,
            Collection<String> allowed,
            Instant at) {
        Map<String, CellRecord> now =
                current.cells().stream().collect(Collectors.toMap(CellRecord::id, cell -> cell, (one, same) -> one));
        List<PastTarget> past = history.stream()
                .filter(run -> run.finishedAt() != null && run.startedAt().isBefore(at))
                .filter(run -> run.status() != Status.CANCELLED)
                .sorted(Comparator.comparing(RunRecord::startedAt))
                .flatMap(run -> pastTarget(run, current.name()).stream())
                .toList();
        if (past.isEmpty()) {
            return new Baseline(now, List.of(), List.of(), at);
        }
        List<PastTarget> comparable = past.stream()
                .filter(one -> fingerprint.differing(one.fingerprint, allowed).isEmpty())
                .toList();
        if (comparable.isEmpty()) {
            Fingerprint newest = past.getLast().fingerprint;
            List<String> names = fingerprint.differing(newest, allowed);
            return new Baseline(now, like(newest, past), fingerprint.told(newest, names, "the baseline"), at);
        }
        PastTarget newest = comparable.reversed().stream()
                .filter(one -> !one.fingerprint.equals(fingerprint))
                .findFirst()
                .orElse(comparable.getLast());
        return new Baseline(now, like(newest.fingerprint, comparable), List.of(), at);
    }

    private static List<PastTarget> like(Fingerprint fingerprint, List<PastTarget> all) {
        return all.stream().filter(one -> one.fingerprint.equals(fingerprint)).toList();
    }

    private static Optional<PastTarget> pastTarget(RunRecord run, String name) {
        List<TargetRecord> targets = run.targets();
        return targets.stream()
                .filter(target -> target.name().equals(name))
                .findFirst()
                .or(() -> targets.size() == 1 ? Optional.of(targets.getFirst()) : Optional.empty())
                .map(target -> new PastTarget(run, target, Fingerprint.of(run, target)));
    }

    private static Instant newestOf(List<PastTarget> runs) {
        return runs.getLast().run.startedAt();
    }

    /** Returns how every figure went that is worth a look, over all the runs and not only the last. */
    private List<BaselineWarnings.Course> courses(List<PastTarget> runs) {
        return now.values().stream()
                .flatMap(cell -> BaselineWarnings.watched().stream()
                        .flatMap(metric -> figure(runs, cell.id(), metric.name())
                                .map(figure -> new BaselineWarnings.Course(cell.id(), metric, figure.values()))
                                .stream()))
                .toList();
    }

    /**
     * Returns a figure of a cell in the last runs, or empty when none of them has it.
     *
     * @param cell the cell's id
     * @param metric name of the figure in the registry
     */
    Optional<PastFigure> figure(String cell, String metric) {
        return figure(last, cell, metric);
    }

    private Optional<PastFigure> figure(List<PastTarget> runs, String cell, String metric) {
        List<PastFigure.Run> values = runs.stream()
                .flatMap(one -> cell(one.target, cell).flatMap(past -> value(one.run, past, metric)).stream())
                .toList();
        return values.isEmpty() ? Optional.empty() : Optional.of(new PastFigure(values));
    }

    private Optional<CellRecord> cell(TargetRecord past, String id) {
        CellRecord current = now.get(id);
        return past.cells().stream()
                .filter(cell -> cell.id().equals(id) && counts(cell))
                .filter(cell -> current == null || isAlike(cell, current))
                .findFirst();
    }

    private static boolean counts(CellRecord cell) {
        return switch (cell.status()) {
            case PASS, RECORD, INCONCLUSIVE -> true;
            case FAIL, ERROR, SKIPPED, CANCELLED -> false;
        };
    }

    /** Tells whether two cells of one id ask for the same: an id is a name, and its shape may have been changed. */
    static boolean isAlike(CellRecord cell, CellRecord other) {
        return cell.workload().equals(other.workload())
                && Objects.equals(cell.isl(), other.isl())
                && Objects.equals(cell.osl(), other.osl());
    }

    private static Optional<PastFigure.Run> value(RunRecord run, CellRecord cell, String metric) {
        Double value = cell.metrics().get(metric);
        return value == null
                ? Optional.empty()
                : Optional.of(new PastFigure.Run(value, CellEvidence.repeats(cell), run.startedAt()));
    }

    /** Returns the number of runs. */
    public int runs() {
        return last.size();
    }

    /**
     * Returns what makes the runs differ from this one, one clause a field; when there is any, figures are shown beside
     * each other and no limit is enforced.
     */
    public List<String> differences() {
        return differences;
    }

    /** Returns what is to be said of the runs: that they are old, or drift. */
    public List<Warning> warnings() {
        return warnings;
    }
}
