package atlas.validation.config;

import org.jspecify.annotations.Nullable;

/**
 * What is checked beside the sweep.
 *
 * @param apiSmoke whether the API conformance probes run
 * @param healthCheck whether the server must also answer its health check
 * @param toolCalls whether tool calls are probed
 * @param coldStart whether the first requests after the launch are timed
 * @param correctness whether known answers are asked for
 * @param enforceProbes whether a failed probe fails the run; null means as the thresholds are
 * @param dropPageCache whether the node is made to forget the model's files before the launch
 */
public record Functional(
        boolean apiSmoke,
        boolean healthCheck,
        boolean toolCalls,
        boolean coldStart,
        boolean correctness,
        @Nullable Boolean enforceProbes,
        boolean dropPageCache) {

    /** Creates what leaves the node's memory alone. */
    public Functional(
            boolean apiSmoke,
            boolean healthCheck,
            boolean toolCalls,
            boolean coldStart,
            boolean correctness,
            @Nullable Boolean enforceProbes) {
        this(apiSmoke, healthCheck, toolCalls, coldStart, correctness, enforceProbes, false);
    }
}
