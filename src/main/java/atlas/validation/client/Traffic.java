package atlas.validation.client;

/** Decides when each request of a phase is sent, and over which slot. Safe for use by several threads. */
interface Traffic {

    /**
     * Begins to send the requests of a queue.
     *
     * @param startedAt stamp of the phase's start
     */
    void start(RequestQueue queue, long startedAt);

    /** Sends no more; what is due and still waits is given up. Requests in flight go on. */
    void endSending();

    /** Gives up what is in flight. */
    void cancel();

    /** Closes every connection. */
    void close();
}
