package atlas.validation.testing;

import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A request as a {@link ScriptedServer} received it.
 *
 * @param number position among all requests, from 0
 * @param connection position of its connection among all connections, from 0
 * @param onConnection position among the requests of its connection, from 0
 * @param requestLine such as {@code POST /v1/chat/completions HTTP/1.1}
 * @param headers names in lower case; the last of equal names counts
 * @param body text of the body
 * @param arrivedNanos stamp of {@link System#nanoTime()} when the body was complete
 * @param inFlight requests without a complete answer at that time, this one included
 */
public record ReceivedRequest(
        int number,
        int connection,
        int onConnection,
        String requestLine,
        Map<String, String> headers,
        String body,
        long arrivedNanos,
        int inFlight) {

    public ReceivedRequest {
        headers = Map.copyOf(headers);
    }

    public @Nullable String header(String name) {
        return headers.get(name);
    }
}
