package atlas.validation.client;

import io.netty.bootstrap.Bootstrap;
import io.netty.channel.Channel;
import io.netty.channel.ChannelFuture;
import io.netty.channel.ChannelHandler;
import io.netty.channel.ChannelInitializer;
import io.netty.channel.ChannelOption;
import io.netty.channel.EventLoop;
import io.netty.handler.proxy.HttpProxyHandler;
import io.netty.handler.ssl.SslContext;
import io.netty.handler.ssl.SslHandler;
import io.netty.resolver.NoopAddressResolverGroup;
import io.netty.util.concurrent.Future;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.UnknownHostException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/**
 * Opens connections to one endpoint, or to the proxy before it, whose name it resolves once. A proxy is asked for a
 * tunnel where the server speaks TLS; else it reads the requests itself.
 */
final class Connector {

    private static final int HTTP_PORT = 80;

    private final Class<? extends Channel> channelType;
    private final Endpoint endpoint;
    private final @Nullable SslContext ssl;
    private final int timeoutMillis;
    private final List<InetSocketAddress> addresses;
    private final Map<EventLoop, ReadQueue> queues = new ConcurrentHashMap<>();

    /** Resolves the name of the first hop, which may block. One that is unknown fails each connection, not this. */
    Connector(Class<? extends Channel> channelType, Endpoint endpoint, @Nullable SslContext ssl, int timeoutMillis) {
        this.channelType = channelType;
        this.endpoint = endpoint;
        this.ssl = ssl;
        this.timeoutMillis = timeoutMillis;
        URI proxy = endpoint.proxy();
        this.addresses = proxy == null
                ? resolve(endpoint.host(), endpoint.port())
                : resolve(Endpoint.withoutBrackets(proxy.getHost()), proxy.getPort() < 0 ? HTTP_PORT : proxy.getPort());
    }

    private static List<InetSocketAddress> resolve(String host, int port) {
        List<InetSocketAddress> resolved = new ArrayList<>();
        try {
            for (InetAddress address : InetAddress.getAllByName(host)) {
                resolved.add(new InetSocketAddress(address, port));
            }
        } catch (UnknownHostException e) {
            // Each attempt to connect says so.
        }
        return resolved;
    }

    /** Hears on the event loop how an attempt to connect went. */
    interface Result {

        void connected(Connection connection);

        void failed(String why);
    }

    /** Opens a connection on an event loop, trying one address after the other. */
    void connect(EventLoop loop, Result result) {
        if (addresses.isEmpty()) {
            loop.execute(() -> result.failed(sentence("unknown host")));
            return;
        }
        connect(loop, 0, result);
    }

    private void connect(EventLoop loop, int index, Result result) {
        boolean tunnel = endpoint.proxy() != null && ssl != null;
        ReadQueue queue = queues.computeIfAbsent(loop, ReadQueue::new);
        Furnisher furnisher = new Furnisher(tunnel ? addresses.get(index) : null, queue);
        Bootstrap bootstrap = new Bootstrap();
        if (ssl == null) {
            // TLS keeps parts of what was read, so that it needs buffers of its own.
            bootstrap.option(ChannelOption.RECVBUF_ALLOCATOR, queue.socketBuffer());
        }
        // A name behind a tunnel is the proxy's to resolve.
        ChannelFuture connected = bootstrap
                .group(loop)
                .channel(channelType)
                .resolver(NoopAddressResolverGroup.INSTANCE)
                .option(ChannelOption.TCP_NODELAY, true)
                .option(ChannelOption.AUTO_CLOSE, false)
                .option(ChannelOption.CONNECT_TIMEOUT_MILLIS, timeoutMillis)
                .handler(furnisher)
                .connect(
                        tunnel
                                ? InetSocketAddress.createUnresolved(endpoint.host(), endpoint.port())
                                : addresses.get(index));
        connected.addListener((Future<Void> done) -> {
            if (done.isSuccess()) {
                furnisher.whenReady(connected.channel(), result);
            } else if (index + 1 < addresses.size()) {
                connect(loop, index + 1, result);
            } else {
                result.failed(sentence(NetworkTrouble.of(done.cause())));
            }
        });
    }

    private String sentence(String why) {
        URI proxy = endpoint.proxy();
        String through = proxy == null ? "" : " through the proxy " + proxy.getHost() + ":" + proxy.getPort();
        return "cannot connect to " + endpoint.host() + ":" + endpoint.port() + through + ": " + why;
    }

    /** Furnishes one channel and keeps what it made of it. */
    private final class Furnisher extends ChannelInitializer<Channel> {

        private final @Nullable InetSocketAddress tunnelThrough;
        private final ReadQueue queue;
        private @Nullable Connection connection;
        private @Nullable SslHandler handshake;

        Furnisher(@Nullable InetSocketAddress tunnelThrough, ReadQueue queue) {
            this.tunnelThrough = tunnelThrough;
            this.queue = queue;
        }

        @Override
        protected void initChannel(Channel channel) {
            List<ChannelHandler> outer = new ArrayList<>();
            if (tunnelThrough != null) {
                HttpProxyHandler tunnel = new HttpProxyHandler(tunnelThrough);
                tunnel.setConnectTimeoutMillis(timeoutMillis);
                outer.add(tunnel);
            }
            if (ssl != null) {
                handshake = ssl.newHandler(channel.alloc(), endpoint.host(), endpoint.port());
                handshake.setHandshakeTimeoutMillis(timeoutMillis);
                outer.add(handshake);
            }
            connection = new Connection(channel, outer, queue);
        }

        void whenReady(Channel channel, Result result) {
            Connection made = connection;
            if (made == null) {
                result.failed(sentence("the channel was never furnished"));
            } else if (handshake == null) {
                result.connected(made);
            } else {
                handshake.handshakeFuture().addListener((Future<Channel> done) -> {
                    if (done.isSuccess()) {
                        result.connected(made);
                    } else {
                        channel.close();
                        result.failed(sentence(NetworkTrouble.of(done.cause())));
                    }
                });
            }
        }
    }
}
