package atlas.validation.client;

import io.netty.channel.Channel;
import io.netty.handler.codec.http.HttpResponse;
import io.netty.handler.codec.http.HttpResponseStatus;
import io.netty.handler.codec.http.HttpStatusClass;
import io.netty.handler.codec.http.HttpUtil;
import org.jspecify.annotations.Nullable;

/**
 * Hands the parts of the answers on one connection to whoever waits for each.
 *
 * <p>The end of an answer is told once the bytes that came with it have been looked at, and not within their reading:
 * else the next request would be sent, and take what stands behind the answer for its own.
 */
final class AnswerTaker implements ReadQueue.Taker, AnswerFraming.Sink {

    private final Channel channel;
    private final AnswerBytes kept;
    private final AnswerFraming framing = new AnswerFraming(this);
    private @Nullable ResponseListener listener;
    private boolean whole;
    private boolean keepAlive = true;
    private boolean answered;
    private long awaitedSince;
    private long stamp;
    private @Nullable Throwable failure;

    /** @param kept keeps the first and last bytes of each answer */
    AnswerTaker(Channel channel, AnswerBytes kept) {
        this.channel = channel;
        this.kept = kept;
    }

    /** Waits for the answer to a request that is sent from now on. */
    void await(ResponseListener next) {
        awaitedSince = System.nanoTime();
        listener = next;
        whole = false;
        framing.expectAnswer();
    }

    void forget() {
        listener = null;
    }

    /** Tells whether the last answer, and what came after it, let the connection carry another request. */
    boolean isKeepAlive() {
        return keepAlive;
    }

    /** Tells whether an answer has come whole. */
    boolean hasAnswered() {
        return answered;
    }

    @Override
    public void take(byte[] bytes, int offset, int length, long stampNanos) {
        stamp = stampNanos;
        kept.add(bytes, offset, length);
        int end = offset + length;
        if (listener != null && stampNanos - awaitedSince < 0) {
            takeStale(bytes, offset, end);
            return;
        }
        int taken = listener == null || whole ? offset : framing.feed(bytes, offset, end);
        if (!isSpace(bytes, taken, end)) {
            keepAlive = false;
            if (listener == null) {
                channel.close();
            }
        }
    }

    /** Takes what was read before the request was sent, and therefore answers nothing. */
    private void takeStale(byte[] bytes, int from, int to) {
        if (!isSpace(bytes, from, to)) {
            onGarbage("bytes that came before the request was sent");
        }
    }

    /** Tells whether there is nothing but ends of lines, which some servers send behind an answer. */
    private static boolean isSpace(byte[] bytes, int from, int to) {
        for (int i = from; i < to; i++) {
            if (bytes[i] != '\r' && bytes[i] != '\n') {
                return false;
            }
        }
        return true;
    }

    @Override
    public void taken() {
        if (whole) {
            end();
        }
    }

    @Override
    public void ended(long stampNanos) {
        ResponseListener current = listener;
        if (current == null) {
            return;
        }
        if (failure == null && framing.endsWithConnection()) {
            stamp = stampNanos;
            end();
        } else {
            listener = null;
            current.onBroken(how(), failure == null);
        }
    }

    @Override
    public void failed(Throwable cause) {
        failure = cause;
        channel.close();
    }

    private void end() {
        ResponseListener current = listener;
        listener = null;
        whole = false;
        answered = true;
        if (current == null) {
            return;
        }
        try {
            current.onEnd(stamp);
        } catch (RuntimeException | Error fault) {
            // Still waits: it is told when the connection has been closed.
            listener = listener == null ? current : listener;
            throw fault;
        }
    }

    @Override
    public void onHead(HttpResponse head) {
        if (head.status().equals(HttpResponseStatus.SWITCHING_PROTOCOLS)) {
            onGarbage("HTTP 101, although no other protocol was offered");
        } else if (head.status().codeClass() != HttpStatusClass.INFORMATIONAL && listener != null) {
            keepAlive = HttpUtil.isKeepAlive(head);
            listener.onHead(head);
        }
    }

    @Override
    public void onBody(byte[] bytes, int offset, int length) {
        if (listener != null) {
            listener.onBody(bytes, offset, length, stamp);
        }
    }

    @Override
    public void onWhole() {
        whole = true;
    }

    @Override
    public void onGarbage(String what) {
        ResponseListener current = listener;
        listener = null;
        keepAlive = false;
        if (current != null) {
            current.onGarbage(what);
        }
        channel.close();
    }

    private String how() {
        return failure == null ? "the server closed the connection" : NetworkTrouble.of(failure);
    }
}
