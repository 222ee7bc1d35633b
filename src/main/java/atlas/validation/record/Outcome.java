package atlas.validation.record;

import java.util.Locale;

/** How one request ended. Only {@link #SUCCESS} enters a latency or throughput figure. */
public enum Outcome {
    /** A 2xx status, at least one token, a terminal sign and no error in the stream. */
    SUCCESS,
    /** A status outside 2xx. */
    HTTP_ERROR,
    /** No connection could be opened. */
    CONNECT_ERROR,
    /** The connection broke before the answer was whole. */
    CONNECTION_RESET,
    /** The stream carried an error object, or a finish reason that tells of one, although the status was 2xx. */
    IN_STREAM_ERROR,
    /** The body ended without a terminal sign. */
    INCOMPLETE_STREAM,
    /** The answer is shorter than the length that the server was made to reach. */
    TRUNCATED,
    /** The stream ended well and carried no token. */
    NO_TOKENS,
    /** The body is not a stream of events that can be read. */
    MALFORMED_STREAM,
    /** One event exceeds the size that is accepted. */
    EVENT_TOO_LARGE,
    /** A blocking answer came although a stream was asked for. */
    NOT_STREAMED,
    /** No token within the first limit. */
    FIRST_TOKEN_TIMEOUT,
    /** A pause between two reads beyond the second limit. */
    IDLE_TIMEOUT,
    /** The whole request beyond the third limit. */
    TOTAL_TIMEOUT,
    /** Given up by the client itself: the run was cancelled or its time was over. */
    CANCELLED;

    /** Returns the word that files and reports use: the name in lower case. */
    public String word() {
        return name().toLowerCase(Locale.ROOT);
    }

    /** Tells whether this counts as failed: neither a success nor given up by the client. */
    public boolean isFailure() {
        return this != SUCCESS && this != CANCELLED;
    }
}
