package atlas.validation.simulator;

import io.netty.buffer.ByteBuf;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import java.util.ArrayDeque;

/**
 * Stamps every read, and hands it on in a task behind the connections that are ready now. Else the stamp of the last of
 * many requests that arrive together would contain the decoding of all the others. First in its pipeline.
 */
final class ArrivalQueue extends ChannelInboundHandlerAdapter {

    private final ArrayDeque<Arrival> arrivals = new ArrayDeque<>();
    private boolean scheduled;
    private long currentStamp = System.nanoTime();

    private record Arrival(ByteBuf bytes, long stampNanos) {}

    /** Returns the stamp of the read that is being handed on. */
    long currentStamp() {
        return currentStamp;
    }

    @Override
    public void channelRead(ChannelHandlerContext context, Object message) {
        arrivals.add(new Arrival((ByteBuf) message, System.nanoTime()));
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
        context.fireChannelInactive();
    }

    @Override
    public void handlerRemoved(ChannelHandlerContext context) {
        arrivals.forEach(arrival -> arrival.bytes().release());
        arrivals.clear();
    }

    private void drain(ChannelHandlerContext context) {
        scheduled = false;
        boolean any = false;
        for (Arrival arrival = arrivals.poll(); arrival != null; arrival = arrivals.poll()) {
            currentStamp = arrival.stampNanos();
            context.fireChannelRead(arrival.bytes());
            any = true;
        }
        if (any) {
            context.fireChannelReadComplete();
        }
    }
}
