package atlas.validation.client;

import io.netty.handler.codec.http.HttpDecoderConfig;
import io.netty.handler.codec.http.HttpResponseDecoder;

/** Decodes answers, and tells whether bytes have come that belong to none. */
final class AnswerDecoder extends HttpResponseDecoder {

    private static final int HEAD_LIMIT = 64 << 10;
    private static final int PIECE_LIMIT = 64 << 10;

    AnswerDecoder() {
        super(new HttpDecoderConfig()
                .setMaxInitialLineLength(HEAD_LIMIT)
                .setMaxHeaderSize(HEAD_LIMIT)
                .setMaxChunkSize(PIECE_LIMIT));
    }

    /** Tells whether bytes are left that were not decoded; after a whole answer there should be none. */
    boolean hasLeftOver() {
        return actualReadableBytes() > 0;
    }
}
