package atlas.validation.client;

import static java.util.Objects.requireNonNull;

import atlas.validation.record.CellId;
import atlas.validation.workload.PromptSource;

/**
 * One cell's load in closed loop: a number of slots, each of which sends its next request as soon as its last one has
 * ended.
 *
 * @param target name of the target, for the rows
 * @param id the cell
 * @param prompts what is asked
 * @param concurrency requests in flight, at least 1
 * @param warmupRequests requests sent before the measured ones, 0 or more
 * @param requests measured requests, at least 1
 */
public record CellLoad(
        String target, CellId id, PromptSource prompts, int concurrency, int warmupRequests, int requests) {

    public CellLoad {
        requireNonNull(target, "target is null");
        requireNonNull(id, "id is null");
        requireNonNull(prompts, "prompts is null");
        if (concurrency < 1) {
            throw new IllegalArgumentException("concurrency must be positive, got [" + concurrency + "]");
        }
        if (warmupRequests < 0) {
            throw new IllegalArgumentException("warmupRequests must not be negative, got [" + warmupRequests + "]");
        }
        if (requests < 1) {
            throw new IllegalArgumentException("requests must be positive, got [" + requests + "]");
        }
    }
}
