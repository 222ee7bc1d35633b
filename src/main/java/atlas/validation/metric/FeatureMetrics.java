package atlas.validation.metric;

import static atlas.validation.metric.Direction.HIGHER;
import static atlas.validation.metric.Direction.LOWER;
import static atlas.validation.metric.Scope.CONVERSATIONS;
import static atlas.validation.metric.Scope.KNOWN_ANSWERS;
import static atlas.validation.metric.Scope.ONCE_PER_SERVER;
import static atlas.validation.metric.Scope.PREFIX_WORKLOAD;
import static atlas.validation.metric.Scope.PROMPT_TOKENS;
import static atlas.validation.metric.Scope.STREAMED_ONLY;
import static atlas.validation.metric.Scope.TOOL_WORKLOAD;
import static atlas.validation.metric.StandardMetrics.define;

import java.util.List;
import java.util.Set;

/** Lists what only some workloads, the probes and the start of a server tell. */
final class FeatureMetrics {

    private FeatureMetrics() {}

    static List<MetricDefinition> all() {
        return List.of(
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
                        "Time from sent to the first token of a second request of the same length."));
    }
}
