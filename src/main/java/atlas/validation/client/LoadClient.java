package atlas.validation.client;

import static java.util.Objects.requireNonNull;

import atlas.validation.record.Phase;
import atlas.validation.record.RequestRecord;
import atlas.validation.workload.ArrivalSchedule;
import atlas.validation.workload.Prompt;
import atlas.validation.workload.PromptSource;
import io.netty.channel.Channel;
import io.netty.channel.EventLoop;
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
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
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
        this.writer = new RequestWriter(endpoint, template, options.requestIdPrefix(), options.tokenCounter() != null);
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
     * Runs one cell and returns when its last request has ended. Warm-up requests come first; the clock of the others
     * starts once the last of those has ended. A server that refuses every request for a lasting reason is asked no
     * further.
     */
    public CellMeasurement run(CellLoad load, Cancellation cancellation, LoadListener listener) {
        CellRun.Names names = names(load.target(), load.id().value(), load.repeat());
        RequestSupply warmup = new RequestSupply(
                load.warmupRequests(),
                index -> writer.write(
                        names.inRequestIds(),
                        Phase.WARMUP,
                        index,
                        load.prompts().warmup(index)));
        return switch (load.loop()) {
            case CellLoad.ClosedLoop loop -> runClosed(names, load.prompts(), loop, warmup, cancellation, listener);
            case CellLoad.OpenLoop loop -> runOpen(names, load.prompts(), loop, warmup, cancellation, listener);
        };
    }

    private CellMeasurement runClosed(
            CellRun.Names names,
            PromptSource prompts,
            CellLoad.ClosedLoop loop,
            RequestSupply warmup,
            Cancellation cancellation,
            LoadListener listener) {
        Integer requests = loop.requests();
        Duration duration = loop.duration();
        int turns = prompts.turns();
        RequestSupply measured = new RequestSupply(
                requests == null ? RequestSupply.UNBOUNDED : Math.ceilDiv(requests, turns),
                turns,
                place -> writer.writeFirst(names.inRequestIds(), prompts, place * turns));
        CellRun.Ends ends = duration == null
                ? CellRun.Ends.NEVER
                : new CellRun.Ends(duration, duration, duration.plus(loop.drain()));
        return guarded(() -> {
            List<Slot> slots = slots(loop.concurrency(), connector());
            return run(names, slots, new ClosedTraffic(slots), warmup, measured, ends, cancellation, listener);
        });
    }

    private CellMeasurement runOpen(
            CellRun.Names names,
            PromptSource prompts,
            CellLoad.OpenLoop loop,
            RequestSupply warmup,
            Cancellation cancellation,
            LoadListener listener) {
        if (prompts.turns() > 1) {
            throw new IllegalArgumentException("requests that follow one another do not arrive at a rate");
        }
        ArrivalSchedule schedule = loop.schedule();
        Integer cap = loop.maxConcurrency();
        RequestSupply measured = new RequestSupply(schedule.size(), index -> {
            Phase phase = schedule.isRamp(index) ? Phase.RAMP : Phase.MEASURE;
            return writer.write(names.inRequestIds(), phase, index, prompts.measured(index));
        });
        CellRun.Ends ends = new CellRun.Ends(
                schedule.length(),
                loop.endsByClock() ? schedule.length() : null,
                schedule.length().plus(loop.drain()));
        int wanted = Math.max(OpenTraffic.spare(schedule, cap), warmup.count());
        return guarded(() -> {
            Connector connector = connector();
            List<Slot> slots = slots(cap == null ? wanted : Math.min(cap, wanted), connector);
            Traffic traffic = new OpenTraffic(
                    schedule, cap, eventLoops.next(), slots, () -> new Slot(eventLoops.next(), connector, limits));
            return run(names, slots, traffic, warmup, measured, ends, cancellation, listener);
        });
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
        CellRun.Names names = names(target, cell, 0);
        PreparedRequest request = writer.write(cell, Phase.MEASURE, 0, prompt);
        RequestSupply none = new RequestSupply(0, index -> request);
        RequestSupply one = new RequestSupply(1, index -> request);
        CellMeasurement measurement = guarded(() -> {
            List<Slot> slots = slots(1, connector());
            Traffic traffic = new ClosedTraffic(slots);
            return run(names, slots, traffic, none, one, CellRun.Ends.NEVER, cancellation, listener);
        });
        return measurement.rows().isEmpty()
                ? neverSent(names, request)
                : measurement.rows().getFirst();
    }

    private CellRun.Names names(String target, String cell, int repeat) {
        return new CellRun.Names(
                target, cell, repeat, template.lengthForced(), endpoint::withoutKey, options.tokenCounter());
    }

    private List<EventLoop> loops() {
        List<EventLoop> loops = new ArrayList<>();
        eventLoops.forEach(loop -> loops.add((EventLoop) loop));
        return loops;
    }

    private Connector connector() {
        return new Connector(channelType(), endpoint, ssl, connectMillis());
    }

    private List<Slot> slots(int count, Connector connector) {
        return IntStream.range(0, count)
                .mapToObj(index -> new Slot(eventLoops.next(), connector, limits))
                .toList();
    }

    private CellMeasurement run(
            CellRun.Names names,
            List<Slot> slots,
            Traffic traffic,
            RequestSupply warmup,
            RequestSupply measured,
            CellRun.Ends ends,
            Cancellation cancellation,
            LoadListener listener) {
        List<Cancellation> cancellations = List.of(cancellation, closing);
        ClientWatch watch = new ClientWatch(loops());
        try (CellRun run = new CellRun(slots, traffic, cancellations, listener, options.progressInterval(), watch)) {
            return run.run(names, warmup, measured, ends);
        }
    }

    /** Keeps the client open while a call is at work. */
    private CellMeasurement guarded(Supplier<CellMeasurement> call) {
        begin();
        try {
            return call.get();
        } finally {
            end();
        }
    }

    private Class<? extends Channel> channelType() {
        return epoll ? EpollSocketChannel.class : NioSocketChannel.class;
    }

    private int connectMillis() {
        Duration limit = limits.firstToken().compareTo(CONNECT_LIMIT) < 0 ? limits.firstToken() : CONNECT_LIMIT;
        return Math.toIntExact(Math.max(1, limit.toMillis()));
    }

    private static RequestRecord neverSent(CellRun.Names names, PreparedRequest request) {
        long now = System.nanoTime();
        Attempt attempt = new Attempt(request, now, null, null, null, 0, new Ending.GivenUp(), null, RawAnswer.NONE);
        return new RequestRows(names, now).row(attempt);
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
