package atlas.validation.metric;

import org.jspecify.annotations.Nullable;

/**
 * Decides which figures of a cell cannot carry a decision.
 *
 * @param chunkCounted whether any success had its tokens counted by chunks
 * @param shortOutputs whether the answers stayed far below the asked length for want of a means to force it
 * @param limitsTpot whether the objective of the shape limits the time per token
 */
record CellDoubts(boolean chunkCounted, boolean shortOutputs, boolean limitsTpot) {

    /** The word by which a request says that its answer is short, and could not be forced to be longer. */
    static final String LENGTH_NOT_FORCED = "length_not_forced";

    private static final double LEAST_SHARE_OF_LENGTH = 0.8;

    static CellDoubts of(MeasuredCell cell) {
        GoodputLimits limits = cell.input().goodput();
        return new CellDoubts(cell.chunkCounted() > 0, shortOutputs(cell), limits != null && limits.tpotMs() != null);
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
        if (shortOutputs && definition.tier() == Tier.THROUGHPUT) {
            doubted = doubted.with(Doubt.SHORT_OUTPUTS);
        }
        return doubted;
    }
}
