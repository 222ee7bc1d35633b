package atlas.validation.record;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A cell over time and as distributions, reduced for drawing.
 *
 * @param bucketMs width of a time bucket
 * @param inFlight requests in flight at the end of each bucket
 * @param tokS completion tokens per second in each bucket
 * @param errors failed requests in each bucket
 * @param lagMs greatest schedule lag in each bucket; null where no request was sent in it
 * @param cdf points {@code [probability, milliseconds]} by quantity: {@code ttft}, {@code tpot}, {@code e2e}
 * @param groups times to the first token by what sets requests of one cell apart; empty where nothing does
 * @param lanes single requests: the slowest ones and a sample of all, in the order they were sent
 * @param steadyFromMs when the steady window begins, or null where the cell has none
 * @param steadyToMs when the steady window ends, or null where the cell has none
 * @param objective the limits that make a request good, or null where the shape has none
 */
public record Series(
        int bucketMs,
        List<Integer> inFlight,
        List<Double> tokS,
        List<Integer> errors,
        List<@Nullable Double> lagMs,
        Map<String, List<double[]>> cdf,
        List<Group> groups,
        List<Lane> lanes,
        @Nullable Double steadyFromMs,
        @Nullable Double steadyToMs,
        @Nullable Objective objective) {

    public Series {
        inFlight = List.copyOf(inFlight);
        tokS = List.copyOf(tokS);
        errors = List.copyOf(errors);
        lagMs = Collections.unmodifiableList(new ArrayList<>(lagMs));
        cdf = Map.copyOf(cdf);
        // A record of an older suite has none.
        groups = groups == null ? List.of() : List.copyOf(groups);
        lanes = List.copyOf(lanes);
    }

    /**
     * The limits within which a request counts as good.
     *
     * @param ttftMs greatest time to the first token, or null
     * @param tpotMs greatest time per output token after the first, or null
     * @param e2elMs greatest time to the last token, or null
     */
    public record Objective(
            @Nullable Double ttftMs,
            @Nullable Double tpotMs,
            @Nullable Double e2elMs) {}

    /**
     * The successful requests of a cell that have something in common.
     *
     * @param by what tells the groups apart: {@code turn} of a conversation, {@code prefix} or {@code cache}
     * @param name the turn, counted from 1; or {@code cold} and {@code warm}: by {@code prefix}, the first and the
     *     second request of a pair; by {@code cache}, nothing, or something, of the prompt was in the server's cache
     * @param n number of requests with a first token
     * @param medianTtftMs their median time to the first token
     * @param p90TtftMs its 90th percentile
     */
    public record Group(String by, String name, int n, double medianTtftMs, double p90TtftMs) {}

    /**
     * One request over time, in milliseconds.
     *
     * @param index its position in the cell
     * @param turn which turn of a conversation, from 0
     * @param sampled whether it is one of the even sample of all requests; else it is here for being slow
     * @param sentAtMs when it was sent, counted like the buckets
     * @param queueMs how long it waited before that, or null
     * @param ttftMs from sent to its first token, or null
     * @param e2eMs from sent to its last token, or null
     * @param decodeMs the time between first and last token in pieces {@code [length, greatest gap in it]}: the
     *     greatest gaps between events stand alone, the others are joined to runs
     * @param promptTokens prompt tokens as the server counts them, or null
     * @param cachedTokens those of them that the server had in its cache, or null
     * @param outcome how it ended
     */
    public record Lane(
            int index,
            int turn,
            boolean sampled,
            double sentAtMs,
            @Nullable Double queueMs,
            @Nullable Double ttftMs,
            @Nullable Double e2eMs,
            List<double[]> decodeMs,
            @Nullable Integer promptTokens,
            @Nullable Integer cachedTokens,
            Outcome outcome) {

        public Lane {
            decodeMs = decodeMs == null ? List.of() : List.copyOf(decodeMs);
        }
    }
}
