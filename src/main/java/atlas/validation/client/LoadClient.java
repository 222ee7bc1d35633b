package atlas.validation.client;

import static java.util.Objects.requireNonNull;

import atlas.validation.record.Phase;
import atlas.validation.record.RequestRecord;
import atlas.validation.workload.Prompt;
import io.netty.channel.Channel;
import io.netty.channel.MultiThreadIoEventLoopGroup;
import io.netty.channel.epoll.Epoll;
import io.netty.channel.epoll.EpollIoHandler;
import io.netty.channel.epoll.EpollSocketChannel;
import io.netty.channel.nio.NioIoHandler;
import io.netty.channel.socket.nio.NioSocketChannel;
import io.netty.handler.ssl.SslContext;
import io.netty.handler.ssl.SslContextBuilder;
import io.netty.util.concurrent.DefaultThreadFactory;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import javax.net.ssl.SSLException;
import org.jspecify.annotations.Nullable;

/**
 * Sends load to one endpoint and tells what came back. Everything that costs time is done before the clock starts:
 * bodies are written, names resolved, connections opened. While requests are on their way, an event loop does nothing
 * but stamp, decode and send; rows are made and handed on by the calling thread.
 *
 * <p>Safe for use by several threads; each call has connections of its own.
 *
 * <pre>{@code
 * try (LoadClient client = new LoadClient(endpoint, template, limits)) {
 *     CellMeasurement measurement = client.run(load, cancellation, listener);
 * }
 * }</pre>
 */
public final class LoadClient implements AutoCloseable {

    private static final Duration CONNECT_LIMIT = Duration.ofSeconds(10);
    private static final Duration CLOSE_LIMIT = Duration.ofSeconds(5);

    private final Endpoint endpoint;
    private final RequestTemplate template;
    private final TimeLimits limits;
    private final LoadClientOptions options;
    private final RequestWriter writer;
    private final @Nullable SslContext ssl;
    private final boolean epoll = Epoll.isAvailable();
    private final MultiThreadIoEventLoopGroup eventLoops;
    private final Cancellation closing = new Cancellation();
    private int running;

    public LoadClient(Endpoint endpoint, RequestTemplate template, TimeLimits limits) {
        this(endpoint, template, limits, LoadClientOptions.defaults());
    }

    public LoadClient(Endpoint endpoint, RequestTemplate template, TimeLimits limits, LoadClientOptions options) {
        this.endpoint = requireNonNull(endpoint, "endpoint is null");
        this.template = requireNonNull(template, "template is null");
        this.limits = requireNonNull(limits, "limits is null");
        this.options = requireNonNull(options, "options is null");
        this.writer = new RequestWriter(endpoint, template, options.requestIdPrefix());
        this.ssl = endpoint.isSecure() ? trust(endpoint) : null;
        this.eventLoops = new MultiThreadIoEventLoopGroup(
                options.eventLoops(),
                new DefaultThreadFactory("atlas-client", true),
                epoll ? EpollIoHandler.newFactory() : NioIoHandler.newFactory());
    }

    /** Creates a client that sends the same requests in the same way to another endpoint. */
    LoadClient toward(Endpoint other, TimeLimits otherLimits) {
        return new LoadClient(other, template, otherLimits, options);
    }

    private static SslContext trust(Endpoint endpoint) {
        try {
            SslContextBuilder tls = SslContextBuilder.forClient();
            return (endpoint.trust() == null ? tls : tls.trustManager(endpoint.trust())).build();
        } catch (SSLException e) {
            throw new IllegalStateException("this Java cannot do TLS", e);
        }
    }

    /**
     * Runs one cell and returns when its last request has ended. Warm-up requests come first; the measured ones start
     * together once the last of those has ended. A server that refuses every request for a lasting reason is asked no
     * further.
     */
    public CellMeasurement run(CellLoad load, Cancellation cancellation, LoadListener listener) {
        String cell = load.id().value();
        Preparation preparation = new Preparation(
                writer,
                cell,
                load.warmupRequests() + load.requests(),
                listener,
                () -> cancellation.isCancelled() || closing.isCancelled(),
                System::nanoTime);
        List<PreparedRequest> warmup = preparation.prepare(Phase.WARMUP, load.warmupRequests(), load.prompts()::warmup);
        List<PreparedRequest> measured = preparation.prepare(Phase.MEASURE, load.requests(), load.prompts()::measured);
        return run(load.target(), cell, load.concurrency(), warmup, measured, cancellation, listener);
    }

    /**
     * Sends one streamed request and returns when it has ended.
     *
     * @param cell what its row names as its cell
     */
    public RequestRecord send(String target, String cell, Prompt prompt, Cancellation cancellation) {
        return send(target, cell, prompt, cancellation, LoadListener.silent());
    }

    /**
     * Sends one streamed request and returns when it has ended.
     *
     * @param cell what its row names as its cell
     * @param listener hears of it, and of its answer if it fails
     */
    public RequestRecord send(
            String target, String cell, Prompt prompt, Cancellation cancellation, LoadListener listener) {
        List<PreparedRequest> request = List.of(writer.write(cell, Phase.MEASURE, 0, prompt));
        List<RequestRecord> rows =
                run(target, cell, 1, List.of(), request, cancellation, listener).rows();
        return rows.isEmpty() ? neverSent(target, cell, request.getFirst()) : rows.getFirst();
    }

    private CellMeasurement run(
            String target,
            String cell,
            int concurrency,
            List<PreparedRequest> warmup,
            List<PreparedRequest> measured,
            Cancellation cancellation,
            LoadListener listener) {
        begin();
        try {
            return runBegun(target, cell, concurrency, warmup, measured, cancellation, listener);
        } finally {
            end();
        }
    }

    private CellMeasurement runBegun(
            String target,
            String cell,
            int concurrency,
            List<PreparedRequest> warmup,
            List<PreparedRequest> measured,
            Cancellation cancellation,
            LoadListener listener) {
        Connector connector = new Connector(channelType(), endpoint, ssl, connectMillis());
        List<Slot> slots = IntStream.range(0, concurrency)
                .mapToObj(index -> new Slot(eventLoops.next(), connector, limits))
                .toList();
        ClientWatch watch = new ClientWatch(slots.stream().map(Slot::loop).collect(Collectors.toSet()));
        try (CellRun run =
                new CellRun(slots, List.of(cancellation, closing), listener, options.progressInterval(), watch)) {
            return run.run(
                    new CellRun.Names(target, cell, template.lengthForced(), endpoint::withoutKey), warmup, measured);
        }
    }

    private Class<? extends Channel> channelType() {
        return epoll ? EpollSocketChannel.class : NioSocketChannel.class;
    }

    private int connectMillis() {
        Duration limit = limits.firstToken().compareTo(CONNECT_LIMIT) < 0 ? limits.firstToken() : CONNECT_LIMIT;
        return Math.toIntExact(Math.max(1, limit.toMillis()));
    }

    private RequestRecord neverSent(String target, String cell, PreparedRequest request) {
        long now = System.nanoTime();
        Attempt attempt = new Attempt(request, now, null, null, 0, new Ending.GivenUp(), null, RawAnswer.NONE);
        return new RequestRows(target, cell, false, now, endpoint::withoutKey).row(attempt);
    }

    private synchronized void begin() {
        if (closing.isCancelled()) {
            throw new IllegalStateException("the client is closed");
        }
        running++;
    }

    private synchronized void end() {
        running--;
        notifyAll();
    }

    /** Gives up what is on its way, waits until the calls that sent it have returned, and ends the event loops. */
    @Override
    public void close() {
        closing.cancel();
        awaitCalls();
        eventLoops
                .shutdownGracefully(0, CLOSE_LIMIT.toMillis(), TimeUnit.MILLISECONDS)
                .awaitUninterruptibly(CLOSE_LIMIT.toMillis());
    }

    private synchronized void awaitCalls() {
        long deadline = System.nanoTime() + CLOSE_LIMIT.toNanos();
        try {
            for (long left = CLOSE_LIMIT.toNanos(); running > 0 && left > 0; left = deadline - System.nanoTime()) {
                TimeUnit.NANOSECONDS.timedWait(this, left);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
