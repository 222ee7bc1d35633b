package atlas.validation.cluster;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.nio.file.Path;

/** Something that listens and greets whoever connects. */
record Greeter(ServerSocketChannel listening) implements AutoCloseable {

    static Greeter at(Path socket) throws IOException {
        ServerSocketChannel channel = ServerSocketChannel.open(StandardProtocolFamily.UNIX);
        channel.bind(UnixDomainSocketAddress.of(socket));
        return new Greeter(channel).start();
    }

    static Greeter onLoopback() throws IOException {
        ServerSocketChannel channel = ServerSocketChannel.open();
        channel.bind(new InetSocketAddress("127.0.0.1", 0));
        return new Greeter(channel).start();
    }

    private Greeter start() {
        Thread.ofVirtual().start(() -> {
            try {
                while (true) {
                    try (SocketChannel channel = listening.accept()) {
                        channel.write(ByteBuffer.wrap("hello".getBytes(UTF_8)));
                    }
                }
            } catch (IOException closed) {
                // The test has ended.
            }
        });
        return this;
    }

    int port() throws IOException {
        return ((InetSocketAddress) listening.getLocalAddress()).getPort();
    }

    /** Returns what a listener says to this connection. */
    static String greeting(SocketChannel channel) throws IOException {
        ByteBuffer buffer = ByteBuffer.allocate(5);
        while (buffer.hasRemaining() && channel.read(buffer) >= 0) {
            // As much as comes.
        }
        return new String(buffer.array(), 0, buffer.position(), UTF_8);
    }

    @Override
    public void close() throws IOException {
        listening.close();
    }
}
