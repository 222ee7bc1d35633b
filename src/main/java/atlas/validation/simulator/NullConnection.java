package atlas.validation.simulator;

import io.netty.buffer.ByteBuf;
import io.netty.channel.Channel;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import java.util.Locale;

/**
 * One connection to a {@link NullServer}: finds where a request ends, and writes the tokens that the pacer calls for.
 */
final class NullConnection extends ChannelInboundHandlerAdapter {

    private static final int HEAD_LIMIT = 64 << 10;
    private static final String LENGTH = "content-length:";
    private static final String HEAD_END = "\r\n\r\n";

    /** When the next token is due; the pacer's. */
    long due;

    private final Channel channel;
    private final NullPacer pacer;
    private final StringBuilder head = new StringBuilder();
    private long bodyLeft;
    private boolean inBody;
    private long readNanos;
    private long firstTokenMicros;
    private int written;

    NullConnection(Channel channel, NullPacer pacer) {
        this.channel = channel;
        this.pacer = pacer;
    }

    @Override
    public void channelRead(ChannelHandlerContext context, Object message) {
        long now = System.nanoTime();
        ByteBuf bytes = (ByteBuf) message;
        try {
            while (bytes.isReadable()) {
                if (!inBody) {
                    readHead(context, bytes);
                }
                int taken = (int) Math.min(bodyLeft, bytes.readableBytes());
                bytes.skipBytes(taken);
                bodyLeft -= taken;
                if (inBody && bodyLeft == 0) {
                    inBody = false;
                    readNanos = now;
                    written = 0;
                    pacer.begin(this, now);
                }
            }
        } finally {
            bytes.release();
        }
    }

    private void readHead(ChannelHandlerContext context, ByteBuf bytes) {
        while (bytes.isReadable()) {
            char next = (char) bytes.readByte();
            head.append(next);
            if (next == '\n' && head.lastIndexOf(HEAD_END) == head.length() - HEAD_END.length()) {
                bodyLeft = length(head.toString());
                head.setLength(0);
                inBody = true;
                return;
            }
            if (head.length() > HEAD_LIMIT) {
                bytes.skipBytes(bytes.readableBytes());
                context.close();
            }
        }
    }

    private static long length(String head) {
        int at = head.toLowerCase(Locale.ROOT).indexOf(LENGTH);
        if (at < 0) {
            return 0;
        }
        int from = at + LENGTH.length();
        return Long.parseLong(head.substring(from, head.indexOf('\r', from)).strip());
    }

    /** Writes the token that is due now, and tells whether another will be. */
    boolean writeToken() {
        if (!channel.isActive()) {
            return false;
        }
        boolean first = written == 0;
        boolean last = ++written == pacer.length();
        if (first) {
            firstTokenMicros = (System.nanoTime() - readNanos) / 1_000;
        }
        channel.write(first ? pacer.tokens().first() : pacer.tokens().next(), channel.voidPromise());
        if (last) {
            channel.write(pacer.tokens().end(firstTokenMicros, written), channel.voidPromise());
        }
        channel.flush();
        return !last;
    }

    /** A connection that breaks is its client's business. */
    @Override
    public void exceptionCaught(ChannelHandlerContext context, Throwable cause) {
        context.close();
    }
}
