package atlas.validation.client;

import io.netty.handler.codec.http.HttpResponse;

/** Hears the answer to one request, on the event loop of its connection. */
interface ResponseListener {

    void onHead(HttpResponse response);

    /** Takes a piece of the body, valid during the call only, with the stamp of the read that brought it. */
    void onBody(byte[] bytes, int offset, int length, long stampNanos);

    /** Takes note that the answer is whole. */
    void onEnd(long stampNanos);

    /** Takes note that what came is not HTTP. */
    void onGarbage(String what);

    /**
     * Takes note that the connection ended before the answer was whole.
     *
     * @param orderly whether the server closed it, in contrast to a reset
     */
    void onBroken(String how, boolean orderly);
}
