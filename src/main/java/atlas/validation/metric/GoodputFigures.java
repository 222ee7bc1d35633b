package atlas.validation.metric;

import atlas.validation.record.Counts;

/** Computes what the shape's service level objective makes of the cell; nothing when it has none. */
final class GoodputFigures {

    private GoodputFigures() {}

    static void addTo(Figures figures, MeasuredCell cell) {
        GoodputLimits limits = cell.input().goodput();
        if (limits == null) {
            return;
        }
        Counts counts = cell.counts();
        int decided = counts.attempted() - counts.cancelled();
        Span span = cell.span();
        if (span == null) {
            figures.add("goodput", cell.askedAnything() ? 0.0 : null, decided);
            return;
        }
        boolean atRate = cell.input().users() == null;
        Goodput goodput = Goodput.of(cell.successes(), limits, atRate);
        int n = goodput.good().size();
        int evaluable = decided - goodput.notEvaluable();
        // With nothing to evaluate no rate is known, not even zero.
        boolean known = evaluable > 0;
        figures.add("goodput", known ? n / span.seconds() : null, evaluable);
        figures.add("goodput_ratio", known ? (double) n / evaluable : null, evaluable);
        Long tokens = n == 0
                ? Long.valueOf(0)
                : MeasuredCell.sum(goodput.good(), request -> request.row().completionTokens());
        figures.add("goodput_tok_s", known ? Figures.ratio(tokens, span.seconds()) : null, evaluable);
        figures.addCount("goodput_not_evaluable", (long) goodput.notEvaluable(), counts.succeeded());
    }
}
