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
import io.netty.util.concurrent.GlobalEventExecutor;
import java.net.InetSocketAddress;
import java.net.URI;
import java.util.concurrent.TimeUnit;

/**
 * A server that does nothing but keep time: whatever is asked, it streams the same tokens at the same pace, from bytes
 * that were made beforehand, on one thread. What a client measures on it beyond that pace is the client's own.
 *
 * <p>It is late itself now and then, so each answer tells the truth about itself: {@code usage.prompt_tokens} is the
 * time in µs from the read that completed the request to the write of the first token. Being a duration, it needs no
 * clock in common with the client.
 */
public final class NullServer implements AutoCloseable {

    private static final int BACKLOG = 4096;
    private static final String LOOPBACK = "127.0.0.1";

    private final EventLoopGroup loop;
    private final ChannelGroup channels;
    private final URI baseUrl;

    private NullServer(EventLoopGroup loop, ChannelGroup channels, URI baseUrl) {
        this.loop = loop;
        this.channels = channels;
        this.baseUrl = baseUrl;
    }

    /** Starts a server on loopback and returns when it listens. */
    public static NullServer start(NullServerOptions options) {
        boolean epoll = Epoll.isAvailable();
        IoHandlerFactory io = epoll ? EpollIoHandler.newFactory() : NioIoHandler.newFactory();
        EventLoopGroup loop = new MultiThreadIoEventLoopGroup(1, io);
        ChannelGroup channels = new DefaultChannelGroup(GlobalEventExecutor.INSTANCE);
        NullPacer pacer = new NullPacer(loop.next(), options);
        try {
            Channel listener = new ServerBootstrap()
                    .group(loop)
                    .channel(epoll ? EpollServerSocketChannel.class : NioServerSocketChannel.class)
                    .option(ChannelOption.SO_BACKLOG, BACKLOG)
                    .option(ChannelOption.SO_REUSEADDR, true)
                    .childOption(ChannelOption.TCP_NODELAY, true)
                    .childHandler(new ChannelInitializer<>() {
                        @Override
                        protected void initChannel(Channel channel) {
                            channels.add(channel);
                            channel.pipeline().addLast(new NullConnection(channel, pacer));
                        }
                    })
                    .bind(LOOPBACK, options.port())
                    .syncUninterruptibly()
                    .channel();
            channels.add(listener);
            int port = ((InetSocketAddress) listener.localAddress()).getPort();
            return new NullServer(loop, channels, URI.create("http://" + LOOPBACK + ":" + port));
        } catch (Throwable failed) { // Netty throws the checked exception of a failed bind undeclared.
            loop.shutdownGracefully(0, 0, TimeUnit.SECONDS).awaitUninterruptibly();
            throw failed;
        }
    }

    /** Returns its address, such as {@code http://127.0.0.1:41234}. */
    public URI baseUrl() {
        return baseUrl;
    }

    /** Closes every connection and stops. */
    @Override
    public void close() {
        channels.close().awaitUninterruptibly();
        loop.shutdownGracefully(0, 1, TimeUnit.SECONDS).awaitUninterruptibly();
    }
}
