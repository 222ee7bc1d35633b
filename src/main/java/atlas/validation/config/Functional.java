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
 */
public record Functional(
        boolean apiSmoke,
        boolean healthCheck,
        boolean toolCalls,
        boolean coldStart,
        boolean correctness,
        @Nullable Boolean enforceProbes) {}
