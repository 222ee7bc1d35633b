package atlas.validation.testing;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.channels.Channels;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/** Stands before a daemon's socket, and takes the daemon away from whoever speaks through it when it is closed. */
public final class SocketProxy implements AutoCloseable {

    private final Path socket;
    private final Path target;
    private final ServerSocketChannel listener;
    private final Set<SocketChannel> open = ConcurrentHashMap.newKeySet();

    private SocketProxy(Path socket, Path target, ServerSocketChannel listener) {
        this.socket = socket;
        this.target = target;
        this.listener = listener;
    }

    /** Listens at a socket and forwards every connection to another. */
    public static SocketProxy listen(Path socket, Path target) {
        try {
            ServerSocketChannel listener = ServerSocketChannel.open(StandardProtocolFamily.UNIX);
            listener.bind(UnixDomainSocketAddress.of(socket));
            SocketProxy proxy = new SocketProxy(socket, target, listener);
            Thread.ofPlatform().name("proxy-accept").daemon().start(proxy::accept);
            return proxy;
        } catch (IOException impossible) {
            throw new UncheckedIOException(impossible);
        }
    }

    private void accept() {
        while (listener.isOpen()) {
            try {
                SocketChannel client = keep(listener.accept());
                SocketChannel daemon = keep(SocketChannel.open(UnixDomainSocketAddress.of(target)));
                copy(client, daemon);
                copy(daemon, client);
            } catch (IOException closed) {
                // Either it is closed, or that one connection could not be made.
            }
        }
    }

    private SocketChannel keep(SocketChannel channel) {
        open.add(channel);
        return channel;
    }

    private void copy(SocketChannel from, SocketChannel to) {
        Thread.ofPlatform().name("proxy-copy").daemon().start(() -> {
            try (to) {
                InputStream in = Channels.newInputStream(from);
                OutputStream out = Channels.newOutputStream(to);
                in.transferTo(out);
            } catch (IOException gone) {
                // One side went away, and so does the other.
            }
        });
    }

    @Override
    public void close() {
        try {
            listener.close();
            Files.deleteIfExists(socket);
            for (SocketChannel channel : open) {
                channel.close();
            }
        } catch (IOException impossible) {
            throw new UncheckedIOException(impossible);
        }
    }
}
