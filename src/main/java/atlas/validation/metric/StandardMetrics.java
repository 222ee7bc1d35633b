package atlas.validation.metric;

import static atlas.validation.metric.Direction.HIGHER;
import static atlas.validation.metric.Direction.LOWER;
import static atlas.validation.metric.Direction.NEITHER;
import static atlas.validation.metric.Scope.CONVERSATIONS;
import static atlas.validation.metric.Scope.GPU_COUNT;
import static atlas.validation.metric.Scope.KNOWN_ANSWERS;
import static atlas.validation.metric.Scope.MANY_NODES;
import static atlas.validation.metric.Scope.OBJECTIVE;
import static atlas.validation.metric.Scope.ONCE_PER_SERVER;
import static atlas.validation.metric.Scope.OPEN_LOOP;
import static atlas.validation.metric.Scope.PREFIX_WORKLOAD;
import static atlas.validation.metric.Scope.PROMPT_TOKENS;
import static atlas.validation.metric.Scope.STREAMED_ONLY;
import static atlas.validation.metric.Scope.TOKEN_COUNT;
import static atlas.validation.metric.Scope.TOOL_WORKLOAD;

import java.util.List;
import java.util.Set;

/** Lists the figures that are one number by themselves; statistics of latencies are in {@link LatencyFamily}. */
final class StandardMetrics {

    static final String SPAN =
            "The span runs from the first sent of any measured request to the last token of a successful one.";

    private StandardMetrics() {}

    static List<MetricDefinition> single() {
        return List.of(
                tokens(
                        "output_throughput",
                        "tok/s",
                        HIGHER,
                        Tier.THROUGHPUT,
                        "Completion tokens of successful requests / span. " + SPAN),
                define(
                        "total_token_throughput",
                        "tok/s",
                        HIGHER,
                        Tier.THROUGHPUT,
                        Set.of(TOKEN_COUNT, PROMPT_TOKENS),
                        "Prompt and completion tokens of successful requests / span. " + SPAN),
                define(
                        "request_throughput",
                        "req/s",
                        HIGHER,
                        Tier.THROUGHPUT,
                        Set.of(),
                        "Successful requests / span; 0 when requests were sent and none succeeded. " + SPAN),
                define(
                        "per_gpu_throughput",
                        "tok/s",
                        HIGHER,
                        Tier.THROUGHPUT,
                        Set.of(TOKEN_COUNT, PROMPT_TOKENS, GPU_COUNT),
                        "total_token_throughput / GPUs that serve (tensor x pipeline parallelism x replicas)."),
                define(
                        "output_tput_per_gpu",
                        "tok/s",
                        HIGHER,
                        Tier.THROUGHPUT,
                        Set.of(TOKEN_COUNT, GPU_COUNT),
                        "output_throughput / GPUs that serve (tensor x pipeline parallelism x replicas)."),
                define(
                        "steady_output_throughput",
                        "tok/s",
                        HIGHER,
                        Tier.THROUGHPUT,
                        Set.of(STREAMED_ONLY, TOKEN_COUNT),
                        "Tokens of successful requests that arrived inside the steady window / the window: from the"
                                + " moment that the requests in flight first equal the concurrency to the first"
                                + " completion that leaves no request to refill with; at a rate from the end of the"
                                + " ramp to the last arrival, tokens for requests of the ramp included. Null when the"
                                + " window is shorter than twice the median end-to-end latency."),
                define("success_rate", "ratio", HIGHER, Tier.HEALTH, Set.of(), "Succeeded / (attempted - cancelled)."),
                define(
                        "failed",
                        "count",
                        LOWER,
                        Tier.HEALTH,
                        Set.of(),
                        "Measured requests that neither succeeded nor were given up by the client."),
                define("completed", "count", HIGHER, Tier.HEALTH, Set.of(), "Measured requests that succeeded."),
                define(
                        "goodput",
                        "req/s",
                        HIGHER,
                        Tier.GOODPUT,
                        Set.of(OBJECTIVE),
                        "Good requests / span; good is a success within every limit of the shape's objective, by times"
                                + " from sent at a concurrency and from scheduled at a rate. " + SPAN),
                define(
                        "goodput_ratio",
                        "ratio",
                        HIGHER,
                        Tier.GOODPUT,
                        Set.of(OBJECTIVE),
                        "Good requests / (attempted - cancelled - not evaluable)."),
                define(
                        "goodput_tok_s",
                        "tok/s",
                        HIGHER,
                        Tier.GOODPUT,
                        Set.of(OBJECTIVE, TOKEN_COUNT),
                        "Completion tokens of good requests / span. " + SPAN),
                define(
                        "scaling.efficiency_pct",
                        "%",
                        HIGHER,
                        Tier.SCALING,
                        Set.of(TOKEN_COUNT, MANY_NODES),
                        "100 x output_throughput / (output throughput of a single node x nodes)."),
                define(
                        "tool_emit_ms",
                        "ms",
                        LOWER,
                        Tier.TOOLS,
                        Set.of(STREAMED_ONLY, TOOL_WORKLOAD),
                        "Median over the calls that can be made of the time from sent to the event that completes the"
                                + " call: it names the function that was offered, and its arguments satisfy the"
                                + " function's schema."),
                define(
                        "tool_name_ms",
                        "ms",
                        LOWER,
                        Tier.TOOLS,
                        Set.of(STREAMED_ONLY, TOOL_WORKLOAD),
                        "Median over the same calls of the time from sent to the event that names the function."),
                define(
                        "tool_gap_ms",
                        "ms",
                        LOWER,
                        Tier.TOOLS,
                        Set.of(STREAMED_ONLY, TOOL_WORKLOAD),
                        "Median gap between successive events with a piece of the arguments, pooled over the same calls;"
                                + " null where the arguments come in one piece."),
                define(
                        "max_tool_gap_ms",
                        "ms",
                        LOWER,
                        Tier.TOOLS,
                        Set.of(STREAMED_ONLY, TOOL_WORKLOAD),
                        "Greatest of those gaps."),
                define(
                        "tool_call_success",
                        "ratio",
                        HIGHER,
                        Tier.TOOLS,
                        Set.of(TOOL_WORKLOAD),
                        "Requests answered by a call that can be made / (attempted - cancelled)."),
                define(
                        "warm_ttft_ratio",
                        "ratio",
                        LOWER,
                        Tier.PREFIX,
                        Set.of(STREAMED_ONLY, PREFIX_WORKLOAD),
                        "warm_ttft_ms / cold_ttft_ms."),
                define(
                        "cold_ttft_ms",
                        "ms",
                        LOWER,
                        Tier.PREFIX,
                        Set.of(STREAMED_ONLY, PREFIX_WORKLOAD),
                        "Median TTFT of the first request of each pair, whose beginning no cache has seen; over pairs of"
                                + " which both succeeded."),
                define(
                        "warm_ttft_ms",
                        "ms",
                        LOWER,
                        Tier.PREFIX,
                        Set.of(STREAMED_ONLY, PREFIX_WORKLOAD),
                        "Median TTFT of the second request of each pair, sent once the first has been answered, with the"
                                + " same beginning and another end; over the same pairs."),
                define(
                        "warm_cached_ratio",
                        "ratio",
                        HIGHER,
                        Tier.PREFIX,
                        Set.of(PROMPT_TOKENS, PREFIX_WORKLOAD),
                        "Cached / prompt tokens of the second requests, as the server tells them."),
                define(
                        "first_turn_ttft_ms",
                        "ms",
                        LOWER,
                        Tier.TTFT,
                        Set.of(STREAMED_ONLY, CONVERSATIONS),
                        "Median TTFT of the first turns of conversations."),
                define(
                        "last_turn_ttft_ms",
                        "ms",
                        LOWER,
                        Tier.TTFT,
                        Set.of(STREAMED_ONLY, CONVERSATIONS),
                        "Median TTFT of the last turns of conversations, whose prompts have the whole history."),
                define(
                        "correctness_ratio",
                        "ratio",
                        HIGHER,
                        Tier.CORRECTNESS,
                        Set.of(KNOWN_ANSWERS),
                        "Questions with a known answer that were answered right / those asked."),
                define(
                        "cold_start_ms",
                        "ms",
                        LOWER,
                        Tier.TARGET,
                        Set.of(ONCE_PER_SERVER),
                        "Time from the launch of the server to the first token of its very first request."),
                define(
                        "launch_to_ready_ms",
                        "ms",
                        LOWER,
                        Tier.TARGET,
                        Set.of(ONCE_PER_SERVER),
                        "Time from the launch of the server until its health and its models answer."),
                define(
                        "first_request_ms",
                        "ms",
                        LOWER,
                        Tier.TARGET,
                        Set.of(STREAMED_ONLY, ONCE_PER_SERVER),
                        "Time from sent to the first token of the very first request after the launch."),
                define(
                        "second_request_ms",
                        "ms",
                        LOWER,
                        Tier.TARGET,
                        Set.of(STREAMED_ONLY, ONCE_PER_SERVER),
                        "Time from sent to the first token of a second request of the same length."),
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
                        "(attempted - 1) / (last start - first start); a request starts when it is sent, or was due if"
                                + " it never was sent. At a rate: what was sent of what was asked."),
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
                        "Median over sent requests of sent - scheduled; requests that max_concurrency held back are left"
                                + " out. A figure of the client, not of the server."),
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
                        Set.of(),
                        "What the client itself adds to TTFT at this load: the median, over requests to a null server,"
                                + " of the TTFT measured - the time for which that server held the first token back."));
    }

    private static MetricDefinition tokens(String name, String unit, Direction better, Tier tier, String definition) {
        return define(name, unit, better, tier, Set.of(TOKEN_COUNT), definition);
    }

    private static MetricDefinition define(
            String name, String unit, Direction better, Tier tier, Set<Scope> scopes, String definition) {
        return new MetricDefinition(name, unit, better, tier, scopes, null, definition);
    }
}
