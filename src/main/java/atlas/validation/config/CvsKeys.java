package atlas.validation.config;

import java.util.Set;

/**
 * Keys that the Cluster Validation Suite (CVS) has and this suite does not use. A file that was written for it loads;
 * each of these keys earns a warning. Places are full names without list positions.
 */
final class CvsKeys {

    private static final Set<String> UNUSED = Set.of(
            "accuracy",
            "long_context_accuracy",
            "mtp_quality",
            "platform",
            "quant_parity",
            "container.name",
            "container.runtime.args.registry",
            "params.backend",
            "params.bench_extra_args",
            "params.bench_max_failed_requests",
            "params.client_initial_wait_s",
            "params.client_poll_count",
            "params.client_poll_wait_time",
            "params.dataset_name",
            "params.master_addr",
            "params.master_port",
            "params.percentile_metrics",
            "params.random_prefix_len",
            "params.result_filename",
            "params.server_poll_count",
            "params.server_poll_wait_time",
            "params.server_precheck_wait_s",
            "params.server_warmup_wait_s",
            "params.tokenizer_mode",
            "roles.server.atom_args",
            "roles.server.serve_args",
            "roles.server.sglang_args",
            "run_card.atom_image_pin",
            "cluster:container");

    private CvsKeys() {}

    static boolean unused(String place) {
        return UNUSED.contains(place) || (place.startsWith("cluster:node_dict.") && place.endsWith(".rack_id"));
    }
}
