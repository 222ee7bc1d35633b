package atlas.validation.client;

import atlas.validation.stream.Answer;
import atlas.validation.stream.AnswerReader;
import atlas.validation.stream.ErrorText;
import io.netty.buffer.ByteBuf;
import io.netty.handler.codec.http.HttpHeaderNames;
import io.netty.handler.codec.http.HttpResponse;
import io.netty.handler.codec.http.HttpResponseStatus;
import io.netty.handler.codec.http.HttpStatusClass;
import java.io.ByteArrayOutputStream;
import org.jspecify.annotations.Nullable;

/** Reads one answer: a stream of events when the status is 2xx, else an error. */
final class ResponseReader {

    private static final int ERROR_BODY_LIMIT = 64 << 10;

    private final HttpResponseStatus status;
    private final @Nullable String contentType;
    private final @Nullable String contentEncoding;
    private final AnswerReader stream = new AnswerReader();
    private final ByteArrayOutputStream errorBody = new ByteArrayOutputStream(0);
    private byte[] piece = new byte[512];

    ResponseReader(HttpResponse head) {
        status = head.status();
        contentType = head.headers().get(HttpHeaderNames.CONTENT_TYPE);
        contentEncoding = head.headers().get(HttpHeaderNames.CONTENT_ENCODING);
    }

    void read(ByteBuf bytes, long stampNanos) {
        int length = bytes.readableBytes();
        if (piece.length < length) {
            piece = new byte[Math.max(length, 2 * piece.length)];
        }
        bytes.readBytes(piece, 0, length);
        if (isStream()) {
            stream.feed(piece, 0, length, stampNanos);
        } else {
            errorBody.write(piece, 0, Math.min(length, ERROR_BODY_LIMIT - errorBody.size()));
        }
    }

    boolean hasToken() {
        return stream.hasToken();
    }

    boolean isDone() {
        return stream.isDone();
    }

    boolean isTooLarge() {
        return stream.isTooLarge();
    }

    /** Ends an answer that is whole. */
    Attempt.Response end(long stampNanos) {
        return isStream() ? streamed(stream.end(stampNanos)) : refused();
    }

    /** Ends an answer that broke off. */
    Attempt.Response cut() {
        return isStream() ? streamed(stream.cut()) : refused();
    }

    private boolean isStream() {
        return status.codeClass() == HttpStatusClass.SUCCESS;
    }

    private Attempt.Response streamed(Answer answer) {
        return new Attempt.Streamed(status.code(), contentType, contentEncoding, answer);
    }

    private Attempt.Response refused() {
        String message = ErrorText.of(errorBody.toByteArray());
        return new Attempt.Refused(status.code(), message.isEmpty() ? "HTTP " + status : message);
    }
}
