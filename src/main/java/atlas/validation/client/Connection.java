package atlas.validation.client;

import io.netty.buffer.ByteBuf;
import io.netty.channel.Channel;
import io.netty.channel.ChannelHandler;
import io.netty.util.concurrent.Future;
import java.util.List;

/** One connection to the server; carries one request at a time. Used on the event loop of its channel only. */
final class Connection {

    private final Channel channel;
    private final ReadClock clock = new ReadClock();
    private final AnswerBytes bytes = new AnswerBytes();
    private final AnswerTaker answers;

    /** Whether all of the last request has gone to the socket. */
    private boolean written = true;

    /**
     * Furnishes a channel that is not connected yet.
     *
     * @param outer what stands between the socket and HTTP, from the socket on: a tunnel, TLS
     * @param queue that of the channel's event loop
     */
    Connection(Channel channel, List<ChannelHandler> outer, ReadQueue queue) {
        this.channel = channel;
        this.answers = new AnswerTaker(channel, bytes);
        channel.pipeline().addLast(clock);
        outer.forEach(channel.pipeline()::addLast);
        channel.pipeline().addLast(new Intake(clock, queue, answers));
    }

    /**
     * Tells whether it can carry another request, as far as this side knows: it is open, the last request was written
     * whole, its answer allows it, and no byte has come that belongs to no answer.
     */
    boolean isUsable() {
        return channel.isActive() && written && answers.isKeepAlive();
    }

    /** Tells whether an earlier request on it was answered. */
    boolean hasAnswered() {
        return answers.hasAnswered();
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
        answers.await(listener);
        bytes.clear();
        ByteBuf outgoing = channel.alloc().ioBuffer(request.head().length + request.body().length);
        outgoing.writeBytes(request.head()).writeBytes(request.body());
        long stamp = System.nanoTime();
        written = false;
        // A server that answers before it has read all may stop reading; its answer, or the end, is still to be read.
        channel.writeAndFlush(outgoing).addListener((Future<Void> done) -> written = done.isSuccess());
        return stamp;
    }

    /** Closes it; whoever waits for an answer hears nothing any more. */
    void close() {
        answers.forget();
        channel.close();
    }
}
