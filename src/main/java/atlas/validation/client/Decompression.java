package atlas.validation.client;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufUtil;
import io.netty.buffer.Unpooled;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.SimpleChannelInboundHandler;
import io.netty.channel.embedded.EmbeddedChannel;
import io.netty.handler.codec.compression.ZlibCodecFactory;
import io.netty.handler.codec.compression.ZlibWrapper;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** Undoes gzip as it comes, for servers and proxies that compress although nobody asked them to. */
final class Decompression {

    /**
     * Bytes that are unpacked at a time, and the most that they may become: gzip packs no more than 1032 to one. So a
     * small body that unpacks to a huge one never does so in memory.
     */
    private static final int PIECE = 1 << 10;

    private static final int LARGEST_OUTPUT = 2 << 20;

    private final EmbeddedChannel channel;

    /** Takes pieces of the body. */
    interface Output {

        void accept(byte[] bytes, int offset, int length);
    }

    Decompression(Output output) {
        channel = new EmbeddedChannel(
                ZlibCodecFactory.newZlibDecoder(ZlibWrapper.GZIP, LARGEST_OUTPUT),
                new SimpleChannelInboundHandler<ByteBuf>() {
                    @Override
                    protected void channelRead0(ChannelHandlerContext context, ByteBuf piece) {
                        byte[] plain = ByteBufUtil.getBytes(piece);
                        output.accept(plain, 0, plain.length);
                    }
                });
    }

    /** Tells whether the value of a {@code Content-Encoding} header means that a body is as it is. */
    static boolean isIdentity(@Nullable String encoding) {
        return encoding == null || encoding.isBlank() || word(encoding).equals("identity");
    }

    static boolean isGzip(@Nullable String encoding) {
        return encoding != null
                && (word(encoding).equals("gzip") || word(encoding).equals("x-gzip"));
    }

    private static String word(String encoding) {
        return encoding.strip().toLowerCase(Locale.ROOT);
    }

    /**
     * Takes a piece of the compressed body.
     *
     * @throws RuntimeException if it is not what it says it is
     */
    void feed(byte[] compressed, int offset, int length) {
        for (int taken = 0; taken < length; taken += PIECE) {
            channel.writeInbound(Unpooled.copiedBuffer(compressed, offset + taken, Math.min(PIECE, length - taken)));
        }
    }

    /** Hands on what is left, and frees what it holds. What is wrong with the rest no longer matters. */
    void end() {
        try {
            channel.finishAndReleaseAll();
        } catch (RuntimeException cutOff) {
            // The body ended in the middle; what it gave until then was handed on.
        }
    }
}
