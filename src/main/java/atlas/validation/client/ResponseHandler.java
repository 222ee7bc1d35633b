package atlas.validation.client;

import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.SimpleChannelInboundHandler;
import io.netty.handler.codec.PrematureChannelClosureException;
import io.netty.handler.codec.http.HttpContent;
import io.netty.handler.codec.http.HttpObject;
import io.netty.handler.codec.http.HttpResponse;
import io.netty.handler.codec.http.HttpResponseStatus;
import io.netty.handler.codec.http.HttpStatusClass;
import io.netty.handler.codec.http.HttpUtil;
import io.netty.handler.codec.http.LastHttpContent;
import org.jspecify.annotations.Nullable;

/**
 * Hands the parts of a decoded answer to whoever waits for it. Last in its pipeline.
 *
 * <p>The end of an answer is told once the bytes that came with it have been looked at, and not within their decoding:
 * else the next request would be sent, and take what stands behind the answer for its own.
 */
final class ResponseHandler extends SimpleChannelInboundHandler<HttpObject> {

    private final ReadQueue reads;
    private final AnswerDecoder decoder;
    private @Nullable ResponseListener listener;
    private boolean informational;
    private boolean whole;
    private boolean keepAlive = true;
    private boolean answered;
    private long wholeStamp;
    private @Nullable Throwable failure;

    ResponseHandler(ReadQueue reads, AnswerDecoder decoder) {
        this.reads = reads;
        this.decoder = decoder;
    }

    void await(ResponseListener next) {
        listener = next;
        whole = false;
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
    protected void channelRead0(ChannelHandlerContext context, HttpObject part) {
        ResponseListener current = listener;
        if (current == null || whole) {
            keepAlive = false;
            if (current == null) {
                context.close();
            }
            return;
        }
        if (part.decoderResult().isFailure()) {
            onFailure(context, current, part.decoderResult().cause());
            return;
        }
        if (part instanceof HttpResponse response) {
            onHead(context, current, response);
        }
        if (part instanceof HttpContent content && !informational && listener == current) {
            if (content.content().isReadable()) {
                current.onBody(content.content(), reads.currentStamp());
            }
            if (part instanceof LastHttpContent && listener == current) {
                whole = true;
                wholeStamp = reads.currentStamp();
            }
        }
    }

    private void onHead(ChannelHandlerContext context, ResponseListener current, HttpResponse response) {
        if (response.status().equals(HttpResponseStatus.SWITCHING_PROTOCOLS)) {
            garbage(context, current, "HTTP 101, although no other protocol was offered");
            return;
        }
        informational = response.status().codeClass() == HttpStatusClass.INFORMATIONAL;
        if (!informational) {
            keepAlive = HttpUtil.isKeepAlive(response);
            current.onHead(response);
        }
    }

    private void onFailure(ChannelHandlerContext context, ResponseListener current, Throwable cause) {
        if (cause instanceof PrematureChannelClosureException) {
            broken(current);
            context.close();
        } else {
            garbage(context, current, String.valueOf(cause.getMessage()));
        }
    }

    private void garbage(ChannelHandlerContext context, ResponseListener current, String what) {
        listener = null;
        keepAlive = false;
        current.onGarbage(what);
        context.close();
    }

    private void broken(ResponseListener current) {
        listener = null;
        current.onBroken(how(), failure == null);
    }

    @Override
    public void channelReadComplete(ChannelHandlerContext context) {
        if (whole) {
            end();
        }
    }

    private void end() {
        ResponseListener current = listener;
        listener = null;
        whole = false;
        answered = true;
        keepAlive &= !decoder.hasLeftOver();
        if (current != null) {
            current.onEnd(wholeStamp);
        }
    }

    @Override
    public void channelInactive(ChannelHandlerContext context) {
        ResponseListener current = listener;
        if (whole) {
            end();
        } else if (current != null) {
            broken(current);
        }
    }

    @Override
    public void exceptionCaught(ChannelHandlerContext context, Throwable cause) {
        failure = cause;
        context.close();
    }

    private String how() {
        return failure == null ? "the server closed the connection" : NetworkTrouble.of(failure);
    }
}
