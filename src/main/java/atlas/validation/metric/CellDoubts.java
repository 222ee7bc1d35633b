package atlas.validation.metric;

import java.util.Collections;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Decides which figures of a cell cannot carry a decision.
 *
 * @param chunkCounted whether any success had its tokens counted by chunks
 * @param shortOutputs whether the answers stayed far below the asked length for want of a means to force it
 * @param countsAboveLimit whether the server counts notably more tokens than the requests allowed
 * @param limitsTpot whether the objective of the shape limits the time per token
 * @param successes number of requests that succeeded
 */
record CellDoubts(
        boolean chunkCounted, boolean shortOutputs, boolean countsAboveLimit, boolean limitsTpot, int successes) {

    /** The scopes of figures that are about some of the requests only, or about none of them, by their definition. */
    private static final Set<Scope> OF_A_PART =
            Set.of(Scope.CONVERSATIONS, Scope.PREFIX_WORKLOAD, Scope.TOOL_WORKLOAD, Scope.CALIBRATION);

    /** The word by which a request says that its answer is short, and could not be forced to be longer. */
    static final String LENGTH_NOT_FORCED = "length_not_forced";

    /** The word by which a request says that the server counts more tokens than its limit. */
    static final String MORE_TOKENS_THAN_ASKED = "more_tokens_than_asked";

    private static final double LEAST_SHARE_OF_LENGTH = 0.8;

    /** A count that is one too high, as of an end-of-text token, is told and moves no figure by more than this. */
    private static final double MOST_EXCESS_SHARE = 0.01;

    static CellDoubts of(MeasuredCell cell) {
        GoodputLimits limits = cell.input().goodput();
        return new CellDoubts(
                cell.chunkCounted() > 0,
                shortOutputs(cell),
                countsAboveLimit(cell),
                limits != null && limits.tpotMs() != null,
                cell.successes().size());
    }

    private static boolean countsAboveLimit(MeasuredCell cell) {
        long counted = 0;
        long excess = 0;
        for (MeasuredRequest request : cell.successes()) {
            Integer n = request.row().completionTokens();
            if (n != null) {
                counted += n;
                excess += excess(request, n, cell.input().osl());
            }
        }
        return excess > MOST_EXCESS_SHARE * counted;
    }

    /** Returns the tokens beyond the limit; all of them where only the request knows its limit. */
    private static int excess(MeasuredRequest request, int n, @Nullable Integer osl) {
        if (osl != null && n > osl) {
            return n - osl;
        }
        return request.row().warnings().contains(MORE_TOKENS_THAN_ASKED) ? n : 0;
    }

    private static boolean shortOutputs(MeasuredCell cell) {
        Double share = shareOfLength(cell);
        return share != null
                && share < LEAST_SHARE_OF_LENGTH
                && cell.successes().stream()
                        .anyMatch(request -> request.row().warnings().contains(LENGTH_NOT_FORCED));
    }

    /** Returns the mean output length / the mean length that was asked for, or null when either is not known. */
    static @Nullable Double shareOfLength(MeasuredCell cell) {
        Double mean = Figures.ratio(cell.outputTokens(), cell.successes().size());
        Integer osl = cell.input().osl();
        return osl == null
                ? null
                : Figures.ratio(
                        mean, AskedLength.of(osl, cell.input().rangeRatio()).mean());
    }

    MetricValue applyTo(MetricDefinition definition, MetricValue value) {
        if (value.value() == null) {
            return value;
        }
        MetricValue doubted = value;
        boolean restsOnTokens = definition.countsTokens() || (definition.tier() == Tier.GOODPUT && limitsTpot);
        if (chunkCounted && restsOnTokens) {
            doubted = doubted.with(Doubt.CHUNK_COUNTED);
        }
        if (countsAboveLimit && restsOnTokens) {
            doubted = doubted.with(Doubt.COUNT_ABOVE_LIMIT);
        }
        Long n = value.n();
        if (n != null && 2 * n < successes && Collections.disjoint(definition.scopes(), OF_A_PART)) {
            doubted = doubted.with(Doubt.MOSTLY_EXCLUDED);
        }
        if (shortOutputs && definition.tier() == Tier.THROUGHPUT) {
            doubted = doubted.with(Doubt.SHORT_OUTPUTS);
        }
        return doubted;
    }
}
