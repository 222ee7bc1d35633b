package atlas.validation.metric;

import java.util.Set;

/**
 * A quantity that every request has one of (or many, for the gaps between tokens), and whose mean, median, maximum and
 * percentiles are figures of a cell.
 */
enum LatencyFamily {
    TTFT(
            "ttft_ms",
            Tier.TTFT,
            false,
            "time from sent to the first event that carries a token of answer, reasoning or tool call"),
    TTFO(
            "ttfo_ms",
            Tier.TTFT,
            false,
            "time from sent to the first event that carries a token of the answer or a tool call, reasoning left out"),
    TPOT(
            "tpot_ms",
            Tier.TPOT,
            true,
            "(last token - first token) / (completion tokens - 1) of each request; requests of one token, with hidden"
                    + " reasoning, or whose tokens came at once are left out: in one read, or at less than "
                    + MeasuredRequest.LEAST_MS_PER_TOKEN
                    + " ms each, which is the pace of a buffer on the way and of no model"),
    ITL(
            "itl_ms",
            Tier.LATENCY,
            true,
            "gaps between successive token events, each spread over the tokens that its event carries where that is"
                    + " known, else as they are; pooled over requests, and n is the number of requests, as the gaps of"
                    + " one request are not independent; answers that came at once are left out as in TPOT"),
    E2EL("e2el_ms", Tier.LATENCY, false, "time from sent to the last event that carries a token"),
    SCHEDULED_TTFT(
            "scheduled_ttft_ms",
            Tier.LATENCY,
            false,
            "time to the first token, counted from when the request was due: for users that arrive at a rate their"
                    + " arrival, else when their slot became free"),
    SCHEDULED_E2EL(
            "scheduled_e2el_ms", Tier.LATENCY, false, "time to the last token, counted from when the request was due"),
    VLLM_TTFT(
            "vllm_ttft_ms",
            Tier.RECORD,
            false,
            "time from sent to the first event with non-empty choices, be it without a token: what vllm bench serve"
                    + " prints as TTFT");

    private final String suffix;
    private final Tier tier;
    private final boolean countsTokens;
    private final String definition;

    LatencyFamily(String suffix, Tier tier, boolean countsTokens, String definition) {
        this.suffix = suffix;
        this.tier = tier;
        this.countsTokens = countsTokens;
        this.definition = definition;
    }

    /** Returns the name without the statistic, such as {@code ttft_ms}. */
    String suffix() {
        return suffix;
    }

    /** Returns the definition of one statistic of this quantity. */
    MetricDefinition define(Statistic statistic) {
        return new MetricDefinition(
                statistic.prefix() + "_" + suffix,
                "ms",
                Direction.LOWER,
                tier,
                countsTokens ? Set.of(Scope.STREAMED_ONLY, Scope.TOKEN_COUNT) : Set.of(Scope.STREAMED_ONLY),
                statistic.percentile(),
                statistic.text() + " over successful requests: " + definition + ".");
    }
}
