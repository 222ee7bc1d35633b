package atlas.validation.client;

import atlas.validation.stream.Answer;
import atlas.validation.stream.AnswerReader;
import atlas.validation.stream.ErrorText;
import io.netty.handler.codec.http.HttpHeaderNames;
import io.netty.handler.codec.http.HttpHeaders;
import io.netty.handler.codec.http.HttpResponse;
import io.netty.handler.codec.http.HttpResponseStatus;
import io.netty.handler.codec.http.HttpStatusClass;
import io.netty.handler.codec.http.HttpUtil;
import java.io.ByteArrayOutputStream;
import org.jspecify.annotations.Nullable;

/** Reads one answer: a stream of events when the status is 2xx, else an error. */
final class ResponseReader {

    private static final int ERROR_BODY_LIMIT = 64 << 10;

    /** Beyond this, the rest of an error's body is not waited for; its connection is not used again. */
    private static final int ERROR_BODY_PATIENCE = 1 << 20;

    private final HttpResponseStatus status;
    private final @Nullable String contentType;
    private final @Nullable String contentEncoding;
    private final @Nullable String location;
    private final long promisedBytes;
    private final AnswerReader stream;
    private final ByteArrayOutputStream errorBody = new ByteArrayOutputStream(0);
    private final @Nullable Decompression decompression;
    private long received;
    private long currentStamp;
    private @Nullable String unreadable;

    /**
     * @param keepText whether the text of a stream is kept
     * @param keepCalls whether its tool calls are
     */
    ResponseReader(HttpResponse head, boolean keepText, boolean keepCalls) {
        stream = new AnswerReader(keepText, keepCalls);
        status = head.status();
        HttpHeaders headers = head.headers();
        contentType = headers.get(HttpHeaderNames.CONTENT_TYPE);
        contentEncoding = headers.get(HttpHeaderNames.CONTENT_ENCODING);
        location = headers.get(HttpHeaderNames.LOCATION);
        promisedBytes = HttpUtil.isTransferEncodingChunked(head) ? -1 : HttpUtil.getContentLength(head, -1L);
        decompression = Decompression.isGzip(contentEncoding)
                ? new Decompression((plain, offset, length) -> take(plain, offset, length, currentStamp))
                : null;
        if (decompression == null && !Decompression.isIdentity(contentEncoding)) {
            unreadable = "the answer is compressed as " + contentEncoding
                    + ", which nobody asked for and this client cannot read; turn compression off for this server";
        }
    }

    void read(byte[] bytes, int offset, int length, long stampNanos) {
        received += length;
        currentStamp = stampNanos;
        if (decompression == null) {
            take(bytes, offset, length, stampNanos);
        } else if (unreadable == null) {
            decompress(decompression, bytes, offset, length);
        }
    }

    private void decompress(Decompression with, byte[] bytes, int offset, int length) {
        try {
            with.feed(bytes, offset, length);
        } catch (RuntimeException corrupt) {
            if (stream.isDone()) {
                return; // What fills up the rest of the body belongs to nobody.
            }
            unreadable = "the answer says that it is compressed as " + contentEncoding + ", and is not: "
                    + corrupt.getMessage();
        }
    }

    private void take(byte[] bytes, int offset, int length, long stampNanos) {
        if (isStream()) {
            stream.feed(bytes, offset, length, stampNanos);
        } else {
            errorBody.write(bytes, offset, Math.min(length, ERROR_BODY_LIMIT - errorBody.size()));
        }
    }

    boolean hasToken() {
        return stream.hasToken();
    }

    boolean isDone() {
        return stream.isDone();
    }

    boolean hasError() {
        return stream.hasError();
    }

    /** Tells whether reading on is of no use: whatever follows, the request has failed, and how is known. */
    boolean isHopeless() {
        return stream.isHopeless() || unreadable != null || (!isStream() && received > ERROR_BODY_PATIENCE);
    }

    /** Returns how much of the body that its {@code Content-Length} promised has come; null where none promised. */
    @Nullable
    String shareOfPromise() {
        return promisedBytes < 0 ? null : received + " of " + promisedBytes + " bytes";
    }

    /** Ends an answer that is whole. */
    Attempt.Response end(long stampNanos) {
        endDecompression();
        return isStream() ? streamed(stream.end(stampNanos)) : refused();
    }

    /** Ends an answer that broke off. */
    Attempt.Response cut() {
        endDecompression();
        return isStream() ? streamed(stream.cut()) : refused();
    }

    private void endDecompression() {
        if (decompression != null) {
            decompression.end();
        }
    }

    private boolean isStream() {
        return status.codeClass() == HttpStatusClass.SUCCESS;
    }

    private Attempt.Response streamed(Answer answer) {
        return new Attempt.Streamed(status.code(), contentType, decompression != null, unreadable, answer);
    }

    private Attempt.Response refused() {
        String message = unreadable == null ? ErrorText.of(errorBody.toByteArray()) : "HTTP " + status;
        String said = message.isEmpty() ? "HTTP " + status : message;
        return new Attempt.Refused(
                status.code(),
                location != null && status.codeClass() == HttpStatusClass.REDIRECTION ? redirect(location) : said);
    }

    /** Says where a redirect leads, without what may be secret. Load is never sent where nobody asked for it. */
    private String redirect(String target) {
        String shown = ErrorText.oneLine(target.replaceAll("[?#].*$", "").replaceAll("//[^/@]*@", "//"));
        return "HTTP %s to %s, which is not followed; give that address instead".formatted(status, shown);
    }
}
