package atlas.validation.client;

import static java.util.Objects.requireNonNull;

import java.time.Duration;
import java.util.function.Function;

/**
 * What a user asks next, in the same place.
 *
 * @param think from the end of the answer to the next request
 * @param writer writes the next request, given the answer; any thread may call it
 */
record FollowUp(Duration think, Function<String, PreparedRequest> writer) {

    FollowUp {
        requireNonNull(think, "think is null");
        requireNonNull(writer, "writer is null");
    }
}
