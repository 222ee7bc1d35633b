package atlas.validation.client;

import io.netty.buffer.ByteBuf;
import io.netty.channel.Channel;
import io.netty.channel.ChannelFutureListener;
import io.netty.handler.codec.http.HttpDecoderConfig;
import io.netty.handler.codec.http.HttpResponseDecoder;
import io.netty.handler.ssl.SslHandler;
import org.jspecify.annotations.Nullable;

/** One connection to the server; carries one request at a time. Used on the event loop of its channel only. */
final class Connection {

    private static final int HEAD_LIMIT = 64 << 10;
    private static final int PIECE_LIMIT = 64 << 10;

    private final Channel channel;
    private final ReadClock clock = new ReadClock();
    private final AnswerStart start = new AnswerStart();
    private final ResponseHandler responses;

    /** Furnishes a channel that is not connected yet. */
    Connection(Channel channel, @Nullable SslHandler ssl) {
        this.channel = channel;
        ReadQueue reads = new ReadQueue(clock, start);
        this.responses = new ResponseHandler(reads);
        channel.pipeline().addLast(clock);
        if (ssl != null) {
            channel.pipeline().addLast(ssl);
        }
        HttpDecoderConfig limits = new HttpDecoderConfig()
                .setMaxInitialLineLength(HEAD_LIMIT)
                .setMaxHeaderSize(HEAD_LIMIT)
                .setMaxChunkSize(PIECE_LIMIT);
        channel.pipeline().addLast(reads, new HttpResponseDecoder(limits), responses);
    }

    /** Tells whether it can carry another request, as far as this side knows. */
    boolean isUsable() {
        return channel.isActive() && responses.isKeepAlive();
    }

    /** Returns the stamp of the last read. */
    long lastRead() {
        return clock.lastRead();
    }

    /** Returns the first bytes of the answer to the last request, as they came. */
    byte[] answerStart() {
        return start.copy();
    }

    /** Sends a request and returns the stamp of the moment just before its first byte went to the socket. */
    long send(PreparedRequest request, ResponseListener listener) {
        responses.await(listener);
        start.clear();
        ByteBuf bytes = channel.alloc().ioBuffer(request.head().length + request.body().length);
        bytes.writeBytes(request.head()).writeBytes(request.body());
        long stamp = System.nanoTime();
        channel.writeAndFlush(bytes).addListener(ChannelFutureListener.CLOSE_ON_FAILURE);
        return stamp;
    }

    /** Closes it; whoever waits for an answer hears nothing any more. */
    void close() {
        responses.forget();
        channel.close();
    }
}
