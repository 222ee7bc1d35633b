package atlas.validation.client;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.handler.codec.http.HttpDecoderConfig;
import io.netty.handler.codec.http.HttpResponse;
import io.netty.handler.codec.http.HttpResponseDecoder;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Decodes the heads of answers, status line and headers, without what follows them. What a head may look like, and
 * which of them contradict themselves, is Netty's to say, in its lenient way: other clients take such answers too.
 */
final class HeadDecoder extends HttpResponseDecoder {

    private static final int LIMIT = 64 << 10;

    private final ByteBuf undecoded = Unpooled.buffer(512);
    private final List<Object> decoded = new ArrayList<>(2);
    private boolean bodyFollows;

    HeadDecoder() {
        super(new HttpDecoderConfig()
                .setMaxInitialLineLength(LIMIT)
                .setMaxHeaderSize(LIMIT)
                .setStrictLineParsing(false)
                .setAllowDuplicateContentLengths(true)
                .setUseRfc9112TransferEncoding(false));
    }

    /**
     * Takes more bytes, none of them from behind the head.
     *
     * @return the head, once it is whole or broken, which its {@link HttpResponse#decoderResult} tells
     */
    @Nullable
    HttpResponse decode(byte[] bytes, int offset, int length) {
        undecoded.discardReadBytes().writeBytes(bytes, offset, length);
        try {
            decode(null, undecoded, decoded);
            if (decoded.isEmpty()) {
                return null;
            }
            bodyFollows = decoded.size() == 1;
            // The next bytes are those of another head.
            reset();
            return (HttpResponse) decoded.getFirst();
        } catch (Exception e) {
            throw new IllegalStateException("what is wrong with a head is told by the head, not thrown", e);
        } finally {
            decoded.clear();
        }
    }

    /** Tells whether a body belongs to the last head. */
    boolean bodyFollows() {
        return bodyFollows;
    }
}
