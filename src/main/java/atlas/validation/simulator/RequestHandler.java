package atlas.validation.simulator;

import io.netty.channel.Channel;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.SimpleChannelInboundHandler;
import io.netty.handler.codec.http.FullHttpRequest;
import io.netty.handler.codec.http.HttpMethod;
import io.netty.handler.codec.http.HttpResponseStatus;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.ObjectNode;

/** Answers the requests of one connection, one after the other. Lives on the connection's event loop. */
@SuppressWarnings("FutureReturnValueIgnored") // Netty closes a connection whose write fails.
final class RequestHandler extends SimpleChannelInboundHandler<FullHttpRequest> {

    static final String CHAT = "/v1/chat/completions";
    static final String COMPLETIONS = "/v1/completions";

    private final Engine engine;
    private final ArrivalQueue arrivals;
    private final Deque<ReceivedRequest> pending = new ArrayDeque<>();
    private @Nullable Generation current;
    private boolean reading;

    RequestHandler(Engine engine, ArrivalQueue arrivals) {
        this.engine = engine;
        this.arrivals = arrivals;
    }

    @Override
    protected void channelRead0(ChannelHandlerContext context, FullHttpRequest request) {
        ReceivedRequest received = ReceivedRequest.of(request, arrivals.currentStamp());
        if (request.decoderResult().isFailure()) {
            refuse(context.channel(), received, ApiException.badRequest("malformed HTTP request"));
            context.close();
            return;
        }
        pending.addLast(received);
        answerPending(context.channel());
    }

    private void answerPending(Channel channel) {
        while (current == null && !reading && channel.isActive()) {
            ReceivedRequest next = pending.pollFirst();
            if (next == null) {
                return;
            }
            answer(channel, next);
        }
    }

    private void answer(Channel channel, ReceivedRequest request) {
        boolean post = request.method().equals(HttpMethod.POST);
        if (post && request.path().equals(CHAT)) {
            read(
                    channel,
                    request,
                    body -> RequestReader.chat(body, engine.options().api()));
        } else if (post && request.path().equals(COMPLETIONS)) {
            read(
                    channel,
                    request,
                    body -> RequestReader.completion(body, engine.options().api()));
        } else {
            orRefuse(channel, request, () -> {
                        PlainAnswer answer = PlainAnswer.to(request, engine);
                        return () ->
                                request.answer(channel, HttpResponseStatus.OK, answer.contentType(), answer.body());
                    })
                    .run();
        }
    }

    /** Reads a body on a thread of its own: of a thousand requests at once, the last must not wait for the others. */
    private void read(Channel channel, ReceivedRequest request, Function<byte[], GenerationRequest> reader) {
        reading = true;
        engine.read(() -> {
            Runnable next = orRefuse(channel, request, () -> {
                Generation generation = generation(channel, request, reader.apply(request.body()));
                return () -> {
                    current = generation;
                    generation.begin();
                };
            });
            channel.eventLoop().execute(() -> {
                reading = false;
                if (channel.isActive()) {
                    next.run();
                    answerPending(channel);
                }
            });
        });
    }

    /** Returns what is to be done for a request: what was found out, or the answer that refuses it. */
    private Runnable orRefuse(Channel channel, ReceivedRequest request, Supplier<Runnable> finding) {
        try {
            return finding.get();
        } catch (ApiException refused) {
            return () -> refuse(channel, request, refused);
        } catch (RuntimeException broken) {
            engine.log().error("spark::api", "handler failed: " + broken);
            return () -> refuse(
                    channel, request, new ApiException(HttpResponseStatus.INTERNAL_SERVER_ERROR, broken.toString()));
        }
    }

    private Generation generation(Channel channel, ReceivedRequest received, GenerationRequest request) {
        SimulatorOptions options = engine.options();
        int longest = options.maxSequenceLength();
        if (request.promptTokens() >= longest) {
            throw ApiException.badRequest(
                    "Prompt too long: %d tokens exceeds max_seq_len %d".formatted(request.promptTokens(), longest));
        }
        Script script = Script.of(request, options.naturalLength(), longest - request.promptTokens(), options.seed());
        return new Generation(engine, channel, received, request, script, () -> {
            current = null;
            answerPending(channel);
        });
    }

    private static void refuse(Channel channel, ReceivedRequest request, ApiException refused) {
        ObjectNode body = Json.object();
        body.putObject("error")
                .put("message", refused.getMessage())
                .put("type", refused.type())
                .putNull("param")
                .putNull("code");
        request.answer(channel, refused.status(), PlainAnswer.JSON, Json.write(body));
    }

    @Override
    public void channelInactive(ChannelHandlerContext context) {
        if (current != null) {
            current.clientGone();
            current = null;
        }
    }

    @Override
    public void exceptionCaught(ChannelHandlerContext context, Throwable cause) {
        // A connection that breaks is its client's business; closing it frees the place in the batch.
        context.close();
    }
}
