package atlas.validation.metric;

import static atlas.validation.metric.Direction.HIGHER;
import static atlas.validation.metric.Direction.LOWER;
import static atlas.validation.metric.Scope.GPU_COUNT;
import static atlas.validation.metric.Scope.MANY_NODES;
import static atlas.validation.metric.Scope.OBJECTIVE;
import static atlas.validation.metric.Scope.PROMPT_TOKENS;
import static atlas.validation.metric.Scope.STREAMED_ONLY;
import static atlas.validation.metric.Scope.TOKEN_COUNT;
import static atlas.validation.metric.StandardMetrics.SPAN;
import static atlas.validation.metric.StandardMetrics.define;
import static atlas.validation.metric.StandardMetrics.tokens;

import java.util.List;
import java.util.Set;

/** Lists what any cell tells of the load that it was under: throughput, health, goodput and scaling. */
final class LoadMetrics {

    private LoadMetrics() {}

    static List<MetricDefinition> all() {
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
                        "100 x output_throughput / (output throughput of a single node x nodes)."));
    }
}
