package atlas.validation.client;

import atlas.validation.record.Phase;
import atlas.validation.workload.ToolOffer;
import org.jspecify.annotations.Nullable;

/**
 * A request that only waits to be sent.
 *
 * @param phase whether it counts
 * @param index position in its phase
 * @param turn which of the requests that follow one another it is, from 0
 * @param maxTokens the token limit that its body carries
 * @param forceLength whether its body asks the server to reach the limit
 * @param keepText whether the text of its answer is kept
 * @param head request line and headers, as they go over the wire. The array is not copied
 * @param body the body, as it goes over the wire. The array is not copied
 * @param tool a function that the answer is to call, or null
 * @param followUp what is asked once this has been answered, or null when nothing is
 */
record PreparedRequest(
        Phase phase,
        int index,
        int turn,
        @Nullable Integer maxTokens,
        boolean forceLength,
        boolean keepText,
        byte[] head,
        byte[] body,
        @Nullable ToolOffer tool,
        @Nullable FollowUp followUp) {

    /** Creates a request that nothing follows. */
    PreparedRequest(
            Phase phase,
            int index,
            @Nullable Integer maxTokens,
            boolean forceLength,
            boolean keepText,
            byte[] head,
            byte[] body) {
        this(phase, index, 0, maxTokens, forceLength, keepText, head, body, null, null);
    }
}
