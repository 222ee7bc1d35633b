package atlas.validation.metric;

import static atlas.validation.metric.Direction.HIGHER;
import static atlas.validation.metric.Direction.LOWER;
import static atlas.validation.metric.Direction.NEITHER;
import static atlas.validation.metric.Scope.CALIBRATION;
import static atlas.validation.metric.Scope.OBJECTIVE;
import static atlas.validation.metric.Scope.OPEN_LOOP;
import static atlas.validation.metric.Scope.PROMPT_TOKENS;
import static atlas.validation.metric.Scope.STREAMED_ONLY;
import static atlas.validation.metric.Scope.TOKEN_COUNT;
import static atlas.validation.metric.StandardMetrics.SPAN;
import static atlas.validation.metric.StandardMetrics.define;
import static atlas.validation.metric.StandardMetrics.tokens;

import java.util.List;
import java.util.Set;

/** Lists what stands in the tier {@code record}, for whoever reads the figures closely. */
final class RecordMetrics {

    private RecordMetrics() {}

    static List<MetricDefinition> all() {
        return List.of(
                define(
                        "attempted",
                        "count",
                        NEITHER,
                        Tier.RECORD,
                        Set.of(),
                        "Measured requests that were started: succeeded + failed + cancelled."),
                define(
                        "cancelled",
                        "count",
                        NEITHER,
                        Tier.RECORD,
                        Set.of(),
                        "Measured requests that the client gave up itself."),
                define(
                        "goodput_not_evaluable",
                        "count",
                        LOWER,
                        Tier.RECORD,
                        Set.of(OBJECTIVE),
                        "Successful requests that breach no limit of the objective but lack a time that it limits."),
                define("duration", "s", NEITHER, Tier.RECORD, Set.of(), "The span of the cell. " + SPAN),
                define(
                        "total_input_tokens",
                        "tokens",
                        NEITHER,
                        Tier.RECORD,
                        Set.of(PROMPT_TOKENS),
                        "Prompt tokens of successful requests, as the server counts them."),
                tokens(
                        "total_output_tokens",
                        "tokens",
                        NEITHER,
                        Tier.RECORD,
                        "Completion tokens of successful requests, reasoning included."),
                define(
                        "mean_isl",
                        "tokens",
                        NEITHER,
                        Tier.RECORD,
                        Set.of(PROMPT_TOKENS),
                        "Mean prompt tokens of successful requests, as the server counts them."),
                tokens(
                        "mean_osl",
                        "tokens",
                        NEITHER,
                        Tier.RECORD,
                        "Mean completion tokens of successful requests, reasoning included."),
                define(
                        "tokens_per_chunk",
                        "ratio",
                        NEITHER,
                        Tier.RECORD,
                        Set.of(STREAMED_ONLY, TOKEN_COUNT),
                        "Completion tokens / events that carry a token, over successful requests; null where tokens"
                                + " were counted by chunks."),
                define(
                        "max_output_tokens_per_s",
                        "tok/s",
                        HIGHER,
                        Tier.RECORD,
                        Set.of(STREAMED_ONLY, TOKEN_COUNT),
                        "Most tokens of successful requests in any one second. All tokens of a chunk count at the"
                                + " chunk's arrival; where the tokens of each chunk are not known, a request's tokens"
                                + " are taken to be spread evenly over its chunks. Null when the span is under 3 s."),
                define(
                        "normalized_ttft_ms_per_tok",
                        "ms/tok",
                        LOWER,
                        Tier.RECORD,
                        Set.of(STREAMED_ONLY, PROMPT_TOKENS),
                        "mean_ttft_ms / mean_isl, both as measured."),
                define(
                        "decode_throughput_p50",
                        "tok/s",
                        HIGHER,
                        Tier.RECORD,
                        Set.of(STREAMED_ONLY, TOKEN_COUNT),
                        "1000 / median_tpot_ms: tokens per second that one user sees."),
                define(
                        "decode_latency_ratio",
                        "ratio",
                        LOWER,
                        Tier.RECORD,
                        Set.of(STREAMED_ONLY, TOKEN_COUNT),
                        "p99_itl_ms / median_itl_ms."),
                define(
                        "decode_ms_per_token",
                        "ms",
                        LOWER,
                        Tier.RECORD,
                        Set.of(STREAMED_ONLY, TOKEN_COUNT),
                        "Median over successful requests of (last token - first token) / (completion tokens - tokens in"
                                + " the first token event); null where the tokens of each chunk are not known."),
                define(
                        "prefill_throughput_p50",
                        "tok/s",
                        HIGHER,
                        Tier.RECORD,
                        Set.of(STREAMED_ONLY, PROMPT_TOKENS),
                        "Median over successful requests of prompt tokens / TTFT: an estimate from the client's side,"
                                + " with network and queue in it."),
                define(
                        "attempted_rate",
                        "req/s",
                        NEITHER,
                        Tier.RECORD,
                        Set.of(),
                        "(started - 1) / (last start - first start); a request starts when it is sent, or was due if it"
                                + " found no connection, and not at all if it was given up before. At a rate: what was"
                                + " sent of what was asked."),
                define(
                        "mean_in_flight",
                        "count",
                        NEITHER,
                        Tier.RECORD,
                        Set.of(OPEN_LOOP),
                        "attempted_rate x mean time from sent to the end: by Little's law the requests that the server"
                                + " holds on average at that rate."),
                define(
                        "median_schedule_lag_ms",
                        "ms",
                        LOWER,
                        Tier.RECORD,
                        Set.of(OPEN_LOOP),
                        "Median over sent requests of sent - scheduled; requests that max_concurrency held back, or that"
                                + " were sent again, are left out. A figure of the client, not of the server."),
                define(
                        "p99_schedule_lag_ms",
                        "ms",
                        LOWER,
                        Tier.RECORD,
                        Set.of(OPEN_LOOP),
                        "99th percentile of sent - scheduled, over the same requests."),
                define(
                        "max_schedule_lag_ms",
                        "ms",
                        LOWER,
                        Tier.RECORD,
                        Set.of(OPEN_LOOP),
                        "Greatest sent - scheduled, over the same requests."),
                define(
                        "held_by_cap",
                        "count",
                        NEITHER,
                        Tier.RECORD,
                        Set.of(OPEN_LOOP),
                        "Requests that found max_concurrency reached when they were due, or were never sent."),
                define(
                        "mean_cap_wait_ms",
                        "ms",
                        LOWER,
                        Tier.RECORD,
                        Set.of(OPEN_LOOP),
                        "Mean sent - scheduled of the requests that max_concurrency held back and that were sent."),
                define(
                        "ramp_requests",
                        "count",
                        NEITHER,
                        Tier.RECORD,
                        Set.of(OPEN_LOOP),
                        "Requests sent while the rate was rising, which count in no other figure but"
                                + " max_concurrent_requests and steady_output_throughput."),
                define("ramp_failed", "count", NEITHER, Tier.RECORD, Set.of(OPEN_LOOP), "Those of them that failed."),
                define(
                        "ramp_median_ttft_ms",
                        "ms",
                        NEITHER,
                        Tier.RECORD,
                        Set.of(STREAMED_ONLY, OPEN_LOOP),
                        "Median TTFT of those of them that succeeded."),
                define(
                        "max_concurrent_requests",
                        "count",
                        NEITHER,
                        Tier.RECORD,
                        Set.of(),
                        "Most requests in flight at any moment, each from sent to its end."),
                define(
                        "start_burst_ratio",
                        "ratio",
                        NEITHER,
                        Tier.RECORD,
                        Set.of(),
                        "Requests that start together at the beginning of the cell / attempted."),
                define(
                        "client_ttft_overhead_ms",
                        "ms",
                        LOWER,
                        Tier.RECORD,
                        Set.of(CALIBRATION),
                        "What the client itself adds to TTFT at this load: the median, over requests to a null server,"
                                + " of the TTFT measured - the time for which that server held the first token back."));
    }
}
