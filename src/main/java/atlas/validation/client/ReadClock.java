package atlas.validation.client;

import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;

/** Stamps every read from the socket, before anything decrypts or decodes it. First in its pipeline. */
final class ReadClock extends ChannelInboundHandlerAdapter {

    private long lastRead = System.nanoTime();

    /** Returns the stamp of the last read, or of the connection's making when nothing was read. */
    long lastRead() {
        return lastRead;
    }

    @Override
    public void channelRead(ChannelHandlerContext context, Object message) {
        lastRead = System.nanoTime();
        context.fireChannelRead(message);
    }
}
