package atlas.validation.simulator;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufUtil;
import io.netty.channel.Channel;
import io.netty.handler.codec.http.DefaultHttpResponse;
import io.netty.handler.codec.http.HttpHeaderNames;
import io.netty.handler.codec.http.HttpHeaderValues;
import io.netty.handler.codec.http.HttpResponse;
import io.netty.handler.codec.http.HttpResponseStatus;
import io.netty.handler.codec.http.HttpServerCodec;
import io.netty.handler.codec.http.HttpVersion;
import io.netty.handler.codec.http.LastHttpContent;
import io.netty.util.concurrent.Future;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * One generation that is being answered: writes its tokens as they fall due and keeps the truth about when. Lives on
 * its connection's event loop.
 */
@SuppressWarnings("FutureReturnValueIgnored") // Netty closes a connection whose write fails.
final class Generation implements Sequence.Receiver {

    private static final String KEEP_ALIVE = ":\n\n";
    private static final int CRLF = '\r' << 8 | '\n';
    private static final int FRAMING_BYTES = 16;

    private final Engine engine;
    private final Channel channel;
    private final ReceivedRequest received;
    private final GenerationRequest request;
    private final Script script;
    private final Dialect dialect;
    private final Sequence sequence;
    private final Runnable onEnd;
    private final ChunkTimes chunks = new ChunkTimes();
    private @Nullable Future<?> keepAlive;
    private long lastWriteNanos;
    private boolean ended;

    Generation(
            Engine engine,
            Channel channel,
            ReceivedRequest received,
            GenerationRequest request,
            Script script,
            Runnable onEnd) {
        this.engine = engine;
        this.channel = channel;
        this.received = received;
        this.request = request;
        this.script = script;
        this.onEnd = onEnd;
        String model = engine.options().model();
        long created = Instant.now().getEpochSecond();
        this.dialect = request.chat()
                ? new ChatDialect(
                        script,
                        "chatcmpl-" + received.id(),
                        created,
                        model,
                        request,
                        engine.options().api())
                : new CompletionDialect(script, "cmpl-" + received.id(), created, model);
        this.sequence = new Sequence(
                this,
                received.nanos(),
                request.promptTokens(),
                engine.options().prefixCache() ? PrefixCache.keys(request.promptWords()) : new long[0],
                script.length(),
                script.seed());
    }

    /** Opens the stream, if one was asked for, and puts the generation in line. */
    void begin() {
        engine.counters().began(request.promptTokens());
        if (request.stream()) {
            HttpResponse head = new DefaultHttpResponse(HttpVersion.HTTP_1_1, HttpResponseStatus.OK);
            head.headers()
                    .set(HttpHeaderNames.CONTENT_TYPE, "text/event-stream")
                    .set(HttpHeaderNames.CACHE_CONTROL, "no-cache")
                    .set(HttpHeaderNames.TRANSFER_ENCODING, HttpHeaderValues.CHUNKED);
            received.addHeaders(head.headers());
            channel.write(head);
            write(dialect.opening());
            channel.flush();
            long period = engine.options().keepAlive().toNanos();
            keepAlive = channel.eventLoop()
                    .scheduleAtFixedRate(() -> breakSilence(period), period, period, TimeUnit.NANOSECONDS);
        }
        engine.submit(sequence);
    }

    @Override
    public Executor executor() {
        return channel.eventLoop();
    }

    @Override
    public void tokens(int from, int to) {
        if (ended) {
            return;
        }
        boolean last = to == script.length();
        if (from == 0) {
            double seconds = (sequence.firstTokenDueNanos() - received.nanos()) / 1e9;
            engine.counters().firstToken(seconds, sequence.cachedTokens());
        }
        engine.counters().tokens(to - from);
        if (request.stream()) {
            write(dialect.tokens(from, to));
            if (last) {
                write(dialect.closing(usage()));
                channel.write(LastHttpContent.EMPTY_LAST_CONTENT);
            }
            // Nothing goes out before the flush. The truth about the end must be there when a client has seen it.
            chunks.add(System.nanoTime() - received.nanos(), to - from);
            if (last) {
                end(ServedRequest.Outcome.COMPLETED);
            }
            channel.flush();
        } else if (last) {
            String answer = dialect.blocking(usage());
            chunks.add(System.nanoTime() - received.nanos(), script.length());
            end(ServedRequest.Outcome.COMPLETED);
            received.answer(channel, HttpResponseStatus.OK, "application/json", answer);
        }
        if (last) {
            onEnd.run();
        }
    }

    /** Frees the generation's place, since nobody reads it any more. */
    void clientGone() {
        if (!ended) {
            engine.scheduler().leave(sequence);
            end(ServedRequest.Outcome.CLIENT_GONE);
        }
    }

    private void end(ServedRequest.Outcome outcome) {
        ended = true;
        if (keepAlive != null) {
            keepAlive.cancel(false);
        }
        Script.Call call = script.call();
        boolean completed = outcome == ServedRequest.Outcome.COMPLETED;
        if (completed && call != null && script.completesCall(0, script.length())) {
            engine.counters().toolCalled();
            engine.log().info("spark::api", "Tool call: " + call.name() + "(" + call.arguments() + ")");
        }
        engine.counters().ended();
        engine.served().add(truth(outcome));
    }

    private ServedRequest truth(ServedRequest.Outcome outcome) {
        long prefillStart = sequence.prefillStartNanos();
        return new ServedRequest(
                received.id(),
                received.path(),
                received.at(),
                received.nanos(),
                prefillStart == Sequence.UNKNOWN ? null : prefillStart - received.nanos(),
                chunks.isEmpty() ? null : chunks.first(),
                chunks.isEmpty() ? null : chunks.last(),
                chunks.nanos(),
                chunks.tokens(),
                request.promptTokens(),
                sequence.cachedTokens(),
                chunks.totalTokens(),
                sequence.maxBatch(),
                outcome,
                outcome == ServedRequest.Outcome.COMPLETED ? script.finishReason() : null);
    }

    private Usage usage() {
        return new Usage(
                request.promptTokens(),
                sequence.cachedTokens(),
                script.length(),
                script.reasoningAmong(script.length()),
                sequence.firstTokenDueNanos() - sequence.prefillStartNanos(),
                sequence.lastTokenDueNanos() - sequence.firstTokenDueNanos());
    }

    private void breakSilence(long period) {
        if (System.nanoTime() - lastWriteNanos >= period / 2) {
            write(KEEP_ALIVE);
            channel.flush();
        }
    }

    /**
     * Writes events as one chunk of the chunked body, framed here: the codec would make three buffers of it, which
     * costs more than the rest of a token.
     */
    private void write(String events) {
        lastWriteNanos = System.nanoTime();
        if (events.isEmpty()) {
            return;
        }
        int length = ByteBufUtil.utf8Bytes(events);
        ByteBuf frame = channel.alloc().ioBuffer(length + FRAMING_BYTES);
        frame.writeCharSequence(Integer.toHexString(length), StandardCharsets.US_ASCII);
        ByteBufUtil.writeShortBE(frame, CRLF);
        ByteBufUtil.reserveAndWriteUtf8(frame, events, length);
        ByteBufUtil.writeShortBE(frame, CRLF);
        channel.pipeline().context(HttpServerCodec.class).write(frame);
    }
}
