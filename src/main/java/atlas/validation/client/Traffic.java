package atlas.validation.client;

import org.jspecify.annotations.Nullable;

/** Decides when each request of a phase is sent, and over which slot. Safe for use by several threads. */
interface Traffic {

    /**
     * Begins to send the requests of a queue.
     *
     * @param startedAt stamp of the phase's start
     * @param lastSend stamp after which none is sent, or null; {@link #endSending()} is called then
     */
    void start(RequestQueue queue, long startedAt, @Nullable Long lastSend);

    /**
     * Sends no more, and stops the queue. What was due and was not sent is given up, so that it has a row. Requests in
     * flight go on.
     */
    void endSending();

    /** Returns how many requests are due and held back by a limit of how many may be in flight. */
    default int held() {
        return 0;
    }

    /** Gives up what is in flight. */
    void cancel();

    /** Closes every connection. */
    void close();
}
