package atlas.validation.probe;

import java.util.List;
import java.util.OptionalDouble;

/** The families of {@code /metrics} that tell the same on different servers. */
final class ServerMetrics {

    static final String PATH = "/metrics";

    /** Requests that are being served. */
    static final List<String> ACTIVE = List.of(
            "atlas_requests_active",
            "avarok_requests_active",
            "vllm:num_requests_running",
            "sglang:num_running_reqs",
            "llamacpp:requests_processing");

    /** Tokens that were generated. */
    static final List<String> GENERATED = List.of(
            "atlas_generation_tokens_total",
            "avarok_generation_tokens_total",
            "vllm:generation_tokens_total",
            "sglang:generation_tokens_total",
            "llamacpp:tokens_predicted_total");

    private ServerMetrics() {}

    /** Returns how many requests the server says that it serves, or empty where it does not tell. */
    static OptionalDouble active(ProbeTarget target) {
        Exchange exchange = target.get(PATH);
        return exchange.hasStatus(200) ? PrometheusText.parse(exchange.answer()).value(ACTIVE) : OptionalDouble.empty();
    }
}
