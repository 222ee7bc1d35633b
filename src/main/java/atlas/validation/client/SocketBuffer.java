package atlas.validation.client;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufAllocator;
import io.netty.buffer.Unpooled;
import io.netty.channel.DefaultMaxMessagesRecvByteBufAllocator;
import java.nio.ByteBuffer;

/**
 * One buffer that every read from a socket of one event loop goes into. So a read costs no allocation, no counting of
 * references and no watch for leaks; but whoever takes what was read must copy it before the next read. Hands out one
 * read of a socket at a time, so that a fast stream takes turns with the others.
 */
final class SocketBuffer extends DefaultMaxMessagesRecvByteBufAllocator {

    private static final int SIZE = 64 << 10;

    private final ByteBuf buffer = Unpooled.unreleasableBuffer(Unpooled.wrappedBuffer(ByteBuffer.allocateDirect(SIZE)));

    SocketBuffer() {
        super(1);
    }

    @Override
    public Handle newHandle() {
        return new MaxMessageHandle() {
            @Override
            public int guess() {
                return SIZE;
            }

            @Override
            public ByteBuf allocate(ByteBufAllocator ignored) {
                return buffer.clear();
            }
        };
    }
}
