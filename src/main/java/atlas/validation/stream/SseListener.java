package atlas.validation.stream;

/** Hears what an {@link SseDecoder} finds, in the order of the stream. */
public interface SseListener {

    /** Takes a complete event. */
    void onEvent(SseEvent event);

    /** Takes note of a comment line, which servers send to keep a connection alive. */
    default void onComment(long stampNanos) {}

    /** Takes note that an event exceeds the limit; the decoder ignores everything after it. */
    void onEventTooLarge(int limitBytes, long stampNanos);
}
