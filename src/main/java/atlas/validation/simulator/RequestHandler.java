package atlas.validation.simulator;

import io.netty.channel.Channel;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.SimpleChannelInboundHandler;
import io.netty.handler.codec.http.FullHttpRequest;
import io.netty.handler.codec.http.HttpMethod;
import io.netty.handler.codec.http.HttpResponseStatus;
import java.util.ArrayDeque;
import java.util.Deque;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.ObjectNode;

/** Answers the requests of one connection, one after the other. Lives on the connection's event loop. */
@SuppressWarnings("FutureReturnValueIgnored") // Netty closes a connection whose write fails.
final class RequestHandler extends SimpleChannelInboundHandler<FullHttpRequest> {

    static final String CHAT = "/v1/chat/completions";
    static final String COMPLETIONS = "/v1/completions";

    private final Engine engine;
    private final Deque<ReceivedRequest> pending = new ArrayDeque<>();
    private @Nullable Generation current;

    RequestHandler(Engine engine) {
        this.engine = engine;
    }

    @Override
    protected void channelRead0(ChannelHandlerContext context, FullHttpRequest request) {
        if (request.decoderResult().isFailure()) {
            refuse(context.channel(), ReceivedRequest.of(request), ApiException.badRequest("malformed HTTP request"));
            context.close();
            return;
        }
        pending.addLast(ReceivedRequest.of(request));
        answerPending(context.channel());
    }

    private void answerPending(Channel channel) {
        while (current == null && channel.isActive()) {
            ReceivedRequest next = pending.pollFirst();
            if (next == null) {
                return;
            }
            answer(channel, next);
        }
    }

    private void answer(Channel channel, ReceivedRequest request) {
        try {
            if (request.method().equals(HttpMethod.POST) && request.path().equals(CHAT)) {
                generate(
                        channel,
                        request,
                        RequestReader.chat(request.body(), engine.options().api()));
            } else if (request.method().equals(HttpMethod.POST)
                    && request.path().equals(COMPLETIONS)) {
                generate(
                        channel,
                        request,
                        RequestReader.completion(
                                request.body(), engine.options().api()));
            } else {
                PlainAnswer answer = PlainAnswer.to(request, engine);
                request.answer(channel, HttpResponseStatus.OK, answer.contentType(), answer.body());
            }
        } catch (ApiException refused) {
            refuse(channel, request, refused);
        } catch (RuntimeException broken) {
            engine.log().error("spark::api", "handler failed: " + broken);
            refuse(channel, request, new ApiException(HttpResponseStatus.INTERNAL_SERVER_ERROR, broken.toString()));
        }
    }

    private void generate(Channel channel, ReceivedRequest received, GenerationRequest request) {
        SimulatorOptions options = engine.options();
        int longest = options.maxSequenceLength();
        if (request.promptTokens() >= longest) {
            throw ApiException.badRequest(
                    "Prompt too long: %d tokens exceeds max_seq_len %d".formatted(request.promptTokens(), longest));
        }
        if (request.tool() != null && engine.has(SimulatedFlaw.REFUSES_TOOLS)) {
            throw ApiException.badRequest("tools are not supported by this model");
        }
        Script script = engine.said(
                Script.of(request, options.naturalLength(), longest - request.promptTokens(), options.seed()));
        Generation generation = new Generation(engine, channel, received, request, script, () -> {
            current = null;
            answerPending(channel);
        });
        current = generation;
        generation.begin();
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
