package atlas.validation.client;

import io.netty.buffer.ByteBuf;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;

/** Puts what one channel has read in the queue of its event loop. Last in its pipeline. */
final class Intake extends ChannelInboundHandlerAdapter {

    private final ReadClock clock;
    private final ReadQueue queue;
    private final AnswerTaker taker;

    Intake(ReadClock clock, ReadQueue queue, AnswerTaker taker) {
        this.clock = clock;
        this.queue = queue;
        this.taker = taker;
    }

    @Override
    public void channelRead(ChannelHandlerContext context, Object message) {
        ByteBuf read = (ByteBuf) message;
        queue.add(taker, read, clock.lastRead());
        read.release();
    }

    @Override
    public void channelReadComplete(ChannelHandlerContext context) {
        // Nobody is behind this who could want to know.
    }

    @Override
    public void channelInactive(ChannelHandlerContext context) {
        queue.addEnd(taker, System.nanoTime());
    }

    @Override
    public void exceptionCaught(ChannelHandlerContext context, Throwable cause) {
        taker.failed(cause);
    }
}
