package atlas.validation.metric;

import atlas.validation.record.RequestRecord;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Sorts the successful requests of a cell by its service level objective. A request that breaches any limit is bad; one
 * that breaches none but lacks a time that is limited cannot be evaluated, and counts on neither side.
 *
 * @param good the requests within every limit
 * @param notEvaluable number of requests that cannot be evaluated
 */
record Goodput(List<MeasuredRequest> good, int notEvaluable) {

    private enum Judgement {
        GOOD,
        BAD,
        NOT_EVALUABLE
    }

    /**
     * Judges each request by times from sent, or from scheduled.
     *
     * @param fromScheduled whether users arrive on their own time (at a rate), and wait from then on
     */
    static Goodput of(List<MeasuredRequest> successes, GoodputLimits limits, boolean fromScheduled) {
        List<MeasuredRequest> good = successes.stream()
                .filter(request -> judge(request, limits, fromScheduled) == Judgement.GOOD)
                .toList();
        long notEvaluable = successes.stream()
                .filter(request -> judge(request, limits, fromScheduled) == Judgement.NOT_EVALUABLE)
                .count();
        return new Goodput(good, (int) notEvaluable);
    }

    private static Judgement judge(MeasuredRequest request, GoodputLimits limits, boolean fromScheduled) {
        RequestRecord row = request.row();
        Double ttft = fromScheduled ? request.fromScheduled(row.ttftMs()) : row.ttftMs();
        Double e2e = fromScheduled ? request.fromScheduled(row.e2eMs()) : row.e2eMs();
        List<Judgement> judgements = List.of(
                within(ttft, limits.ttftMs()), within(request.tpotMs(), limits.tpotMs()), within(e2e, limits.e2elMs()));
        if (judgements.contains(Judgement.BAD)) {
            return Judgement.BAD;
        }
        return judgements.contains(Judgement.NOT_EVALUABLE) ? Judgement.NOT_EVALUABLE : Judgement.GOOD;
    }

    private static Judgement within(@Nullable Double time, @Nullable Double limit) {
        if (limit == null) {
            return Judgement.GOOD;
        }
        if (time == null) {
            return Judgement.NOT_EVALUABLE;
        }
        return time <= limit ? Judgement.GOOD : Judgement.BAD;
    }
}
