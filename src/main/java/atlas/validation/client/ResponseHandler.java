package atlas.validation.client;

import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.SimpleChannelInboundHandler;
import io.netty.handler.codec.PrematureChannelClosureException;
import io.netty.handler.codec.http.HttpContent;
import io.netty.handler.codec.http.HttpObject;
import io.netty.handler.codec.http.HttpResponse;
import io.netty.handler.codec.http.HttpStatusClass;
import io.netty.handler.codec.http.HttpUtil;
import io.netty.handler.codec.http.LastHttpContent;
import org.jspecify.annotations.Nullable;

/** Hands the parts of a decoded answer to whoever waits for it. Last in its pipeline. */
final class ResponseHandler extends SimpleChannelInboundHandler<HttpObject> {

    private final ReadQueue reads;
    private @Nullable ResponseListener listener;
    private boolean informational;
    private boolean keepAlive = true;
    private @Nullable Throwable failure;

    ResponseHandler(ReadQueue reads) {
        this.reads = reads;
    }

    void await(ResponseListener next) {
        listener = next;
    }

    void forget() {
        listener = null;
    }

    /** Tells whether the last answer lets the connection carry another request. */
    boolean isKeepAlive() {
        return keepAlive;
    }

    @Override
    protected void channelRead0(ChannelHandlerContext context, HttpObject part) {
        ResponseListener current = listener;
        if (current == null) {
            context.close();
            return;
        }
        if (part.decoderResult().isFailure()) {
            onFailure(context, current, part.decoderResult().cause());
            return;
        }
        if (part instanceof HttpResponse response) {
            informational = response.status().codeClass() == HttpStatusClass.INFORMATIONAL;
            if (!informational) {
                keepAlive = HttpUtil.isKeepAlive(response);
                current.onHead(response);
            }
        }
        if (part instanceof HttpContent content && !informational) {
            if (content.content().isReadable()) {
                current.onBody(content.content(), reads.currentStamp());
            }
            if (part instanceof LastHttpContent && listener == current) {
                listener = null;
                current.onEnd(reads.currentStamp());
            }
        }
    }

    private void onFailure(ChannelHandlerContext context, ResponseListener current, Throwable cause) {
        listener = null;
        if (cause instanceof PrematureChannelClosureException) {
            current.onBroken(how());
        } else {
            current.onGarbage(String.valueOf(cause.getMessage()));
        }
        context.close();
    }

    @Override
    public void channelInactive(ChannelHandlerContext context) {
        ResponseListener current = listener;
        listener = null;
        if (current != null) {
            current.onBroken(how());
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
