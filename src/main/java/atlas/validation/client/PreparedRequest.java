package atlas.validation.client;

import atlas.validation.record.Phase;
import org.jspecify.annotations.Nullable;

/**
 * A request that only waits to be sent.
 *
 * @param phase whether it counts
 * @param index position in its phase
 * @param maxTokens the token limit that its body carries
 * @param forceLength whether its body asks the server to reach the limit
 * @param keepText whether the text of its answer is kept
 * @param head request line and headers, as they go over the wire. The array is not copied
 * @param body the body, as it goes over the wire. The array is not copied
 */
record PreparedRequest(
        Phase phase,
        int index,
        @Nullable Integer maxTokens,
        boolean forceLength,
        boolean keepText,
        byte[] head,
        byte[] body) {}
