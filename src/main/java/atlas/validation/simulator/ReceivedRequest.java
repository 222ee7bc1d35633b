package atlas.validation.simulator;

import io.netty.buffer.ByteBufUtil;
import io.netty.channel.Channel;
import io.netty.handler.codec.http.DefaultFullHttpResponse;
import io.netty.handler.codec.http.FullHttpRequest;
import io.netty.handler.codec.http.FullHttpResponse;
import io.netty.handler.codec.http.HttpHeaderNames;
import io.netty.handler.codec.http.HttpHeaders;
import io.netty.handler.codec.http.HttpMethod;
import io.netty.handler.codec.http.HttpResponseStatus;
import io.netty.handler.codec.http.HttpVersion;
import io.netty.handler.codec.http.QueryStringDecoder;
import java.time.Instant;
import java.util.UUID;

/**
 * A request that was read whole. The body is not copied.
 *
 * @param method its method
 * @param path its path, decoded and without the query
 * @param id the client's {@code x-request-id}, or one that is made up
 * @param body its body
 * @param at when it was received, by the wall clock
 * @param nanos when it was received, by the monotonic clock
 */
@SuppressWarnings({"FutureReturnValueIgnored", "ArrayRecordComponent"}) // Netty closes a connection whose write fails.
record ReceivedRequest(HttpMethod method, String path, String id, byte[] body, Instant at, long nanos) {

    static final String REQUEST_ID = "x-request-id";

    /** Takes a request whose last byte was read at {@code nanos}. */
    static ReceivedRequest of(FullHttpRequest request, long nanos) {
        String given = request.headers().get(REQUEST_ID);
        return new ReceivedRequest(
                request.method(),
                new QueryStringDecoder(request.uri()).path(),
                given == null ? UUID.randomUUID().toString() : given,
                ByteBufUtil.getBytes(request.content()),
                Instant.now(),
                nanos);
    }

    /** Adds the headers that every answer has; {@code server} tells that it is simulated. */
    void addHeaders(HttpHeaders headers) {
        headers.set(REQUEST_ID, id)
                .set(HttpHeaderNames.SERVER, "atlas-simulator")
                .set("openai-processing-ms", (System.nanoTime() - nanos) / 1_000_000)
                .set("openai-organization", "atlas-local")
                .set("openai-version", "2026-01-01");
    }

    /** Writes a whole answer. */
    void answer(Channel channel, HttpResponseStatus status, String contentType, String body) {
        FullHttpResponse response =
                new DefaultFullHttpResponse(HttpVersion.HTTP_1_1, status, ByteBufUtil.writeUtf8(channel.alloc(), body));
        response.headers().set(HttpHeaderNames.CONTENT_TYPE, contentType);
        response.headers()
                .set(HttpHeaderNames.CONTENT_LENGTH, response.content().readableBytes());
        addHeaders(response.headers());
        channel.writeAndFlush(response);
    }
}
