package atlas.validation.client;

import io.netty.buffer.ByteBuf;
import io.netty.channel.Channel;
import io.netty.channel.ChannelFutureListener;
import io.netty.channel.ChannelHandler;
import java.util.List;

/** One connection to the server; carries one request at a time. Used on the event loop of its channel only. */
final class Connection {

    private final Channel channel;
    private final ReadClock clock = new ReadClock();
    private final AnswerBytes bytes = new AnswerBytes();
    private final AnswerDecoder decoder = new AnswerDecoder();
    private final ResponseHandler responses;

    /**
     * Furnishes a channel that is not connected yet.
     *
     * @param outer what stands between the socket and HTTP, from the socket on: a tunnel, TLS
     */
    Connection(Channel channel, List<ChannelHandler> outer) {
        this.channel = channel;
        ReadQueue reads = new ReadQueue(clock, bytes);
        this.responses = new ResponseHandler(reads, decoder);
        channel.pipeline().addLast(clock);
        outer.forEach(channel.pipeline()::addLast);
        channel.pipeline().addLast(reads, decoder, responses);
    }

    /**
     * Tells whether it can carry another request, as far as this side knows: it is open, the last answer allows it, and
     * no byte has come that belongs to no answer.
     */
    boolean isUsable() {
        return channel.isActive() && responses.isKeepAlive() && !decoder.hasLeftOver();
    }

    /** Tells whether an earlier request on it was answered. */
    boolean hasAnswered() {
        return responses.hasAnswered();
    }

    /** Returns the stamp of the last read. */
    long lastRead() {
        return clock.lastRead();
    }

    /** Returns what is kept of the answer to the last request. */
    RawAnswer rawAnswer() {
        return bytes.copy();
    }

    /** Sends a request and returns the stamp of the moment just before its first byte went to the socket. */
    long send(PreparedRequest request, ResponseListener listener) {
        responses.await(listener);
        bytes.clear();
        ByteBuf outgoing = channel.alloc().ioBuffer(request.head().length + request.body().length);
        outgoing.writeBytes(request.head()).writeBytes(request.body());
        long stamp = System.nanoTime();
        channel.writeAndFlush(outgoing).addListener(ChannelFutureListener.CLOSE_ON_FAILURE);
        return stamp;
    }

    /** Closes it; whoever waits for an answer hears nothing any more. */
    void close() {
        responses.forget();
        channel.close();
    }
}
