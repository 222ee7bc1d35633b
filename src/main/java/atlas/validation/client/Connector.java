package atlas.validation.client;

import io.netty.bootstrap.Bootstrap;
import io.netty.channel.Channel;
import io.netty.channel.ChannelFuture;
import io.netty.channel.ChannelInitializer;
import io.netty.channel.ChannelOption;
import io.netty.channel.EventLoop;
import io.netty.handler.ssl.SslContext;
import io.netty.handler.ssl.SslHandler;
import io.netty.util.concurrent.Future;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.UnknownHostException;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Opens connections to one endpoint, whose name it resolves once. */
final class Connector {

    private final Class<? extends Channel> channelType;
    private final Endpoint endpoint;
    private final @Nullable SslContext ssl;
    private final int timeoutMillis;
    private final List<InetAddress> addresses;

    /** Resolves the endpoint's name, which may block. A name that is unknown fails each connection, not this. */
    Connector(Class<? extends Channel> channelType, Endpoint endpoint, @Nullable SslContext ssl, int timeoutMillis) {
        this.channelType = channelType;
        this.endpoint = endpoint;
        this.ssl = ssl;
        this.timeoutMillis = timeoutMillis;
        this.addresses = resolve(endpoint.host());
    }

    private static List<InetAddress> resolve(String host) {
        try {
            return List.of(InetAddress.getAllByName(host));
        } catch (UnknownHostException e) {
            return List.of();
        }
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
        Furnisher furnisher = new Furnisher();
        ChannelFuture connected = new Bootstrap()
                .group(loop)
                .channel(channelType)
                .option(ChannelOption.TCP_NODELAY, true)
                .option(ChannelOption.CONNECT_TIMEOUT_MILLIS, timeoutMillis)
                .handler(furnisher)
                .connect(new InetSocketAddress(addresses.get(index), endpoint.port()));
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
        return "cannot connect to " + endpoint.host() + ":" + endpoint.port() + ": " + why;
    }

    /** Furnishes one channel and keeps what it made of it. */
    private final class Furnisher extends ChannelInitializer<Channel> {

        private @Nullable Connection connection;
        private @Nullable SslHandler handshake;

        @Override
        protected void initChannel(Channel channel) {
            handshake = ssl == null ? null : ssl.newHandler(channel.alloc(), endpoint.host(), endpoint.port());
            connection = new Connection(channel, handshake);
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
