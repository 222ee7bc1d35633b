package atlas.validation.simulator;

import io.netty.bootstrap.ServerBootstrap;
import io.netty.channel.Channel;
import io.netty.channel.ChannelInitializer;
import io.netty.channel.ChannelOption;
import io.netty.channel.EventLoopGroup;
import io.netty.channel.IoHandlerFactory;
import io.netty.channel.MultiThreadIoEventLoopGroup;
import io.netty.channel.epoll.Epoll;
import io.netty.channel.epoll.EpollIoHandler;
import io.netty.channel.epoll.EpollServerSocketChannel;
import io.netty.channel.group.ChannelGroup;
import io.netty.channel.group.DefaultChannelGroup;
import io.netty.channel.nio.NioIoHandler;
import io.netty.channel.socket.nio.NioServerSocketChannel;
import io.netty.handler.codec.http.HttpObjectAggregator;
import io.netty.handler.codec.http.HttpServerCodec;
import io.netty.handler.codec.http.HttpServerKeepAliveHandler;
import io.netty.util.concurrent.GlobalEventExecutor;
import java.net.InetSocketAddress;
import java.net.URI;
import java.util.List;
import java.util.concurrent.TimeUnit;

/**
 * A running simulator: a server that speaks like Atlas and knows the truth about what it served. Several may run in one
 * process. Safe for use by several threads.
 *
 * <pre>{@code
 * try (Simulator simulator = Simulator.start(SimulatorOptions.of("a-model"))) {
 *     … ask simulator.baseUrl() …
 *     simulator.served();
 * }
 * }</pre>
 */
public final class Simulator implements AutoCloseable {

    private static final int LARGEST_BODY = 32 * 1024 * 1024;
    private static final int LONGEST_LINE = 16 * 1024;
    private static final int BACKLOG = 4096;

    private final Engine engine;
    private final EventLoopGroup loops;
    private final ChannelGroup channels;
    private final URI baseUrl;

    private Simulator(Engine engine, EventLoopGroup loops, ChannelGroup channels, URI baseUrl) {
        this.engine = engine;
        this.loops = loops;
        this.channels = channels;
        this.baseUrl = baseUrl;
    }

    /**
     * Starts a simulator in this process and returns when it listens. The start time and the faults that concern the
     * start are the process's business and play no part here; a crash closes every connection.
     */
    public static Simulator start(SimulatorOptions options) {
        ChannelGroup channels = new DefaultChannelGroup(GlobalEventExecutor.INSTANCE);
        return start(options, ServerLog.silent(), channels, () -> closeAll(channels));
    }

    /** Starts a simulator that logs, and that ends as {@code crash} does when it is to crash. */
    static Simulator start(SimulatorOptions options, ServerLog log, Runnable crash) {
        return start(options, log, new DefaultChannelGroup(GlobalEventExecutor.INSTANCE), crash);
    }

    private static Simulator start(SimulatorOptions options, ServerLog log, ChannelGroup channels, Runnable crash) {
        boolean epoll = Epoll.isAvailable();
        IoHandlerFactory io = epoll ? EpollIoHandler.newFactory() : NioIoHandler.newFactory();
        int threads = Math.max(1, Runtime.getRuntime().availableProcessors() / 2);
        EventLoopGroup loops = new MultiThreadIoEventLoopGroup(threads, io);
        Engine engine = Engine.start(options, log, crash);
        try {
            Channel listener = new ServerBootstrap()
                    .group(loops)
                    .channel(epoll ? EpollServerSocketChannel.class : NioServerSocketChannel.class)
                    .option(ChannelOption.SO_BACKLOG, BACKLOG)
                    .option(ChannelOption.SO_REUSEADDR, true)
                    .childOption(ChannelOption.TCP_NODELAY, true)
                    .childHandler(new Connection(engine, channels))
                    .bind(options.bind(), options.port())
                    .syncUninterruptibly()
                    .channel();
            channels.add(listener);
            int port = ((InetSocketAddress) listener.localAddress()).getPort();
            return new Simulator(engine, loops, channels, URI.create("http://" + options.bind() + ":" + port));
        } catch (Throwable failed) { // Netty throws the checked exception of a failed bind undeclared.
            engine.close();
            loops.shutdownGracefully(0, 0, TimeUnit.SECONDS).awaitUninterruptibly();
            throw failed;
        }
    }

    /** Returns its address, such as {@code http://127.0.0.1:41234}. */
    public URI baseUrl() {
        return baseUrl;
    }

    /** Returns the truth about the requests that ended so far, in the order in which they ended. */
    public List<ServedRequest> served() {
        return engine.served().snapshot().rows();
    }

    /** Closes every connection and stops. */
    @Override
    public void close() {
        channels.close().awaitUninterruptibly();
        engine.close();
        loops.shutdownGracefully(0, 1, TimeUnit.SECONDS).awaitUninterruptibly();
    }

    @SuppressWarnings("FutureReturnValueIgnored") // Nobody waits for it: who is disconnected will notice.
    private static void closeAll(ChannelGroup channels) {
        channels.close();
    }

    /** Prepares a connection that was accepted. */
    private static final class Connection extends ChannelInitializer<Channel> {

        private final Engine engine;
        private final ChannelGroup channels;

        Connection(Engine engine, ChannelGroup channels) {
            this.engine = engine;
            this.channels = channels;
        }

        @Override
        protected void initChannel(Channel channel) {
            channels.add(channel);
            ArrivalQueue arrivals = new ArrivalQueue();
            channel.pipeline()
                    .addLast(arrivals)
                    .addLast(new HttpServerCodec(LONGEST_LINE, LONGEST_LINE, LONGEST_LINE))
                    .addLast(new HttpServerKeepAliveHandler())
                    .addLast(new HttpObjectAggregator(LARGEST_BODY))
                    .addLast(new RequestHandler(engine, arrivals));
        }
    }
}
