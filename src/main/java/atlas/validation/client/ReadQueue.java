package atlas.validation.client;

import io.netty.buffer.ByteBuf;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import java.util.ArrayDeque;

/**
 * Keeps what was read, with its stamp, and hands it on in a task behind the channels that are ready now. Else the stamp
 * of the last of many ready streams would contain the decoding of all the others.
 */
final class ReadQueue extends ChannelInboundHandlerAdapter {

    private final ReadClock clock;
    private final AnswerBytes kept;
    private final ArrayDeque<StampedRead> reads = new ArrayDeque<>();
    private boolean scheduled;
    private long currentStamp;

    private record StampedRead(ByteBuf bytes, long stampNanos) {}

    /** @param kept keeps the first and last bytes of each answer */
    ReadQueue(ReadClock clock, AnswerBytes kept) {
        this.clock = clock;
        this.kept = kept;
    }

    /** Returns the stamp of the read that is being handed on. */
    long currentStamp() {
        return currentStamp;
    }

    @Override
    public void channelRead(ChannelHandlerContext context, Object message) {
        reads.add(new StampedRead((ByteBuf) message, clock.lastRead()));
        if (!scheduled) {
            scheduled = true;
            context.executor().execute(() -> drain(context));
        }
    }

    /** Is told further up once the kept reads have been handed on. */
    @Override
    public void channelReadComplete(ChannelHandlerContext context) {}

    @Override
    public void channelInactive(ChannelHandlerContext context) {
        drain(context);
        currentStamp = System.nanoTime();
        context.fireChannelInactive();
    }

    @Override
    public void exceptionCaught(ChannelHandlerContext context, Throwable cause) {
        drain(context);
        context.fireExceptionCaught(cause);
    }

    @Override
    public void handlerRemoved(ChannelHandlerContext context) {
        reads.forEach(read -> read.bytes().release());
        reads.clear();
    }

    private void drain(ChannelHandlerContext context) {
        scheduled = false;
        boolean any = false;
        for (StampedRead read = reads.poll(); read != null; read = reads.poll()) {
            currentStamp = read.stampNanos();
            kept.add(read.bytes());
            context.fireChannelRead(read.bytes());
            any = true;
        }
        if (any) {
            context.fireChannelReadComplete();
        }
    }
}
